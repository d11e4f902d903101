import {
  type Collection,
  getCollection,
  getEligibility,
  getListEntries,
  type ListEntry,
} from '@platemark/wire/collections'
import { Problem } from '@platemark/wire/problem'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fetched, found } from '../../lib/query.ts'

/** One collection by network and address or slug; null when there is none. */
export const oneCollection = (chain: string, alias: string) =>
  found(getCollection, { params: { chain_alias: chain, contract_address: alias } })

/** What `address` may mint in each phase. */
export const eligibility = (collection: Collection, address: string) =>
  fetched(getEligibility, { ...paramsOf(collection), query: { address } })

/** The wallet's places on the published lists; none when it stands on no list. */
export const listEntries = (collection: Collection, address: string) =>
  queryOptions({
    queryKey: ['list entries', collection.chain_id, collection.contract_address, address],
    queryFn: async ({ signal }): Promise<ListEntry[]> => {
      const { params } = paramsOf(collection)
      try {
        return await call(getListEntries, { params: { ...params, address } }, { signal })
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_on_list') return []
        const lists = listsOf(collection)
        if (lists.length === 0) throw error
        // Lists are public files: minting goes on without the call that looks into them.
        const { readListFile } = await import('./list-file.ts')
        const found = await Promise.all(
          lists.map((list) => readListFile(list, address, signal)),
        )
        return found.flat()
      }
    },
  })

/** The published lists of all phases, each once. */
function listsOf({ phases }: Collection) {
  const lists = phases.flatMap(({ list }) => list ?? [])
  return [...new Map(lists.map((list) => [list.url, list])).values()]
}

function paramsOf({ chain_alias, contract_address }: Collection) {
  return { params: { chain_alias, contract_address } }
}
