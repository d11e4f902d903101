import { type MintOrder, parseMintOrder } from '@platemark/mint/mint-order'
import { mintState } from '@platemark/rules/mint-state'
import type {
  MintAttempt,
  MintInput,
  MintResult,
  MintState,
} from '@platemark/rules/mint-state-types'
import type { Address, Facts, WalletFacts } from './facts.ts'
import { isAddress, type Settings } from './settings.ts'
import type { FoundWallet } from './wallets.ts'

export type ConnectedWallet = {
  id: string
  name: string
  address: Address
  chainId: number
  /** Null until it was read. */
  facts: WalletFacts | null
  /** It could not be read the last time. */
  isUnreachable: boolean
}

/** Everything that the panel shows is a function of this. */
export type Model = {
  settings: Settings
  /** Null until the collection was read. */
  facts: Facts | null
  /** Why nothing can be offered; a sentence where only the page's author can mend it. */
  problem: MintInput['unavailable'] | { sentence: string }
  /** Chain time in unix seconds. */
  now: number
  wallet: ConnectedWallet | null
  attempt: MintAttempt | null
  result: MintResult | null
  /** Tokens on their way, which the count already includes. */
  optimisticMinted: { minted: number; phaseId: number } | null
  quantity: number
  chosenPhaseId: number | null
  networkFeeWei: bigint | null
  /** A part of it could not be asked. */
  isFeeRough: boolean
  /** The contract takes no thanks to the referrer from this wallet. */
  isReferrerBarred: boolean
  /** What went wrong in the last try, until the next. */
  fault: string | null
  /** What came of the last press, beside a mint. */
  notice: string | null
  isBusy: boolean
  isOffline: boolean
  /** The wallets to choose from; null while none is to be chosen. */
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
    notice: null,
    isBusy: false,
    isOffline: false,
    choosing: null,
    showsPriceRows: false,
  }
}

/** The state of the panel; null before anything is known. */
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

/** Nothing is known to be for sale, and there are lists that could not be read. */
function isListsOnly({ facts, now }: Model): boolean {
  return (
    facts?.hasUnreadLists === true && facts.terms.phases.every(({ end }) => end <= now)
  )
}

/** The terms with tokens counted that are on their way. */
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

/** What would be sent in this state; null where nothing would, or the proof is not here yet. */
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

/** Whom the mint thanks; null for nobody, or for one the fee could not go to. */
export function acceptedReferrer(model: Model): Address | null {
  const { ref } = model.settings
  return ref !== null && isAddress(ref) && !rejectedReferrer(model) ? ref : null
}

/** Why the one who is named in `ref` gets nothing; null when that is not so. */
export function rejectedReferrer(model: Model): 'invalid' | 'own' | 'creator' | null {
  const { settings, facts, wallet, isReferrerBarred } = model
  const ref = settings.ref?.toLowerCase()
  if (!ref) return null
  if (!isAddress(ref)) return 'invalid'
  if (ref === facts?.creator.address.toLowerCase()) return 'creator'
  return isReferrerBarred || ref === wallet?.address.toLowerCase() ? 'own' : null
}
