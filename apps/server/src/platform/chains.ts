import {
  type Client,
  createClient,
  defineChain,
  fallback,
  http,
  type Transport,
  type Chain as ViemChain,
} from 'viem'
import type { NetworkConfiguration } from './network-configuration.ts'

/** A network this instance works on, with the client that reads it. */
export type Chain = {
  id: number
  alias: string
  name: string
  stack: 'evm' | 'op' | 'zk' | 'linea'
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** What the server itself uses; may hold keys, so nobody is shown them. */
  rpcUrls: string[]
  /** What browsers are told to use. */
  publicRpcUrls: string[]
  /** Requests that one endpoint takes in a second. */
  requestsPerSecond: number
  explorer: { name: string; url: string } | null
  isTestnet: boolean
  isDemo: boolean
  contracts: { factory: `0x${string}`; payouts: `0x${string}`; startBlock: number } | null
  /** Blocks below the head that no longer count as provisional; 0 on embedded chains. */
  confirmations: number
  /** `pending` on embedded chains: an idle one answers `latest` with its last block's time. */
  stateTag: 'latest' | 'pending'
  client: Client<Transport, ViemChain>
}

/** Builds the chains of the configuration. Nothing is asked of them yet. */
export function connectChains(networks: NetworkConfiguration[]): Chain[] {
  return networks.map((network) => {
    const nativeCurrency = network.native_currency
    const transports = network.rpc_urls.map((url) =>
      http(url, { batch: true, retryCount: 3, retryDelay: 150, timeout: 10_000 }),
    )
    const [only, ...others] = transports
    if (!only) throw new Error(`${network.alias} has no RPC address.`)
    return {
      id: network.id,
      alias: network.alias,
      name: network.name,
      stack: network.stack,
      nativeCurrency,
      rpcUrls: network.rpc_urls,
      publicRpcUrls: network.public_rpc_urls,
      requestsPerSecond: network.rpc_requests_per_second,
      explorer: network.explorer,
      isTestnet: network.is_testnet,
      isDemo: network.is_demo,
      contracts: network.contracts && {
        factory: network.contracts.factory,
        payouts: network.contracts.payouts,
        startBlock: network.contracts.start_block,
      },
      confirmations: network.confirmations,
      stateTag: network.is_demo ? 'pending' : 'latest',
      client: createClient({
        chain: defineChain({
          id: network.id,
          name: network.name,
          nativeCurrency,
          rpcUrls: { default: { http: network.rpc_urls } },
        }),
        transport: others.length === 0 ? only : fallback(transports),
      }),
    }
  })
}
