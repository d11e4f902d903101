import * as z from 'zod/mini'
import { collectionKind, creator, picture } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, chainAlias, instant, onlyThese } from './fields.ts'
import * as operations from './studio-operations.ts'

const contractId = z.object({ contract_id: z.uuid('Unknown collection.') })

/** An account that may change texts and pictures of a draft or a collection's page. */
const editor = z.object({ ...creator.shape, added_at: instant })
export type Editor = z.infer<typeof editor>

const editors = z.array(editor)

export const listEditors = endpoint({
  ...operations.listEditors,
  summary:
    'The co-editors of a draft or collection of the caller, in the order of adding.',
  params: contractId,
  replies: { 200: editors },
  problems: ['not_found'],
  owner: 'draft',
})

export const addEditor = endpoint({
  ...operations.addEditor,
  summary:
    'Names a co-editor, 10 at most: the account may change texts and pictures, and nothing else. It ends when the ownership moves on the chain.',
  params: contractId,
  body: z.object({ address }),
  replies: { 200: editors },
  problems: ['not_found'],
  owner: 'draft',
})

export const removeEditor = endpoint({
  ...operations.removeEditor,
  summary:
    'Removes a co-editor, at once. Removing an account that is not one changes nothing.',
  params: contractId,
  query: z.strictObject({ address }, onlyThese({ address })),
  replies: { 200: editors },
  problems: ['not_found'],
  owner: 'draft',
})

/** Ownership of a collection that its owner offers, with what moves and what stays. */
const offer = z.object({
  contract_id: z.string(),
  chain_alias: chainAlias,
  contract_address: address,
  alias: z.nullable(z.string()),
  kind: collectionKind,
  name: z.string(),
  image: picture,
  owner: creator,
  /** The account that may accept; null: the ownership is offered to none. */
  offered_to: z.nullable(creator),
  creator: address,
  royalty_bps: z.number(),
  /** `owner`: royalties move with the ownership; `split`: they stay with its accounts. */
  royalty_receiver: z.enum(['owner', 'split']),
  /** Accounts that share the income of mints, which stay; empty: the creator alone. */
  payees: z.array(z.object({ address, bps: z.number() })),
})
export type Offer = z.infer<typeof offer>

export const getOffer = endpoint({
  ...operations.getOffer,
  summary:
    'The ownership of a collection, for its owner and for the account that it is offered to.',
  params: contractId,
  replies: { 200: offer },
  problems: ['not_found'],
  owner: 'draft',
})

export const listOffers = endpoint({
  ...operations.listOffers,
  summary: 'Collections whose ownership is offered to the caller, at most 100.',
  replies: { 200: z.array(offer) },
})
