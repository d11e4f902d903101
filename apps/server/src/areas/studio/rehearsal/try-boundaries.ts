import { collectionAbi } from '@platemark/abi/collection'
import { toInstant } from '@platemark/api/collection-terms'
import type { RehearsedWallet } from '@platemark/api/rehearsal'
import { isUnlimited, MAX_PER_MINT } from '@platemark/rules/limits'
import { BaseError, decodeErrorResult, type Hex } from 'viem'
import {
  listedMinter,
  type Minter,
  mintCall,
  publicMinter,
  type RehearsedCollection,
  strangerAddress,
} from './mint-calls.ts'
import type { ListedMinter } from './read-lists.ts'
import { type Instant, isOpenAt, listInstants, type SchedulePhase } from './schedule.ts'
import type { SentCall, ThrowawayChain } from './throwaway-chain.ts'

/** Wallets of a list that try: with the terms that differ most. */
const MAX_LISTED = 3

type Trial = {
  phase: SchedulePhase
  minter: Minter
  kind: RehearsedWallet['kind']
  attempts: RehearsedWallet['attempts']
  isLimitHeld: boolean | null
}

type Sale = {
  collection: RehearsedCollection
  maxSupply: number | null
  phases: readonly SchedulePhase[]
  minters: readonly ListedMinter[]
  deployedAt: number
}

/**
 * Mints one token with wallets of each list and a stranger at every second around each boundary,
 * from the state after the deployment every time, and one more than the limit once. Calls
 * `onProgress` with the instants that are done.
 */
export async function tryBoundaries(
  chain: ThrowawayChain,
  sale: Sale,
  onProgress: (done: number, total: number) => void,
): Promise<{ wallets: RehearsedWallet[]; instants: number; boundaries: number }> {
  const instants = listInstants(sale.phases, sale.deployedAt)
  const trials = sale.phases.flatMap((phase) => listTrials(phase, sale.minters))
  const withLimit = new Set<Trial>()
  for (const [done, instant] of instants.entries()) {
    onProgress(done, instants.length)
    for (const trial of trials.filter(({ phase }) => phase === instant.phase)) {
      trial.attempts.push(await tryMint(chain, sale.collection, trial, instant))
      const isOpen = isOpenAt(instant.phase, instant.at + 1)
      if (withLimit.has(trial) || !isOpen || !canTryLimit(trial, sale)) continue
      withLimit.add(trial)
      trial.isLimitHeld = await tryLimit(chain, sale.collection, trial, instant)
    }
  }
  onProgress(instants.length, instants.length)
  const { mintFeeWei } = sale.collection
  const boundaries = new Set(
    instants.map(({ phase, boundary }) => `${phase.phase_id} ${boundary}`),
  )
  return {
    wallets: trials.map((trial) => describeTrial(trial, mintFeeWei)),
    instants: new Set(instants.map(({ at }) => at)).size,
    boundaries: boundaries.size,
  }
}

function listTrials(phase: SchedulePhase, minters: readonly ListedMinter[]): Trial[] {
  const trial = (minter: Minter, kind: Trial['kind']): Trial => ({
    ...{ phase, minter, kind, attempts: [], isLimitHeld: null },
  })
  if (phase.kind === 'public') return [trial(publicMinter(phase, 0), 'stranger')]
  const listed = chooseListed(
    minters.filter(({ phase_id }) => phase_id === phase.phase_id),
  )
  const [first] = listed
  if (!first) return []
  // With the entry of a wallet on the list: it has none of its own.
  const stranger = { ...listedMinter(first), address: strangerAddress(0) }
  return [
    ...listed.map((entry) => trial(listedMinter(entry), 'listed')),
    trial(stranger, 'stranger'),
  ]
}

/** Chooses the first wallet, and those with other prices or quantities. */
function chooseListed(minters: readonly ListedMinter[]): ListedMinter[] {
  const byTerms = new Map<string, ListedMinter>()
  for (const minter of minters) {
    const terms = `${minter.priceWei} ${minter.quantity}`
    if (!byTerms.has(terms)) byTerms.set(terms, minter)
    if (byTerms.size === MAX_LISTED) break
  }
  return [...byTerms.values()]
}

async function tryMint(
  chain: ThrowawayChain,
  collection: RehearsedCollection,
  { phase, minter, kind }: Trial,
  { at, boundary, offset }: Instant,
): Promise<RehearsedWallet['attempts'][number]> {
  const state = await chain.save()
  try {
    const call = mintCall(collection, minter, 1)
    const [receipt] = await chain.mineAt(at, [call])
    const is_minted = receipt?.isSuccess ?? false
    const mayMint = phase.kind === 'public' || kind === 'listed'
    return {
      ...{ at: toInstant(at), boundary, offset, is_minted },
      refusal: is_minted ? null : await readRefusal(chain, call),
      is_expected: is_minted === (mayMint && isOpenAt(phase, at)),
    }
  } finally {
    await chain.restore(state)
  }
}

/** Returns the name of the error with which the newest block refuses a call. */
async function readRefusal(
  { client }: ThrowawayChain,
  { from, to, data, valueWei = 0n }: SentCall,
): Promise<string> {
  try {
    await client.call({ account: from, to, data, value: valueWei })
    return 'unknown'
  } catch (error) {
    const revert = error instanceof BaseError ? findRevertData(error) : undefined
    if (!revert) return 'unknown'
    try {
      return decodeErrorResult({ abi: collectionAbi, data: revert }).errorName
    } catch {
      return 'unknown'
    }
  }
}

function findRevertData(error: BaseError): Hex | undefined {
  const found = error.walk(
    (cause) => typeof Reflect.get(Object(cause), 'data') === 'string',
  )
  const data: unknown = found && Reflect.get(found, 'data')
  return typeof data === 'string' && data.startsWith('0x') && data.length > 2
    ? // Safe: JSON-RPC states the data of a revert in hex.
      (data as Hex)
    : undefined
}

/** A limit is tried where one transaction reaches it, and one more token would be left. */
function canTryLimit({ phase, minter, kind }: Trial, { maxSupply }: Sale): boolean {
  if (kind === 'stranger' && phase.kind === 'allowlist') return false
  const { limit } = minter
  const left = Math.min(phase.cap ?? Infinity, maxSupply ?? Infinity)
  return limit <= MAX_PER_MINT && limit < left
}

async function tryLimit(
  chain: ThrowawayChain,
  collection: RehearsedCollection,
  { phase, minter }: Trial,
  { at }: Instant,
): Promise<boolean | null> {
  if (!isOpenAt(phase, at)) return null
  const state = await chain.save()
  try {
    const [whole] = await chain.mineAt(at, [mintCall(collection, minter, minter.limit)])
    const [more] = await chain.mineAt(at + 1, [mintCall(collection, minter, 1)])
    return whole?.isSuccess === true && more?.isSuccess === false
  } finally {
    await chain.restore(state)
  }
}

function describeTrial(
  { phase, minter, kind, attempts, isLimitHeld }: Trial,
  mintFeeWei: bigint,
): RehearsedWallet {
  const { phase_id } = phase
  const isOutside = kind === 'stranger' && phase.kind === 'allowlist'
  const hasLimit = !isOutside && !isUnlimited(phase_id, minter.limit)
  return {
    ...{ phase_id, kind, address: minter.address, attempts },
    limit: hasLimit ? minter.limit : null,
    price_wei: String(minter.priceWei),
    cost_wei: String(minter.priceWei + mintFeeWei),
    is_limit_held: isLimitHeld,
  }
}
