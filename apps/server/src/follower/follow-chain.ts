import type { Address } from 'viem'
import type { Chain } from '../platform/chains.ts'
import { checkGenesis, checkSource } from './check-chain.ts'
import { confirmWindow } from './confirm.ts'
import { Doubtful } from './doubt.ts'
import { type Endpoints, NoEndpoint } from './endpoints/endpoint.ts'
import type { FollowerNeeds, Following } from './following.ts'
import type { Measures } from './measures.ts'
import { backoffMs, rest } from './pace.ts'
import { findCursor, liftTimeout, saveCursor } from './queries.ts'
import type { Reading } from './reading.ts'
import { reporter } from './report.ts'
import { fallBack, goBack } from './step-back.ts'
import { takeReading } from './take-reading.ts'
import { CursorMoved, startBatch, transact } from './write-range.ts'
import { writeReading } from './write-reading.ts'

const HOUR = 3_600_000

export type ChainNeeds = FollowerNeeds & {
  chain: Chain
  endpoints: Endpoints
  measures: Measures
  holder: string
  signal: AbortSignal
}

/** Follows one chain until `signal` is aborted; survives every failure of network and database. */
export async function followChain(needs: ChainNeeds): Promise<void> {
  const { chain, signal } = needs
  const pollMs = needs.pollMs?.(chain) ?? chain.pollMs
  const report = reporter(needs, chain)
  let following: Following | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  while (!signal.aborted) {
    try {
      following = await beginFollowing(needs, following)
      if (performance.now() - verifiedAt > HOUR) {
        await checkSource(following)
        await checkGenesis(following)
        verifiedAt = performance.now()
      }
      for (; !signal.aborted; failures = 0) {
        const isAtHead = await followOnce(following, pollMs)
        await (isAtHead ? report.following(following.lacksWitness) : report.behind())
        if (isAtHead) await rest(pollMs, signal)
        if (performance.now() - verifiedAt > HOUR) break
      }
    } catch (error) {
      if (signal.aborted) return
      // Whatever answers next may be another node: it is looked at again.
      verifiedAt = Number.NEGATIVE_INFINITY
      if (error instanceof CursorMoved) {
        await rest(pollMs, signal)
        continue
      }
      failures += 1
      await report.failed(error)
      if (error instanceof Doubtful) needs.endpoints.accuse(error.endpoint, error.message)
      await rest(waitAfter(error, failures, pollMs), signal)
    }
  }
}

/** The endpoints know best when one of them may be asked again. */
function waitAfter(error: unknown, failures: number, pollMs: number): number {
  if (error instanceof NoEndpoint) return Math.max(pollMs, error.retryAfterMs)
  return backoffMs(failures, pollMs)
}

/**
 * Begins where the database says the cursor stands. Of an earlier beginning only the experience
 * is kept: an address that a wrong answer named must not stay.
 */
async function beginFollowing(
  needs: ChainNeeds,
  before: Following | undefined,
): Promise<Following> {
  const { chain, database, projection } = needs
  // In this order: an address too many does no harm, one too few would be a gap.
  const cursor = await findCursor(database, chain.id)
  const addresses = await projection.addressesOf(database, chain.id)
  return {
    ...needs,
    factory: factoryOf(chain),
    cursor,
    genesisHash: '',
    addresses: new Set(addresses),
    ranges: before?.ranges ?? new Map(),
    batch: before?.batch ?? startBatch(needs.isEmbedded !== false),
    ahead: undefined,
    headBelowSince: before?.headBelowSince,
    confirmedAt: before?.confirmedAt ?? Number.NEGATIVE_INFINITY,
    restless: before?.restless,
    idle: { name: '', times: 0 },
    lacksWitness: before?.lacksWitness ?? false,
    contradictions: before?.contradictions ?? 0,
  }
}

/** Reads and writes one range. Answers whether the cursor stands at the head. */
async function followOnce(following: Following, pollMs: number): Promise<boolean> {
  const reading = await takeReading(following)
  if (reading.kind === 'below') return fallBack(following, reading)
  following.headBelowSince = undefined
  if (reading.kind === 'replaced') return goBack(following, reading.endpoint)
  following.restless = undefined
  const head = reading.kind === 'range' ? reading.range.head : reading.head
  if (reading.kind === 'range') await writeReading(following, reading)
  const { cursor, chain, measures } = following
  if (cursor && !cursor.isSettled) await settleWhenNear(following, head.number)
  await confirmNowAndThen(following, reading, pollMs)
  measures.progress(chain.alias, {
    cursor: cursor?.number ?? -1,
    confirmed: following.cursor?.confirmedNumber ?? -1,
    head: head.number,
    behindSeconds: cursor ? Math.max(0, (+head.time - +cursor.time) / 1000) : 0,
  })
  return reading.kind === 'idle' || following.cursor?.number === head.number
}

/** What was put off while the chain was far behind is made good once it no longer is. */
async function settleWhenNear(following: Following, headNumber: number): Promise<void> {
  const { chain, cursor, projection, clock, log } = following
  if (!cursor || cursor.number < headNumber - chain.confirmations) return
  const settled = { ...cursor, isSettled: true }
  const began = performance.now()
  await transact(following, async (transaction) => {
    await liftTimeout(transaction)
    await projection.settle(transaction, chain)
    await saveCursor(transaction, chain.id, settled, headNumber, clock())
  })
  following.cursor = settled
  const ms = Math.round(performance.now() - began)
  log.info({ chain: chain.alias, ms }, 'the chain has caught up')
}

async function confirmNowAndThen(
  following: Following,
  reading: Reading & { kind: 'range' | 'idle' },
  pollMs: number,
): Promise<void> {
  const { chain, confirmedAt } = following
  // Not with every block: each look costs as many calls as the first reading.
  const isTime = performance.now() - confirmedAt >= 4 * pollMs
  if (chain.isDemo || !isTime) return
  const head = reading.kind === 'range' ? reading.range.head : reading.head
  const isDone = await confirmWindow(following, head, reading.endpoint)
  if (isDone) following.confirmedAt = performance.now()
}

function factoryOf(chain: Chain): Address {
  // Safe: only chains with contracts are followed, and lower-casing keeps an address one.
  return (chain.contracts?.factory.toLowerCase() ?? '0x') as Address
}
