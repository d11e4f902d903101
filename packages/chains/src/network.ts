/** A network without an operator's configuration, such as deployed addresses. */
export type NetworkDefinition = {
  /** Its short name in addresses of pages and calls. */
  alias: string
  id: number
  name: string
  /** The kind of its special transaction rules, if any. */
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
