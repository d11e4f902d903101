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
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Every network that can be enabled by its alias alone. */
export const networks: readonly NetworkDefinition[] = [
  {
    alias: 'local',
    id: 31337,
    name: 'Local',
    stack: 'evm',
    nativeCurrency: ether,
    rpcUrls: ['http://127.0.0.1:8545'],
    explorer: null,
    isTestnet: false,
  },
  {
    alias: 'local-two',
    id: 31338,
    name: 'Local Two',
    stack: 'evm',
    nativeCurrency: ether,
    rpcUrls: ['http://127.0.0.1:8546'],
    explorer: null,
    isTestnet: false,
  },
  {
    alias: 'ethereum',
    id: 1,
    name: 'Ethereum',
    stack: 'evm',
    nativeCurrency: ether,
    rpcUrls: ['https://ethereum.reth.rs/rpc'],
    explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
    isTestnet: false,
  },
  {
    alias: 'base',
    id: 8453,
    name: 'Base',
    stack: 'op',
    nativeCurrency: ether,
    rpcUrls: ['https://mainnet.base.org'],
    explorer: { name: 'Basescan', url: 'https://basescan.org' },
    isTestnet: false,
  },
  {
    alias: 'optimism',
    id: 10,
    name: 'OP Mainnet',
    stack: 'op',
    nativeCurrency: ether,
    rpcUrls: ['https://mainnet.optimism.io'],
    explorer: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' },
    isTestnet: false,
  },
  {
    alias: 'arbitrum',
    id: 42161,
    name: 'Arbitrum One',
    stack: 'evm',
    nativeCurrency: ether,
    rpcUrls: ['https://arb1.arbitrum.io/rpc'],
    explorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
    isTestnet: false,
  },
  {
    alias: 'zora',
    id: 7777777,
    name: 'Zora',
    stack: 'op',
    nativeCurrency: ether,
    rpcUrls: ['https://rpc.zora.energy'],
    explorer: { name: 'Zora Explorer', url: 'https://explorer.zora.energy' },
    isTestnet: false,
  },
  {
    alias: 'polygon',
    id: 137,
    name: 'Polygon',
    stack: 'evm',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    rpcUrls: ['https://polygon.drpc.org'],
    explorer: { name: 'PolygonScan', url: 'https://polygonscan.com' },
    isTestnet: false,
  },
  {
    alias: 'linea',
    id: 59144,
    name: 'Linea',
    stack: 'linea',
    nativeCurrency: ether,
    rpcUrls: ['https://rpc.linea.build'],
    explorer: { name: 'LineaScan', url: 'https://lineascan.build' },
    isTestnet: false,
  },
  {
    alias: 'zksync',
    id: 324,
    name: 'ZKsync Era',
    stack: 'zk',
    nativeCurrency: ether,
    rpcUrls: ['https://mainnet.era.zksync.io'],
    explorer: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' },
    isTestnet: false,
  },
  {
    alias: 'abstract',
    id: 2741,
    name: 'Abstract',
    stack: 'zk',
    nativeCurrency: ether,
    rpcUrls: ['https://api.mainnet.abs.xyz'],
    explorer: { name: 'Abscan', url: 'https://abscan.org' },
    isTestnet: false,
  },
  {
    alias: 'abstract-testnet',
    id: 11124,
    name: 'Abstract Testnet',
    stack: 'zk',
    nativeCurrency: ether,
    rpcUrls: ['https://api.testnet.abs.xyz'],
    explorer: { name: 'Abscan Sepolia', url: 'https://sepolia.abscan.org' },
    isTestnet: true,
  },
  {
    alias: 'soneium',
    id: 1868,
    name: 'Soneium',
    stack: 'op',
    nativeCurrency: ether,
    rpcUrls: ['https://rpc.soneium.org'],
    explorer: { name: 'Blockscout', url: 'https://soneium.blockscout.com' },
    isTestnet: false,
  },
  {
    alias: 'unichain',
    id: 130,
    name: 'Unichain',
    stack: 'op',
    nativeCurrency: ether,
    rpcUrls: ['https://mainnet.unichain.org'],
    explorer: { name: 'Uniscan', url: 'https://uniscan.xyz' },
    isTestnet: false,
  },
  {
    alias: 'ink',
    id: 57073,
    name: 'Ink',
    stack: 'op',
    nativeCurrency: ether,
    rpcUrls: ['https://rpc-gel.inkonchain.com'],
    explorer: { name: 'Blockscout', url: 'https://explorer.inkonchain.com' },
    isTestnet: false,
  },
  {
    alias: 'sepolia',
    id: 11155111,
    name: 'Sepolia',
    stack: 'evm',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://11155111.rpc.thirdweb.com'],
    explorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
    isTestnet: true,
  },
  {
    alias: 'base-sepolia',
    id: 84532,
    name: 'Base Sepolia',
    stack: 'op',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://sepolia.base.org'],
    explorer: { name: 'Basescan', url: 'https://sepolia.basescan.org' },
    isTestnet: true,
  },
]

/** The network with this alias. */
export function findNetwork(alias: string): NetworkDefinition | undefined {
  return networks.find((network) => network.alias === alias)
}
