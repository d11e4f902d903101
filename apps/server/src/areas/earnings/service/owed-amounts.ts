import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { isSessionWallet, type Session } from '../../../http/session.ts'
import { listConfirmedBlocks } from '../../../indexer/queries.ts'
import { type Earning, findOwed, listEarnings, saveOwed } from '../queries.ts'
import { inTime, MAX_WAIT_MS, putBounded } from './bounds.ts'
import { type OwedRequest, readOwed } from './read-owed.ts'

/** Amount owed to an account on a chain. */
export type OwedAmount = {
  chain_id: number
  amount_wei: bigint
  /** Amount of each collection and royalty split, in wei; null where the chain did not answer. */
  collections: OwedCollection[] | null
}

type OwedCollection = { address: Address; amount_wei: bigint }

/**
 * Reads the amounts an account could withdraw now, on every chain whose coins have a
 * value; with `hasTestnets` on test networks too.
 */
export type OwedReader = (
  session: Session,
  options?: { hasTestnets?: boolean },
) => Promise<OwedAmount[]>

/** Pause after a failed request, per chain or per account. */
const REST_MS = 5000

const MAX_COLLECTIONS = 1000

/** Completed or running read of amounts, and the state it was read at. */
type Reading = {
  state: string
  startsAt: number
  hasBegun: boolean
  collections: Promise<OwedCollection[]>
}

type Earnings = { askedAt: number; found: Promise<Earning[]> }

/**
 * Creates the reader of a process. It requests amounts only when a chain's head has
 * moved, so that a withdrawal shows with its block, and returns the last stored amount
 * while a chain does not respond.
 */
export function createOwedReader(context: AppContext): OwedReader {
  const { database, log } = context
  const now = () => context.clock().getTime()
  const readings = new Map<string, Reading>()
  const restingUntil = new Map<string, number>()
  const earnings = new Map<string, Earnings>()

  async function amountOf(request: OwedRequest): Promise<OwedAmount> {
    const { chain, account } = request
    const waitMs = Math.min(chain.timeoutMs, MAX_WAIT_MS)
    // viem's `getBlockNumber` would share an older request that hangs.
    const askHead = () =>
      inTime(chain.client.request({ method: 'eth_blockNumber' }), waitMs)
    const head = await unlessResting(chain.alias, chain.alias, askHead)
    const collections =
      head &&
      (await unlessResting(keyOf(request), chain.alias, () => {
        const reading = readingAt(context, readings, request, head)
        const delayMs = Math.max(0, reading.startsAt - now())
        return inTime(reading.collections, delayMs + waitMs)
      }))
    const amount_wei = collections
      ? sumOwed(collections)
      : await findOwed(database, account, chain.id)
    return { chain_id: chain.id, amount_wei, collections: collections ?? null }
  }

  /**
   * Returns the result of `work`; undefined if it fails, and without a call during the
   * pause after that.
   */
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
      // Logs only the error's name: its message may contain the node's URL with a key.
      const reason = error instanceof Error ? error.name : 'unknown'
      log.warn({ chain, reason }, 'owed amounts read failed')
      return undefined
    }
  }

  return async (session, { hasTestnets = false } = {}) => {
    const requests = await listRequests(context, earnings, session, hasTestnets)
    return Promise.all(requests.map(amountOf))
  }
}

function sumOwed(collections: OwedCollection[]): bigint {
  return collections.reduce((sum, { amount_wei }) => sum + amount_wei, 0n)
}

/** Lists the requests needed for an account, one per chain. */
async function listRequests(
  context: AppContext,
  kept: Map<string, Earnings>,
  session: Session,
  hasTestnets: boolean,
): Promise<OwedRequest[]> {
  const { address } = session
  const found = await earningsOf(context, kept, address, hasTestnets)
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

/** Lists the collections that may owe an account money, cached for a short time. */
function earningsOf(
  { database, chains, clock, configuration: { limits } }: AppContext,
  kept: Map<string, Earnings>,
  account: string,
  hasTestnets: boolean,
): Promise<Earning[]> {
  const now = clock().getTime()
  const key = `${account}${hasTestnets ? ' with test networks' : ''}`
  const last = kept.get(key)
  if (last && now - last.askedAt < limits.owed_read_interval_ms) return last.found
  // A balance has none of test coins: they have no value, and anyone can name any account as a
  // payee there at no cost.
  const counted = chains.filter(
    ({ contracts, isTestnet }) => contracts && (hasTestnets || !isTestnet),
  )
  const ids = counted.map(({ id }) => id)
  const found = listEarnings(database, { account, chains: ids, most: MAX_COLLECTIONS })
  putBounded(kept, key, { askedAt: now, found })
  found.catch(() => kept.delete(key))
  return found
}

function keyOf({ chain, account }: OwedRequest): string {
  return `${chain.id}:${account}`
}

/** Returns a read at `head` or later: the last one if possible, else a new one. */
function readingAt(
  context: AppContext,
  readings: Map<string, Reading>,
  request: OwedRequest,
  head: string,
): Reading {
  const now = () => context.clock().getTime()
  const { limits } = context.configuration
  const { chain, collections, confirmed } = request
  const key = keyOf(request)
  const depth = chain.confirmations > 0 ? confirmed : 'head'
  const state = `${head}/${depth}/${collections.length}`
  const last = readings.get(key)
  if (last && (last.state === state || !last.hasBegun)) return last

  const startsAt = Math.max(now(), (last?.startsAt ?? 0) + limits.owed_read_interval_ms)
  const reading: Reading = { state, startsAt, hasBegun: false, collections: read() }
  async function read(): Promise<OwedCollection[]> {
    await pause(Math.max(0, startsAt - now()))
    reading.hasBegun = true
    const amounts = await readOwed(request, BigInt(head))
    const owed = collections.map((address, place) => ({
      address,
      amount_wei: amounts[place] ?? 0n,
    }))
    await saveAmount(context, request, sumOwed(owed))
    return owed
  }
  reading.collections.catch(() => {
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
