import type { Editor } from '@platemark/api/ownership'
import {
  addEditor,
  getOffer,
  listEditors,
  listOffers,
  removeEditor,
} from '@platemark/api/studio-operations'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'

/** Query of the co-editors of a draft or collection of the caller. */
export const editorsQuery = (id: string) =>
  apiQuery(listEditors, { params: { contract_id: id } })

/** Query of the ownership of a collection; it fails for all but its owner and who is offered it. */
export const offerQuery = (id: string) =>
  apiQuery(getOffer, { params: { contract_id: id } })

/** Query of the collections that are offered to the caller. */
export const offersQuery = () => apiQuery(listOffers, {})

/** Names a co-editor and returns all. Rejects with a `Problem`. */
export function sendEditor(id: string, address: string): Promise<Editor[]> {
  return call(addEditor, { params: { contract_id: id }, body: { address } })
}

/** Removes a co-editor and returns the others. Rejects with a `Problem`. */
export function sendRemoval(id: string, address: string): Promise<Editor[]> {
  return call(removeEditor, { params: { contract_id: id }, query: { address } })
}
