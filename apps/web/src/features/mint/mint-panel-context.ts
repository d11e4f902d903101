import { type Terms, toSeconds } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import {
  formatAmount,
  formatCount,
  formatUsd,
  shortAddress,
} from '@platemark/rules/amounts'
import type { MessageContext, MintMessages } from '@platemark/rules/mint-messages'
import type { MintAction, MintState } from '@platemark/rules/mint-state-types'
import { formatMoment } from '@platemark/rules/times'
import type { ReactNode } from 'react'
import { creatorName } from '../../components/creator.tsx'

/** What any panel of a collection is made of. */
export type MintPanelContext = {
  collection: Collection
  terms: Terms
  network: Network
  /** Chain time in unix seconds; `isTicking` false in the painted view. */
  now: number
  isTicking: boolean
  isHydrated: boolean
  /** USD for one coin, or null. */
  rate: number | null
  /** The connected wallet, as far as sentences name it. */
  wallet: { name: string; address: string; network: string } | null
  /** When the collection was last read, in ms by the reader's own clock. */
  readAt: number
  /** Whether the link to this page asks for an account that the wallet has not opened. */
  isAccountWanted: boolean
  /** Signs in, or goes on without. */
  onAccount: (action: 'sign_in' | 'mint_without_account') => void
}

export type MintViewProps = MintPanelContext & {
  state: MintState
  words: MintMessages
  /** What can be chosen, and what stands between sentence and button; the desk's. */
  choice?: ReactNode
  details?: ReactNode
  /** What went wrong in the last try, until the next. */
  fault?: string | null
  /** What the contract said, where nobody knows its meaning. */
  faultCode?: string | null
  isBusy?: boolean
  /** The note says why the button cannot be pressed now. */
  isBlocked?: boolean
  onAction: (action: MintAction) => void
}

/** What sentences about this collection name. */
export function messageContext(props: MintPanelContext): MessageContext {
  const { collection, network, wallet, isHydrated, now, rate } = props
  return {
    collection: collection.name,
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
    pausedAt: atOf(collection.paused_at),
    soldOutAt: atOf(collection.sold_out_at),
    amount: (wei) => formatAmount(wei, network.native_currency),
    usd: (wei) =>
      rate === null ? null : formatUsd(wei, rate, network.native_currency.decimals),
    when: (at) => formatMoment(at, isHydrated, isHydrated ? now : undefined),
    count: formatCount,
  }
}

function atOf(instant: string | null): number | null {
  return instant === null ? null : toSeconds(instant)
}
