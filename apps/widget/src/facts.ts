import type { PublishedList } from '@platemark/mint/list-file'
import type { WalletPhase } from '@platemark/rules/mint-phase'
import type { MintInput } from '@platemark/rules/mint-state-types'

export type Address = `0x${string}`

/** A network as far as it is known; its name is its alias at least. */
export type NetworkFacts = {
  id: number
  alias: string
  name: string
  coin: { name: string; symbol: string; decimals: number }
  /** Absolute, for this browser. */
  rpcUrls: string[]
  /** Its address has no trailing slash. */
  explorer: { url: string } | null
  /** An embedded chain: its coins have no value, and the wall clock counts. */
  isDemo: boolean
  /** It charges for the chain below it on top. */
  isOpStack: boolean
  /** Blocks that must lie above one until what it holds counts as safe. */
  confirmations: number
}

export type Site = {
  product: string
  origin: string
  /** The collection's page. */
  page: string
  bridge: string | null
}

/** A collection and its sale, from wherever they could be read. */
export type Facts = {
  source: 'api' | 'chain'
  contract: Address
  name: string
  kind: 'drop' | 'open_edition' | 'edition'
  creator: { address: Address; name: string | null }
  /** Absolute address of a small picture; null where only the API would know it. */
  image: string | null
  network: NetworkFacts
  terms: MintInput['collection']
  mintFeeWei: bigint
  /** USD for one coin; null where it is not known. */
  rate: number | null
  lists: readonly PublishedList[]
  /** Where their files lie, with a trailing slash. */
  listsUrl: string
  /** Some phases could not be read: their lists were not found. */
  hasUnreadLists: boolean
  /** Where the product shows it; null while no API answered. */
  site: Site | null
}

/** A wallet's place on a list, as the contract needs it. */
export type Entry = { phase_id: number; packed: string; proof: readonly string[] }

/** What a wallet holds and may mint. */
export type WalletFacts = {
  balanceWei: bigint
  phases: WalletPhase[]
  entries: readonly Entry[]
}

/** Thrown when a collection cannot be shown; the panel shows its message. */
export class NoFactsError extends Error {}
