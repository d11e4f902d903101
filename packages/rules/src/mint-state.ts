import {
  activePhases,
  collectionState,
  hasRoom,
  isSoldOut,
  laterPhases,
  openPhase,
} from './collection-state.ts'
import { maxPerMint } from './limits.ts'
import {
  canEnter,
  hasOwnRoom,
  type OfferedPhase,
  offeredPhase,
  type WalletPhase,
} from './mint-phase.ts'
import type {
  MintAction,
  MintCases,
  MintCode,
  MintInput,
  MintResult,
  MintState,
  MintWallet,
  Unavailable,
} from './mint-state-types.ts'
import { mintTotal } from './price.ts'

/**
 * Returns the state of a mint panel: the first that matches, in this order. Page, API and
 * embedded panel share the function, so that they cannot disagree.
 */
export function mintState(input: MintInput): MintState {
  const { collection, now, wallet } = input
  const reason = unavailableReason(input)
  if (reason) {
    const isFinal = reason === 'blocked' || reason === 'unreadable'
    return state('unavailable', { reason }, isFinal ? 'none' : 'retry')
  }

  const phases = collection.phases.map((phase) => offeredPhase(phase, wallet?.phases))
  // By the wallet's own terms: its window of a phase may end before the common one.
  const whole = collectionState({ ...collection, phases }, now)
  const offers = {
    phase: offerNow(phases, wallet?.phases ?? null, now) ?? null,
    later: laterPhases(phases, now),
  }

  if (whole === 'paused') return state('paused', offers, 'see_changes')
  if (input.attempt) {
    const secondary = input.attempt.isLate ? 'stop_waiting' : 'none'
    return state('pending_tx', input.attempt, 'view_transaction', secondary)
  }
  if (input.result) return successState(input.result, input)
  if (isSoldOut(collection)) {
    const maxSupply = collection.maxSupply ?? 0
    return state('sold_out', { maxSupply }, 'see_prints', 'see_more_by_creator')
  }
  if (whole === 'ended') return endedState(collection.minted, phases)
  if (!offers.phase) return notStartedState(offers.later, wallet)

  if (!wallet) return state('disconnected', offers, 'connect')
  if (input.needsSignIn) {
    return state('needs_sign_in', offers, 'sign_in', 'mint_without_account')
  }
  if (wallet.chainId !== input.chainId) {
    const params = { ...offers, walletChainId: wallet.chainId }
    const primary = wallet.isFixed ? 'use_another_wallet' : 'switch_chain'
    return state('wrong_chain', params, primary)
  }
  if (!wallet.phases || wallet.balanceWei === null) {
    return state('checking', offers, 'wait')
  }
  return walletState(input, phases, wallet.phases, wallet.balanceWei)
}

/** Returns the open phase that this wallet would mint in, or else any visitor. */
function offerNow(
  phases: readonly OfferedPhase[],
  own: readonly WalletPhase[] | null,
  now: number,
): OfferedPhase | undefined {
  const entered = own
    ? activePhases(phases, now).filter((phase) => canEnter(phase, own))
    : []
  return entered[0] ?? openPhase(phases, now)
}

/** A mint that was sent is shown to its end, also of a collection that became unreadable. */
function unavailableReason(input: MintInput): Unavailable | null {
  if (input.unavailable === 'blocked') return 'blocked'
  const isUnreadable = input.collection.isUnreadable && !input.attempt && !input.result
  return isUnreadable ? 'unreadable' : input.unavailable
}

/** Returns the state after a mint, with whether the same wallet can mint more. */
function successState(result: MintResult, input: MintInput): MintState {
  const rest = mintState({ ...input, result: null })
  const canMintMore = rest.code === 'ready' || rest.code === 'insufficient_funds'
  const params = { ...result, canMintMore }
  return state('success', params, 'share', canMintMore ? 'mint_more' : 'view_prints')
}

function endedState(minted: number, phases: readonly OfferedPhase[]): MintState {
  const params = { endedAt: Math.max(...phases.map(({ end }) => end)), minted }
  return minted > 0
    ? state('ended', params, 'see_prints', 'see_more_by_creator')
    : state('ended', params, 'see_more_by_creator')
}

/** Returns the state while no phase is open; `later` are still to start. */
function notStartedState(
  later: readonly OfferedPhase[],
  wallet: MintWallet | null,
): MintState {
  const [next] = later
  if (!next) return state('no_phase', {}, 'see_changes', 'see_more_by_creator')
  const own = wallet?.phases
  const place = own ? later.find((phase) => canEnter(phase, own)) : undefined
  const params = { next, later, place: place ?? null }
  return wallet
    ? state('not_started', params, 'add_to_calendar', 'see_phases')
    : state('not_started', params, 'connect', 'add_to_calendar')
}

/** Returns the state of a wallet whose terms and balance are known. */
function walletState(
  input: MintInput,
  phases: readonly OfferedPhase[],
  own: readonly WalletPhase[],
  balanceWei: bigint,
): MintState {
  const { collection, now } = input
  const open = activePhases(phases, now)
  const entered = open.filter((phase) => canEnter(phase, own))
  const later = laterPhases(phases, now).filter((phase) => canEnter(phase, own))

  const [first] = entered
  if (!first) {
    // Safe: this function is reached only while a phase is open.
    const params = { phase: open[0] as OfferedPhase, later }
    const primary = later.length > 0 ? 'add_to_calendar' : 'see_phases'
    return state('not_eligible', params, primary, 'use_another_wallet')
  }

  const mintable = entered.filter((phase) => hasOwnRoom(phase) && hasRoom(phase))
  const chosen = mintable.find(({ phaseId }) => phaseId === input.chosenPhaseId)
  const phase = chosen ?? mintable[0]
  if (!phase) return exhaustedState(first, later.find(hasOwnRoom) ?? null, collection)
  const others = mintable.filter((other) => other !== phase)
  return orderState(input, phase, others, balanceWei)
}

/** Returns the state of a wallet at its limit in `phase`, or of a phase without tokens left. */
function exhaustedState(
  phase: OfferedPhase,
  next: OfferedPhase | null,
  collection: MintInput['collection'],
): MintState {
  if (!hasOwnRoom(phase)) {
    return next
      ? state('wallet_limit', { phase, next }, 'add_to_calendar', 'view_prints')
      : state('wallet_limit', { phase, next }, 'view_prints')
  }
  const params = { phase, next, left: leftOf(collection) }
  return next
    ? state('phase_sold_out', params, 'add_to_calendar', 'see_phases')
    : state('phase_sold_out', params, 'see_phases')
}

/** Returns the state of minting in `phase`: its cost, and whether the wallet can pay it. */
function orderState(
  input: MintInput,
  phase: OfferedPhase,
  others: readonly OfferedPhase[],
  balanceWei: bigint,
): MintState {
  const { mintFeeWei, networkFeeWei } = input
  const most = maxPerMint({
    allowed: phase.allowed,
    used: phase.used,
    phaseLeft: leftOf(phase),
    supplyLeft: leftOf(input.collection),
  })
  const quantity = Math.min(Math.max(input.quantity, 1), most)
  const totalWei = mintTotal(phase.priceWei, mintFeeWei, quantity)
  const ready = { phase, others, quantity, most, totalWei, networkFeeWei }

  const needed = totalWei + (networkFeeWei ?? 0n)
  if (balanceWei >= needed) return state('ready', ready, 'mint')

  const unitWei = mintTotal(phase.priceWei, mintFeeWei, 1)
  const affordable = affordableOf(balanceWei - (networkFeeWei ?? 0n), unitWei, quantity)
  const params = { ...ready, missingWei: needed - balanceWei, balanceWei, affordable }
  const secondary = affordable > 0 ? 'mint_fewer' : 'none'
  return state('insufficient_funds', params, 'get_funds', secondary)
}

function leftOf(counted: { minted: number; maxSupply: number | null }): number | null {
  return counted.maxSupply === null ? null : counted.maxSupply - counted.minted
}

function affordableOf(balanceWei: bigint, unitWei: bigint, quantity: number): number {
  if (balanceWei <= 0n || unitWei === 0n) return 0
  const most = balanceWei / unitWei
  return most < BigInt(quantity) ? Number(most) : quantity - 1
}

function state<C extends MintCode>(
  code: C,
  params: MintCases[C],
  primary: MintAction,
  secondary: MintAction = 'none',
): MintState {
  // Safe: `MintCases` ties these params to this code; TypeScript cannot follow it through C.
  return { code, params, primary, secondary } as MintState
}
