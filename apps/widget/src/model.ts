import { type MintOrder, parseMintOrder } from '@platemark/mint/mint-order'
import { mintState } from '@platemark/rules/mint-state'
import type {
  MintAttempt,
  MintInput,
  MintResult,
  MintState,
} from '@platemark/rules/mint-state-types'
import {
  parseReferrer,
  type Referrer,
  type ReferrerRejection,
} from '@platemark/rules/referrer'
import type { FoundWallet } from '@platemark/wallet/discover-wallets'
import type { Address, Facts, WalletFacts } from './facts.ts'
import type { Settings } from './settings.ts'

export type ConnectedWallet = {
  id: string
  name: string
  address: Address
  chainId: number
  /** Null before the first read. */
  facts: WalletFacts | null
  /** The last read failed. */
  isUnreachable: boolean
}

/** State of the panel; the view is a function of it. */
export type Model = {
  settings: Settings
  /** Null before the first read. */
  facts: Facts | null
  /** Reason why nothing is offered; a message where only the page's author can fix it. */
  problem: MintInput['unavailable'] | { sentence: string }
  /** Chain time in unix seconds. */
  now: number
  wallet: ConnectedWallet | null
  attempt: MintAttempt | null
  result: MintResult | null
  /** Pending tokens, which the count already includes. */
  optimisticMinted: { minted: number; phaseId: number } | null
  quantity: number
  chosenPhaseId: number | null
  networkFeeWei: bigint | null
  /** A part of the network fee is missing from the estimate. */
  isFeeRough: boolean
  /** The contract rejects the referrer for this wallet. */
  isReferrerBarred: boolean
  /** Error of the last attempt. */
  fault: string | null
  /** A request that the wallet may still answer with a mint. */
  warning: string | null
  /** Result of the last action other than minting. */
  notice: string | null
  isBusy: boolean
  isOffline: boolean
  /** Wallets to choose from; null while the choice is closed. */
  choosing: readonly FoundWallet[] | null
  showsPriceRows: boolean
}

export function createModel(settings: Settings): Model {
  return {
    settings,
    facts: null,
    problem: null,
    now: Math.floor(Date.now() / 1000),
    wallet: null,
    attempt: null,
    result: null,
    optimisticMinted: null,
    quantity: 1,
    chosenPhaseId: null,
    networkFeeWei: null,
    isFeeRough: false,
    isReferrerBarred: false,
    fault: null,
    warning: null,
    notice: null,
    isBusy: false,
    isOffline: false,
    choosing: null,
    showsPriceRows: false,
  }
}

/** Returns the mint state of the panel; null before the first read. */
export function toMintState(model: Model): MintState | null {
  const { facts, problem, wallet } = model
  const unread = wallet?.isUnreachable ? 'network' : null
  const unavailable =
    typeof problem === 'string'
      ? problem
      : (unread ?? (isListsOnly(model) ? 'lists' : null))
  if (!facts && !unavailable) return null
  return mintState({
    now: model.now,
    unavailable,
    chainId: facts?.network.id ?? 0,
    collection: optimisticTerms(model),
    mintFeeWei: facts?.mintFeeWei ?? 0n,
    attempt: model.attempt,
    result: model.result,
    wallet: wallet && {
      chainId: wallet.chainId,
      balanceWei: wallet.facts?.balanceWei ?? null,
      phases: wallet.facts?.phases ?? null,
    },
    needsSignIn: false,
    chosenPhaseId: model.chosenPhaseId,
    quantity: model.quantity,
    networkFeeWei: model.networkFeeWei,
  })
}

/** Returns whether no phase is open and some lists could not be read. */
function isListsOnly({ facts, now }: Model): boolean {
  return (
    facts?.hasUnreadLists === true && facts.terms.phases.every(({ end }) => end <= now)
  )
}

/** Returns the terms with pending tokens counted. */
export function optimisticTerms({
  facts,
  optimisticMinted,
}: Model): MintInput['collection'] {
  if (!facts) return { isPaused: false, minted: 0, maxSupply: null, phases: [] }
  const { terms } = facts
  const extra = optimisticMinted ? optimisticMinted.minted - terms.minted : 0
  if (!optimisticMinted || extra <= 0) return terms
  return {
    ...terms,
    minted: optimisticMinted.minted,
    phases: terms.phases.map((phase) =>
      phase.phaseId === optimisticMinted.phaseId
        ? { ...phase, minted: phase.minted + extra }
        : phase,
    ),
  }
}

/**
 * Returns the order of a state; null when nothing can be sent, or the proof is missing.
 */
export function toMintOrder(model: Model, state: MintState | null): MintOrder | null {
  const { facts, wallet } = model
  if (!state || !facts || !wallet) return null
  return parseMintOrder(state, {
    contract: facts.contract,
    account: wallet.address,
    entries: wallet.facts?.entries,
    referrer: acceptedReferrer(model),
  })
}

/** Returns the referrer of the mint; null for none or for a rejected one. */
export function acceptedReferrer(model: Model): Address | null {
  return findReferrer(model).referrer
}

/** Returns why the address in `ref` earns nothing; null when it earns or is absent. */
export function rejectedReferrer(model: Model): ReferrerRejection | null {
  return findReferrer(model).rejection
}

function findReferrer({ settings, facts, wallet, isReferrerBarred }: Model): Referrer {
  return parseReferrer(settings.ref, {
    minter: wallet?.address,
    creator: facts?.creator.address,
    isRefused: isReferrerBarred,
  })
}
