import {
  type Client,
  createClient,
  defineChain,
  fallback,
  http,
  type Transport,
  type Chain as ViemChain,
} from 'viem'
import type { Configuration } from './configuration.ts'

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
  /** Milliseconds between two looks at the head. */
  pollMs: number
  /** Milliseconds that one endpoint has for an answer. */
  timeoutMs: number
  /** Milliseconds that an endpoint which goes on failing is left alone at most. */
  maxPauseMs: number
  client: Client<Transport, ViemChain>
}

/** Builds the chains of the configuration. Nothing is asked of them yet. */
export function connectChains({
  networks,
  limits,
}: Pick<Configuration, 'networks' | 'limits'>): Chain[] {
  const retries = {
    retryCount: limits.rpc_retries,
    retryDelay: limits.rpc_retry_delay_ms,
  }
  const timeoutMs = limits.rpc_timeout_seconds * 1000
  const batch = { batchSize: limits.rpc_batch_size }
  const options = { ...retries, batch, timeout: timeoutMs }
  return networks.map((network) => {
    const nativeCurrency = network.native_currency
    const transports = network.rpc_urls.map((url) => http(url, options))
    const pollMs = network.is_demo
      ? Math.min(limits.rpc_poll_ms, MAX_DEMO_POLL_MS)
      : limits.rpc_poll_ms
    const maxPauseMs = network.is_demo
      ? Math.min(limits.rpc_max_pause_ms, MAX_DEMO_PAUSE_MS)
      : limits.rpc_max_pause_ms
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
      pollMs,
      timeoutMs,
      maxPauseMs,
      client: createClient({
        pollingInterval: pollMs,
        chain: defineChain({
          id: network.id,
          name: network.name,
          nativeCurrency,
          rpcUrls: { default: { http: network.rpc_urls } },
        }),
        transport: others.length === 0 ? only : fallback(transports, retries),
      }),
    }
  })
}

/** Embedded chains answer at once, and people wait for what they show. */
const MAX_DEMO_POLL_MS = 500
const MAX_DEMO_PAUSE_MS = 1000
