import { collectionTerms, walletPhases } from '@platemark/api/collection-terms'
import {
  type Collection,
  getCollection,
  getEligibility,
  getListEntries,
} from '@platemark/api/collections'
import { type AppConfig, getConfig, type Network } from '@platemark/api/config'
import { listCurrencies } from '@platemark/api/currencies'
import type { Endpoint, Input, Reply } from '@platemark/api/endpoint'
import { parseUrl } from '@platemark/api/parse-url'
import { Problem } from '@platemark/api/problem'
import { parseBody, parseProblem, request } from '@platemark/api/request'
import { anySignal } from '@platemark/mint/abort-signals'
import { httpRpc, type Rpc } from '@platemark/mint/rpc'
import { findChain } from '@platemark/wallet/find-chain'
import * as z from 'zod/mini'
import type { Address, Entry, Facts, NetworkFacts, WalletFacts } from './facts.ts'
import type { Settings } from './settings.ts'

// Compiled schemas need `eval`, which strict content security policies forbid.
z.config({ jitless: true })

/** Maximum time for an API response before the chain is read instead. */
const API_TIMEOUT_MS = 6000

/**
 * Fetches the collection from the API. Rejects with a `Problem`: the API's code, or
 * `internal` when the server is unreachable or not this API.
 */
export async function fetchFacts(
  settings: Settings,
  signal: AbortSignal,
): Promise<Facts> {
  const { chain, address } = settings
  const params = { chain_alias: chain, contract_address: address }
  const [collection, config, currencies] = await Promise.all([
    call(getCollection, { params }, settings, signal),
    call(getConfig, {}, settings, signal),
    call(listCurrencies, {}, settings, signal).catch(() => []),
  ])
  const network = findChain(config.networks, collection.chain_id)
  if (!network) throw new Problem('unknown_chain')
  const coin = currencies.find(
    ({ chain_id, is_native }) => is_native && chain_id === network.id,
  )
  return toFacts({ settings, collection, config, network, rate: coin?.usd_rate ?? null })
}

/** Fetches the network alone from the API; null for an unknown one. */
export async function fetchNetwork(
  settings: Settings,
  signal: AbortSignal,
): Promise<NetworkFacts | null> {
  const { networks } = await call(getConfig, {}, settings, signal)
  const network = networks.find(({ alias }) => alias === settings.chain)
  return network ? toNetworkFacts(network, settings) : null
}

/** Fetches a wallet's eligibility from the API and its balance from `rpc`. */
export async function fetchWalletFacts(
  { settings, facts, rpc }: { settings: Settings; facts: Facts; rpc: Rpc },
  account: Address,
  signal: AbortSignal,
): Promise<WalletFacts> {
  const params = { chain_alias: settings.chain, contract_address: facts.contract }
  const query = { address: account }
  const [{ phases }, entries, balance] = await Promise.all([
    call(getEligibility, { params, query }, settings, signal),
    readEntries({ ...params, address: account }, settings, signal),
    rpc('eth_getBalance', [account, facts.network.isDemo ? 'pending' : 'latest']),
  ])
  return { phases: walletPhases(phases), entries, balanceWei: BigInt(String(balance)) }
}

async function readEntries(
  params: { chain_alias: string; contract_address: string; address: string },
  settings: Settings,
  signal: AbortSignal,
): Promise<Entry[]> {
  try {
    return await call(getListEntries, { params }, settings, signal)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_on_list') return []
    throw error
  }
}

/** Creates the RPC of a network: the page author's nodes first, then the API's. */
export function createNodeRpc(settings: Settings, network: NetworkFacts): Rpc {
  return httpRpc([...settings.rpcUrls, ...network.rpcUrls])
}

async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { api }: Settings,
  signal: AbortSignal,
): Promise<Reply<E>> {
  const limit = anySignal(signal, AbortSignal.timeout(API_TIMEOUT_MS))
  const via = (url: string, request: RequestInit) =>
    fetch(url, { ...request, credentials: 'omit' })
  const response = await request(endpoint, input, {
    origin: api,
    signal: limit,
    fetch: via,
  })
  if (!response.ok) throw await parseProblem(response)
  const body: { data?: unknown } = await parseBody(response).catch(() => ({}))
  // Another API, or another version of this one, may respond there.
  const parsed = endpoint.replies[200]?.safeParse(body.data)
  if (!parsed?.success) throw new Problem('internal')
  // Safe: the endpoint's own schema parsed it.
  return parsed.data as Reply<E>
}

type Parts = {
  settings: Settings
  collection: Collection
  config: AppConfig
  network: Network
  rate: number | null
}

function toFacts({ settings, collection, config, network, rate }: Parts): Facts {
  const { api } = settings
  const site = parseUrl(config.public_url)?.origin ?? api
  const { chain_alias, contract_address, creator } = collection
  return {
    source: 'api',
    // Safe: the API contract defines these as addresses.
    contract: contract_address as Address,
    creator: { address: creator.address as Address, name: creator.name },
    name: collection.name,
    kind: collection.kind,
    image: new URL(collection.image.small_url, api).href,
    network: toNetworkFacts(network, settings),
    terms: collectionTerms(collection),
    mintFeeWei: BigInt(collection.mint_fee_wei),
    rate,
    lists: toPublishedLists(collection),
    listsUrl: settings.lists ?? `${config.lists_url ?? `${api}/lists`}/`,
    hasUnreadLists: false,
    site: {
      product: config.product_name,
      origin: site,
      page: `${site}/collection/${chain_alias}/${collection.alias ?? contract_address}`,
      bridge: config.bridge_url,
    },
  }
}

function toNetworkFacts(network: Network, { api }: Settings): NetworkFacts {
  return {
    id: network.id,
    alias: network.alias,
    name: network.name,
    coin: network.native_currency,
    rpcUrls: network.rpc_urls.map((url) => new URL(url, api).href),
    explorer: network.explorer,
    isDemo: network.is_demo,
    stack: network.stack,
    confirmations: network.confirmations,
    sponsorUrl: network.sponsor_url,
  }
}

/** Returns the published lists without duplicates; a file is named by its hash. */
function toPublishedLists({ phases }: Collection): Facts['lists'] {
  const lists = phases.flatMap(({ list }) => {
    const hash = /([0-9a-f]{64})\.json$/.exec(list?.url ?? '')?.[1]
    if (!list || !hash) return []
    // Safe: the API contract defines a root as a hash.
    return [{ root: list.root as Address, contentHash: `0x${hash}` as const }]
  })
  return [...new Map(lists.map((list) => [list.root, list])).values()]
}
