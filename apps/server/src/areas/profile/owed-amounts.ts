import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../http/app-context.ts'
import { isSessionWallet, type Session } from '../../http/session.ts'
import {
  type Earning,
  findOwed,
  listConfirmedBlocks,
  listEarnings,
  saveOwed,
} from './queries.ts'
import { type OwedRequest, readOwed } from './read-owed.ts'

/** What an account is owed on a chain. */
export type OwedAmount = { chain_id: number; amount_wei: bigint }

/** Answers what an account could withdraw now, on every chain whose coins have a value. */
export type OwedReader = (session: Session) => Promise<OwedAmount[]>

/** The longest that somebody waits for a node. */
const MAX_WAIT_MS = 1500

/** How long a node is left alone that did not answer, about everything or one account. */
const REST_MS = 5000

const MAX_CACHED = 5000
const MAX_COLLECTIONS = 1000

/** What was read, or is being read, and what it was read of. */
type Reading = {
  state: string
  startsAt: number
  hasBegun: boolean
  amount: Promise<bigint>
}

type Earnings = { askedAt: number; found: Promise<Earning[]> }

/**
 * Makes the reader of a process. A chain is asked for its head, and for amounts only when that
 * has moved: nothing is read twice, and a withdrawal shows as soon as its block is there. While
 * a chain does not answer, the amount last read stands.
 */
export function createOwedReader(context: AppContext): OwedReader {
  const { database, log } = context
  const now = () => context.clock().getTime()
  const readings = new Map<string, Reading>()
  const restingUntil = new Map<string, number>()
  const earnings = new Map<string, Earnings>()

  async function amountOf(question: OwedRequest): Promise<bigint> {
    const { chain, account } = question
    const waitMs = Math.min(chain.timeoutMs, MAX_WAIT_MS)
    // The library's own function would share an older question that hangs.
    const askHead = () =>
      inTime(chain.client.request({ method: 'eth_blockNumber' }), waitMs)
    const head = await unlessResting(chain.alias, chain.alias, askHead)
    const amount =
      head &&
      (await unlessResting(keyOf(question), chain.alias, () => {
        const reading = readingAt(context, readings, question, head)
        const delayMs = Math.max(0, reading.startsAt - now())
        return inTime(reading.amount, delayMs + waitMs)
      }))
    return amount ?? findOwed(database, account, chain.id)
  }

  /** Answers what `work` does; undefined when it fails, and for some time after that. */
  async function unlessResting<T>(
    key: string,
    chain: string,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    if ((restingUntil.get(key) ?? 0) > now()) return undefined
    try {
      return await work()
    } catch (error) {
      putBounded(restingUntil, key, now() + REST_MS)
      // Its name alone: the text may hold the address of the node, and that a key.
      const reason = error instanceof Error ? error.name : 'unknown'
      log.warn({ chain, reason }, 'owed amounts could not be read')
      return undefined
    }
  }

  return async (session) => {
    const questions = await listRequests(context, earnings, session)
    return Promise.all(
      questions.map(async (question) => ({
        chain_id: question.chain.id,
        amount_wei: await amountOf(question),
      })),
    )
  }
}

/** What must be asked about an account. */
async function listRequests(
  context: AppContext,
  kept: Map<string, Earnings>,
  session: Session,
): Promise<OwedRequest[]> {
  const { address } = session
  const found = await earningsOf(context, kept, address)
  if (found.length === 0) return []
  const confirmed = await listConfirmedBlocks(context.database)
  const byChain = Map.groupBy(found, ({ chain_id }) => chain_id)
  return context.chains.flatMap((chain) => {
    const { id, contracts } = chain
    const collections = byChain.get(id)?.map((earning) => earning.address)
    const isTheirs = isSessionWallet(session, { chain_id: id, address })
    if (!collections || !contracts || !isTheirs) return []
    return {
      chain,
      contracts,
      account: address,
      collections,
      confirmed: confirmed.get(id) ?? -1,
    }
  })
}

/** Where an account may be owed money, asked of the database now and then. */
function earningsOf(
  { database, chains, clock, configuration: { limits } }: AppContext,
  kept: Map<string, Earnings>,
  account: string,
): Promise<Earning[]> {
  const now = clock().getTime()
  const last = kept.get(account)
  if (last && now - last.askedAt < limits.owed_read_interval_ms) return last.found
  // Test coins are worth nothing, and anybody can be named there for nothing.
  const counted = chains.filter(({ contracts, isTestnet }) => contracts && !isTestnet)
  const ids = counted.map(({ id }) => id)
  const found = listEarnings(database, { account, chains: ids, most: MAX_COLLECTIONS })
  putBounded(kept, account, { askedAt: now, found })
  found.catch(() => kept.delete(account))
  return found
}

function keyOf({ chain, account }: OwedRequest): string {
  return `${chain.id}:${account}`
}

/** Adds what is the newest, and forgets the oldest when there is too much. */
function putBounded<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MAX_CACHED) kept.delete(oldest)
}

/** A reading that shows the chain at `head` or later: the last one, if it does. */
function readingAt(
  context: AppContext,
  readings: Map<string, Reading>,
  question: OwedRequest,
  head: string,
): Reading {
  const now = () => context.clock().getTime()
  const { limits } = context.configuration
  const { chain, collections, confirmed } = question
  const key = keyOf(question)
  const depth = chain.confirmations > 0 ? confirmed : 'head'
  const state = `${head}/${depth}/${collections.length}`
  const last = readings.get(key)
  if (last && (last.state === state || !last.hasBegun)) return last

  const startsAt = Math.max(now(), (last?.startsAt ?? 0) + limits.owed_read_interval_ms)
  const reading: Reading = { state, startsAt, hasBegun: false, amount: read() }
  async function read(): Promise<bigint> {
    await pause(Math.max(0, startsAt - now()))
    reading.hasBegun = true
    const amount = await readOwed(question, BigInt(head))
    await saveAmount(context, question, amount)
    return amount
  }
  reading.amount.catch(() => {
    if (readings.get(key) === reading) readings.delete(key)
  })
  putBounded(readings, key, reading)
  return reading
}

function saveAmount(
  { database, clock }: AppContext,
  { account, chain }: OwedRequest,
  amount: bigint,
): Promise<void> {
  return saveOwed(database, {
    account,
    chain_id: chain.id,
    amount_wei: amount.toString(),
    read_at: clock(),
  })
}

/** Rejects when `work` takes longer than `timeoutMs`. */
async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const stop = new AbortController()
  const tooLong = pause(timeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error('It took too long.')
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    stop.abort()
    tooLong.catch(() => {})
  }
}
