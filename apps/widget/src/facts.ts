import type { PublishedList } from '@platemark/mint/list-file'
import type { NetworkStack } from '@platemark/mint/stack-fee'
import type { WalletPhase } from '@platemark/rules/mint-phase'
import type { MintInput } from '@platemark/rules/mint-state-types'

export type Address = `0x${string}`

/** Network as far as it is known; its name is at least its alias. */
export type NetworkFacts = {
  id: number
  alias: string
  name: string
  coin: { name: string; symbol: string; decimals: number }
  /** Absolute URLs. */
  rpcUrls: string[]
  /** Without a trailing slash. */
  explorer: { url: string } | null
  /** Embedded chain: its coins have no value, and the wall clock applies. */
  isDemo: boolean
  /** The kind of its fee rules. */
  stack: NetworkStack
  /** Confirmations until a block counts as final. */
  confirmations: number
  /** Service that may pay the network fee of a mint; absent without one. */
  sponsorUrl?: string | null
}

export type Site = {
  product: string
  origin: string
  /** URL of the collection's page. */
  page: string
  bridge: string | null
}

/** Collection and its sale, read from API or chain. */
export type Facts = {
  source: 'api' | 'chain'
  contract: Address
  name: string
  kind: 'drop' | 'open_edition' | 'edition'
  creator: { address: Address; name: string | null }
  /** Absolute URL of a small picture; null when only the API would know it. */
  image: string | null
  network: NetworkFacts
  terms: MintInput['collection']
  mintFeeWei: bigint
  /** USD for one coin; null when unknown. */
  rate: number | null
  lists: readonly PublishedList[]
  /** URL of the folder of list files, with a trailing slash. */
  listsUrl: string
  /** Some phases are missing, because their lists were not found. */
  hasUnreadLists: boolean
  /** The product's site; null before an API response. */
  site: Site | null
}

/** List entry of a wallet, as the contract needs it. */
export type Entry = { phase_id: number; packed: string; proof: readonly string[] }

/** Balance and eligibility of a wallet. */
export type WalletFacts = {
  balanceWei: bigint
  phases: WalletPhase[]
  entries: readonly Entry[]
}

/** Thrown when a collection cannot be shown; the panel shows its message. */
export class NoFactsError extends Error {}
