import { type Terms, toSeconds } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import {
  formatAmount,
  formatCount,
  formatUsdUp,
  shortAddress,
} from '@platemark/rules/amounts'
import { isolateText } from '@platemark/rules/isolate-text'
import type { MessageContext, MintMessages } from '@platemark/rules/mint-messages'
import type { MintAction, MintState } from '@platemark/rules/mint-state-types'
import { formatShortMoment } from '@platemark/rules/short-moment'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { formatMoment } from '@platemark/rules/times'
import type { ReactNode } from 'react'
import { creatorName } from '../../components/creator.tsx'

/** Data shared by the static and the connected mint panel. */
export type MintPanelContext = {
  collection: Collection
  terms: Terms
  network: Network
  /** Chain time in unix seconds; `isTicking` is false in SSR. */
  now: number
  isTicking: boolean
  isHydrated: boolean
  /** USD for one coin, or null. */
  rate: number | null
  /** Connected wallet, as messages name it. */
  wallet: { name: string; address: string; network: string } | null
  /** Time of the last collection read, in ms by the browser's clock. */
  readAt: number
  /** True when the URL requests a sign-in that has not happened yet. */
  isAccountWanted: boolean
  /** Signs in, or continues without. */
  onAccount: (action: 'sign_in' | 'mint_without_account') => void
}

export type MintViewProps = MintPanelContext & {
  state: MintState
  words: MintMessages
  /**
   * Quantity and phase controls, and details between message and button; of a connected
   * wallet.
   */
  choice?: ReactNode
  details?: ReactNode
  /** Stands below the button in place of the note of `words`. */
  note?: ReactNode
  /** Error of the last attempt. */
  fault?: string | null
  /** Revert data of an unknown contract error. */
  faultCode?: string | null
  isBusy?: boolean
  /** The note explains why the button is disabled. */
  isBlocked?: boolean
  onAction: (action: MintAction) => void
}

/** Returns the values that messages about this collection name. */
export function messageContext(props: MintPanelContext): MessageContext {
  const { collection, terms, network, wallet, isHydrated, now, rate } = props
  const seen = isHydrated ? now : undefined
  return {
    collection: isolateText(collection.name),
    creator: creatorName(collection.creator),
    network: network.name,
    isDemoNetwork: network.is_demo,
    hasExplorer: network.explorer !== null,
    symbol: network.native_currency.symbol,
    wallet: wallet?.name ?? 'your wallet',
    address: wallet ? shortAddress(wallet.address) : '',
    walletNetwork: wallet?.network ?? 'another network',
    isEdition: collection.kind === 'edition',
    maxSupply: collection.max_supply,
    hasAllowlist: terms.phases.some(({ phaseId }) => phaseId !== PUBLIC_PHASE_ID),
    pausedAt: atOf(collection.paused_at),
    soldOutAt: atOf(collection.sold_out_at),
    amount: (wei) => formatAmount(wei, network.native_currency),
    usd: (wei) =>
      rate === null ? null : formatUsdUp(wei, rate, network.native_currency.decimals),
    when: (at) => formatMoment(at, isHydrated, seen),
    shortWhen: (at) => formatShortMoment(at, isHydrated, seen),
    listsPhases: true,
    count: formatCount,
  }
}

function atOf(instant: string | null): number | null {
  return instant === null ? null : toSeconds(instant)
}
