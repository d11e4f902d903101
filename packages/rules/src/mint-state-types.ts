import type { CollectionFacts } from './collection-state.ts'
import type { MintPhase, OfferedPhase, WalletPhase } from './mint-phase.ts'

export type MintWallet = {
  chainId: number
  /** True for a wallet that works on one network only; absent: it can switch. */
  isFixed?: boolean
  /** Wei on the collection's chain; null while unknown. */
  balanceWei: bigint | null
  /** Null while unknown. */
  phases: readonly WalletPhase[] | null
}

/** A pending mint. */
export type MintAttempt = {
  /** `unseen`: the wallet returned a hash that no node knows, as wallets of several signers do. */
  step: 'wallet' | 'sent' | 'unseen'
  /** The wallet has not answered for long; absent: it has, or its time is not up. */
  isLate?: boolean
  quantity: number
  hash: string | null
  /** Wei of the transaction without the network fee; null while unknown. */
  totalWei: bigint | null
  /** Ms since 1970 by the visitor's clock; null until it was sent. */
  sentAt: number | null
}

/** A successful mint that was not dismissed yet. */
export type MintResult = {
  quantity: number
  /** Tokens requested; more than `quantity` when the supply ran out before its block. */
  requested: number
  tokenIds: readonly string[]
  hash: string
  /** Wei in all, the network's fee included where it is known. */
  spentWei: bigint
  /** Wei that came back because fewer were left. */
  returnedWei: bigint
}

/**
 * Why a mint cannot be offered: no response of the chain, a collection that is not indexed, is
 * blocked or has a log that could not be applied, the rate limit, or lists that cannot be read.
 */
export type Unavailable =
  | 'network'
  | 'not_indexed'
  | 'blocked'
  | 'unreadable'
  | 'too_often'
  | 'lists'

export type MintInput = {
  /** Chain time in unix seconds. */
  now: number
  /** Why this site cannot offer the mint now, or null. */
  unavailable: Unavailable | null
  chainId: number
  collection: Omit<CollectionFacts, 'phases'> & { phases: readonly MintPhase[] }
  mintFeeWei: bigint
  attempt: MintAttempt | null
  result: MintResult | null
  wallet: MintWallet | null
  /** Another part of the page needs an account, and the wallet has not signed in. */
  needsSignIn: boolean
  /** The phase chosen by hand among those that are open to the wallet. */
  chosenPhaseId: number | null
  quantity: number
  /** The estimated network fee in wei; null while unknown. */
  networkFeeWei: bigint | null
}

/** The action of a button. */
export type MintAction =
  | 'retry'
  | 'see_phases'
  | 'see_more_by_creator'
  | 'see_changes'
  | 'see_prints'
  | 'view_prints'
  | 'view_transaction'
  | 'share'
  | 'mint_more'
  | 'add_to_calendar'
  | 'connect'
  | 'sign_in'
  | 'mint_without_account'
  | 'switch_chain'
  | 'wait'
  | 'stop_waiting'
  | 'use_another_wallet'
  | 'get_funds'
  | 'mint_fewer'
  | 'mint'
  | 'none'

type Offers = { phase: OfferedPhase | null; later: readonly OfferedPhase[] }

/** The parameters of each state. */
export type MintCases = {
  unavailable: { reason: Unavailable }
  paused: Offers
  pending_tx: MintAttempt
  success: MintResult & { canMintMore: boolean }
  sold_out: { maxSupply: number }
  ended: { endedAt: number; minted: number }
  no_phase: Record<never, never>
  not_started: {
    next: OfferedPhase
    later: readonly OfferedPhase[]
    /** The first phase that has a place for this wallet; null while the wallet is unknown. */
    place: OfferedPhase | null
  }
  disconnected: Offers
  needs_sign_in: Offers
  wrong_chain: Offers & { walletChainId: number }
  checking: Offers
  not_eligible: { phase: OfferedPhase; later: readonly OfferedPhase[] }
  wallet_limit: { phase: OfferedPhase; next: OfferedPhase | null }
  phase_sold_out: {
    phase: OfferedPhase
    next: OfferedPhase | null
    /** Tokens left of the collection; null: no cap. */
    left: number | null
  }
  insufficient_funds: Ready & {
    missingWei: bigint
    balanceWei: bigint
    affordable: number
  }
  ready: Ready
}

type Ready = {
  phase: OfferedPhase
  /** Other phases that are open to this wallet now, for the switch. */
  others: readonly OfferedPhase[]
  quantity: number
  most: number
  /** Wei for all tokens with their mint fees. */
  totalWei: bigint
  networkFeeWei: bigint | null
}

export type MintCode = keyof MintCases
export type MintStateFor<C extends MintCode> = {
  code: C
  params: MintCases[C]
  primary: MintAction
  secondary: MintAction
}
export type MintState = { [C in MintCode]: MintStateFor<C> }[MintCode]
