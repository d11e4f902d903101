import type {
  Collection,
  Phase,
  ListEntry as TakenEntry,
} from '@platemark/api/collections'
import { getListEntries } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import {
  type ListEntry,
  type ListFile,
  readListFile,
  walletEntries,
} from '@platemark/mint/list-file'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { toCollectionParams } from '../../components/collection-queries.ts'
import { call } from '../../lib/api.ts'

type List = NonNullable<Phase['list']>

/**
 * Query for the wallet's entries on the published lists; empty when it is on none. When
 * the API call fails, the public files are read.
 */
export const listEntriesQuery = (
  collection: Collection,
  address: string,
  listsUrl: string | null,
) =>
  queryOptions({
    queryKey: ['list entries', collection.chain_id, collection.contract_address, address],
    queryFn: async ({ client, signal }): Promise<(TakenEntry | ListEntry)[]> => {
      const { params } = toCollectionParams(collection)
      try {
        return await call(getListEntries, { params: { ...params, address } }, { signal })
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_on_list') return []
        const lists = publishedLists(collection)
        if (lists.length === 0) throw error
        const files = lists.map((list) => fetchListFile(client, list, listsUrl))
        return (await Promise.all(files)).flatMap((file) => walletEntries(file, address))
      }
    },
  })

/** Returns the published lists of all phases without duplicates. */
export function publishedLists({ phases }: Collection): List[] {
  const lists = phases.flatMap(({ list }) => list ?? [])
  return [...new Map(lists.map((list) => [list.url, list])).values()]
}

/** Fetches a list file from its URL, or else from the mirror at `listsUrl`. */
export function fetchListFile(
  queries: QueryClient,
  { root, url }: List,
  listsUrl: string | null,
): Promise<ListFile> {
  const name = url.split('/').at(-1) ?? ''
  // Safe: the API contract defines roots as hashes, and file names are content hashes.
  const list = { root: root as Hex, contentHash: `0x${name.split('.')[0]}` as Hex }
  return queries.fetchQuery({
    queryKey: ['list file', name],
    queryFn: async () => {
      const first = readListFile(url, list)
      if (!listsUrl) return first
      return first.catch(() =>
        readListFile(`${listsUrl.replace(/\/$/, '')}/${name}`, list),
      )
    },
    // Content-addressed: never stale.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
