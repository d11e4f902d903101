import {
  type ListFile,
  type PublishedList,
  readListFile,
} from '@platemark/mint/list-file'
import { listWindow } from '@platemark/mint/on-chain-collection'
import { readPublishedLists } from '@platemark/mint/published-lists'
import type { Rpc } from '@platemark/mint/rpc'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { queryOptions } from '@tanstack/react-query'
import { collectionContract } from '../airdrop/airdrop-terms.ts'
import type { Own } from '../page/own.ts'

/** A list that its contract takes now or later. */
export type LiveList = PublishedList & {
  /** When it is in force, unix seconds: [notBefore, until). */
  notBefore: number
  until: number
  /** Null: its file is not on this site. */
  file: ListFile | null
  /** Wallets of each phase of its file. */
  counts: ReadonlyMap<number, number>
  /** Newer lists have all its phases. */
  isReplaced: boolean
}

/** Query of the lists of a collection that are not over at `now`, the newest first. */
export function liveListsQuery(rpc: Rpc, own: Own, now: () => number) {
  const { collection, network } = own
  return queryOptions({
    queryKey: ['live lists', network.id, collection.contract_address],
    queryFn: async () => {
      const contract = collectionContract(own)
      const blockTag = network.is_demo ? 'pending' : 'latest'
      const published = await readPublishedLists(rpc, contract, {
        ...{ found: [], next: BigInt(collection.created_block) },
      })
      const windows = await Promise.all(
        published.map(({ root }) => listWindow(rpc, contract, blockTag, root)),
      )
      const time = now()
      const open = published.flatMap((list, at) => {
        const [notBefore, until] = (windows[at] ?? [0n, 0n]).map(Number)
        return until !== undefined && notBefore !== undefined && until > time
          ? [{ ...list, notBefore, until }]
          : []
      })
      const files = await Promise.all(open.map(readFile))
      const lists = open.map((list, at) => ({ ...list, file: files[at] ?? null }))
      return lists.map(
        (list, at): LiveList => ({
          ...list,
          counts: countByPhase(list.file),
          isReplaced: hasAllPhases(
            lists.slice(0, at).filter(({ until }) => until >= NEVER_ENDS),
            list.file,
            time,
          ),
        }),
      )
    },
    staleTime: 0,
  })
}

async function readFile(list: PublishedList): Promise<ListFile | null> {
  try {
    return await readListFile(`/lists/${list.contentHash.slice(2)}.json`, list)
  } catch {
    return null
  }
}

function countByPhase(file: ListFile | null): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [, phaseId] of file?.entries ?? []) {
    counts.set(phaseId, (counts.get(phaseId) ?? 0) + 1)
  }
  return counts
}

/** Returns whether newer lists have phases of a file, and all of those that are not over. */
function hasAllPhases(
  newer: readonly { file: ListFile | null }[],
  file: ListFile | null,
  now: number,
): boolean {
  const ids = newer.flatMap(
    (list) => list.file?.phases.map(({ phaseId }) => phaseId) ?? [],
  )
  const phases = file?.phases ?? []
  const isThere = ({ phaseId }: { phaseId: number }) => ids.includes(phaseId)
  return phases.some(isThere) && phases.filter(({ end }) => end > now).every(isThere)
}

/** Returns the start and end of a root, which name a list on the page. */
export function shortenRoot(root: string): string {
  return `${root.slice(0, 8)}…${root.slice(-4)}`
}
