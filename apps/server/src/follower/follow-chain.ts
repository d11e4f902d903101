import type { Address } from 'viem'
import type { Chain } from '../platform/chains.ts'
import { readChainId, readHeader } from './chain-reader.ts'
import type { FollowerNeeds, Following } from './following.ts'
import { abortable, backoffMs, rest } from './pace.ts'
import { findCursor } from './queries.ts'
import { readRange, startRange } from './read-range.ts'
import { checkGenesis, reorganise } from './reorganise.ts'
import { reporter } from './report.ts'
import { CursorMoved, startBatch, writeRange } from './write-range.ts'

const HOUR = 3_600_000
const LAG_MS = 60_000

/** Follows one chain until `signal` is aborted; survives every failure of node and database. */
export async function followChain(
  needs: FollowerNeeds,
  chain: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (!chain.contracts) return
  const pollMs = needs.pollMs?.(chain) ?? (chain.isDemo ? 500 : 4000)
  const report = reporter(needs, chain)
  let following: Following | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  while (!signal.aborted) {
    try {
      if (performance.now() - verifiedAt > HOUR) {
        const found = await abortable(readChainId(chain), signal)
        if (found !== chain.id) {
          await report.refused(found)
          await rest(Math.max(pollMs, 5000), signal)
          continue
        }
        following ??= await beginFollowing(needs, chain, signal)
        await checkGenesis(following)
        verifiedAt = performance.now()
      }
      if (!following) continue
      const isAtHead = await followOnce(following, report.behind)
      failures = 0
      if (!isAtHead) continue
      await report.following()
      await rest(pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CursorMoved) {
        following = undefined
        verifiedAt = Number.NEGATIVE_INFINITY
        await rest(pollMs, signal)
        continue
      }
      failures += 1
      // Whatever answers next may be another node: its chain is asked for again.
      verifiedAt = Number.NEGATIVE_INFINITY
      await report.failed(error)
      await rest(backoffMs(failures, pollMs), signal)
    }
  }
}

async function beginFollowing(
  needs: FollowerNeeds,
  chain: Chain,
  signal: AbortSignal,
): Promise<Following> {
  const [cursor, addresses] = await Promise.all([
    findCursor(needs.database, chain.id),
    needs.projection.addressesOf(needs.database, chain.id),
  ])
  return {
    ...needs,
    chain,
    factory: factoryOf(chain),
    signal,
    cursor,
    genesisHash: '',
    addresses: new Set(addresses),
    range: startRange,
    batch: startBatch,
    headBelowSince: undefined,
  }
}

/** Reads and writes one range. Answers whether the cursor stands at the head. */
async function followOnce(
  following: Following,
  tellBehind: () => Promise<void>,
): Promise<boolean> {
  const { chain, signal, cursor } = following
  const head = await abortable(readHeader(chain, 'latest'), signal)
  if (!head) throw new Error('The node has no blocks.')
  if (cursor && head.hash === cursor.hash) return true
  if (cursor && isLagging(following, head.number, cursor.number)) return true
  if (cursor && head.number <= cursor.number) return reorganise(following)

  const first = cursor ? cursor.number + 1 : startBlockOf(chain)
  if (first > head.number) return true
  if (head.number - first > following.range.size) await tellBehind()

  const range = await readRange(following, first, head)
  if (range === 'replaced') return reorganise(following)
  if (range === 'refused') return false
  await writeRange(following, range, head.number)
  return following.cursor?.number === head.number
}

/**
 * Whether the answer may come from a node that is behind its siblings. Only if the head
 * stays below the cursor it is believed; an embedded chain has one node, which is right.
 */
function isLagging(following: Following, head: number, cursor: number): boolean {
  if (head >= cursor || following.chain.isDemo) {
    following.headBelowSince = undefined
    return false
  }
  following.headBelowSince ??= performance.now()
  return performance.now() - following.headBelowSince < LAG_MS
}

function factoryOf(chain: Chain): Address {
  // Safe: only chains with contracts are followed, and lower-casing keeps an address one.
  return (chain.contracts?.factory.toLowerCase() ?? '0x') as Address
}

function startBlockOf(chain: Chain): number {
  return chain.contracts?.startBlock ?? 0
}
