/** What a network is, before any operator's configuration: deployed addresses are not code. */
export type NetworkDefinition = {
  /** Its short name in addresses of pages and calls. */
  alias: string
  id: number
  name: string
  /** Which special rules its transactions follow, beyond the common ones. */
  stack: 'evm' | 'op' | 'zk' | 'linea'
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Public endpoints, best first; an operator may name others. */
  rpcUrls: readonly string[]
  explorer: { name: string; url: string } | null
  isTestnet: boolean
  /** Blocks above one until what it holds counts as confirmed. */
  confirmations: number
}

export const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

export const sepoliaEther = { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 }
