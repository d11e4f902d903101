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

/** Network of this instance, with the client that reads it. */
export type Chain = {
  id: number
  alias: string
  name: string
  stack: 'evm' | 'op' | 'zk' | 'linea'
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** URLs the server uses; may contain keys, so they are never sent to clients. */
  rpcUrls: string[]
  /** URLs that browsers use. */
  publicRpcUrls: string[]
  /** Requests per second that one endpoint allows. */
  requestsPerSecond: number
  explorer: { name: string; url: string } | null
  /** `item_url` has `{contract}` and `{token}` for what they stand for. */
  markets: { name: string; item_url: string }[]
  isTestnet: boolean
  isDemo: boolean
  contracts: ChainContracts | null
  /** ERC-20 that wraps the native coin; null where none is known. */
  wrappedToken: `0x${string}` | null
  /** Depth from which a block counts as confirmed; 0 on embedded chains. */
  confirmations: number
  /** Paymaster service that pages name to wallets; null where there is none. */
  sponsorUrl: string | null
  /**
   * `pending` on embedded chains: an idle one returns its last block's time for `latest`.
   */
  stateTag: 'latest' | 'pending'
  /** Milliseconds between two requests of the head. */
  pollMs: number
  /** Response timeout of an endpoint in milliseconds. */
  timeoutMs: number
  /** Longest backoff of a failing endpoint in milliseconds. */
  maxPauseMs: number
  client: Client<Transport, ViemChain>
}

type ChainContracts = {
  /** Factory of what is created here. */
  factory: `0x${string}`
  payouts: `0x${string}`
  /** First block that can have a collection or a name. */
  startBlock: number
  /** All factories whose collections are shown, in lower case, the own one first. */
  factories: [own: `0x${string}`, ...others: `0x${string}`[]]
  /** Contracts of names, on their home chain only; the registry in lower case. */
  names: { registry: `0x${string}`; resolver: `0x${string}` } | null
  /** Contract of badges of campaigns, in lower case; null: none. */
  badges: `0x${string}` | null
}

/** Creates the chains of the configuration, without sending a request. */
export function connectChains({
  networks,
  names,
  limits,
}: Pick<Configuration, 'networks' | 'names' | 'limits'>): Chain[] {
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
    if (!only) throw new Error(`network ${network.alias} has no RPC URL`)
    const contracts = readContracts(
      network,
      names?.chain === network.alias ? names : null,
    )
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
      markets: network.markets,
      isTestnet: network.is_testnet,
      isDemo: network.is_demo,
      contracts,
      wrappedToken: network.wrapped_token,
      confirmations: network.confirmations,
      sponsorUrl: network.sponsor_url,
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
          ...(contracts?.names && {
            contracts: { ensUniversalResolver: { address: contracts.names.resolver } },
          }),
        }),
        transport: others.length === 0 ? only : fallback(transports, retries),
      }),
    }
  })
}

function readContracts(
  { contracts, factories }: Configuration['networks'][number],
  names: Configuration['names'],
): ChainContracts | null {
  if (!contracts) return null
  const { factory, payouts, start_block, badges } = contracts
  const own = toLowerCase(factory)
  const others = factories.map(({ address }) => toLowerCase(address))
  const starts = [...factories, ...(names ? [names] : [])].map((one) => one.start_block)
  return {
    ...{ factory, payouts, startBlock: Math.min(start_block, ...starts) },
    factories: [own, ...new Set(others.filter((one) => one !== own))],
    names: names && { registry: toLowerCase(names.registry), resolver: names.resolver },
    badges: badges && toLowerCase(badges),
  }
}

function toLowerCase(address: string): `0x${string}` {
  // Safe: the configuration has addresses only.
  return address.toLowerCase() as `0x${string}`
}

/** Embedded chains respond at once, and people wait for the result. */
const MAX_DEMO_POLL_MS = 500
const MAX_DEMO_PAUSE_MS = 1000
