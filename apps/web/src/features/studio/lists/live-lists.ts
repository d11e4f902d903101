import {
  type ListFile,
  type PublishedList,
  readListFile,
} from '@platemark/mint/list-file'
import { listWindow } from '@platemark/mint/on-chain-collection'
import { readPublishedLists } from '@platemark/mint/published-lists'
import type { Rpc } from '@platemark/mint/rpc'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import type { Slices } from '@platemark/rules/slices'
import { queryOptions } from '@tanstack/react-query'
import { runSlices } from '../../../lib/run-slices.ts'
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
  /** Wallets that it admits to a phase, and no newer list does; 0 unless it is replaced. */
  leftOut: number
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
      const described: LiveList[] = []
      for (const [at, list] of lists.entries()) {
        const newer = lists.slice(0, at).filter(({ until }) => until >= NEVER_ENDS)
        const isReplaced = hasAllPhases(newer, list.file, time)
        const files = newer.map(({ file }) => file)
        described.push({
          ...list,
          counts: countByPhase(list.file),
          isReplaced,
          leftOut: isReplaced ? await runSlices(countLeftOut(list.file, files)) : 0,
        })
      }
      return described
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

const SLICE_ROWS = 500

/** Counts the wallets that a file admits to a phase to which no newer one admits them. */
export function* countLeftOut(
  file: Pick<ListFile, 'entries'> | null,
  newer: readonly (Pick<ListFile, 'entries'> | null)[],
): Slices<number> {
  const admitted = new Set<string>()
  const rows = [...newer, file].reduce((sum, one) => sum + (one?.entries.length ?? 0), 0)
  let done = 0
  for (const one of newer) {
    for (const [address, phaseId] of one?.entries ?? []) {
      admitted.add(`${phaseId} ${address}`)
      done += 1
      if (done % SLICE_ROWS === 0) yield done / rows
    }
  }
  const leftOut = new Set<string>()
  for (const [address, phaseId] of file?.entries ?? []) {
    if (!admitted.has(`${phaseId} ${address}`)) leftOut.add(address)
    done += 1
    if (done % SLICE_ROWS === 0) yield done / rows
  }
  return leftOut.size
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
