import {
  formatAmount,
  formatCount,
  formatUsdUp,
  shortAddress,
} from '@platemark/rules/amounts'
import { isolateText } from '@platemark/rules/isolate-text'
import type { MessageContext } from '@platemark/rules/mint-messages'
import { formatShortMoment } from '@platemark/rules/short-moment'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { formatMoment } from '@platemark/rules/times'
import type { Facts } from './facts.ts'

/** Connected wallet, as messages name it. */
export type NamedWallet = { name: string; address: string; chainId: number }

/** Returns the values that messages about this collection name; `now` is chain time. */
export function messageContext(
  facts: Facts,
  wallet: NamedWallet | null,
  now: number,
): MessageContext {
  const { network, rate } = facts
  const { coin } = network
  return {
    collection: isolateText(facts.name),
    creator: creatorName(facts),
    network: network.name,
    isDemoNetwork: network.isDemo,
    hasExplorer: network.explorer !== null,
    symbol: coin.symbol,
    wallet: wallet?.name ?? 'your wallet',
    address: wallet ? shortAddress(wallet.address) : '',
    walletNetwork: 'another network',
    isEdition: facts.kind === 'edition',
    maxSupply: facts.terms.maxSupply,
    hasAllowlist: facts.terms.phases.some(({ phaseId }) => phaseId !== PUBLIC_PHASE_ID),
    amount: (wei) => formatAmount(wei, coin),
    usd: (wei) => (rate === null ? null : formatUsdUp(wei, rate, coin.decimals)),
    when: (at) => formatMoment(at, true, now),
    shortWhen: (at) => formatShortMoment(at, true, now),
    listsPhases: false,
    count: formatCount,
  }
}

export function creatorName({ creator }: Pick<Facts, 'creator'>): string {
  return creator.name ?? shortAddress(creator.address)
}

/** Returns a display name for a network of which only the alias is known. */
export function networkName(alias: string): string {
  return alias.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => {
    return `${dash && ' '}${letter.toUpperCase()}`
  })
}

export function priceText(wei: bigint, { network }: Pick<Facts, 'network'>): string {
  return wei === 0n ? 'Free' : formatAmount(wei, network.coin)
}
