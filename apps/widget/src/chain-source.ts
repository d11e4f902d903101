import { depths } from '@platemark/chains/depths'
import { findNetwork } from '@platemark/chains/networks'
import {
  type ListFile,
  type PublishedList,
  walletEntries,
} from '@platemark/mint/list-file'
import {
  type OnChainCollection,
  readCollectionOnChain,
} from '@platemark/mint/on-chain-collection'
import { httpRpc, type Rpc } from '@platemark/mint/rpc'
import { readWallet } from '@platemark/mint/wallet'
import { parseAddress } from '@platemark/rules/parse-address'
import { createNodeRpc } from './api-source.ts'
import {
  type Address,
  type Facts,
  type NetworkFacts,
  NoFactsError,
  type WalletFacts,
} from './facts.ts'
import { createListFileCache } from './list-file-cache.ts'
import { networkName } from './message-context.ts'
import { createPublishedListCache } from './published-list-cache.ts'
import type { Settings } from './settings.ts'

/**
 * Source that reads a collection without the API: terms from its contract, lists from
 * their files.
 */
export type ChainSource = {
  read(from: Known, signal: AbortSignal): Promise<Facts>
  readWallet(facts: Facts, account: Address, rpc: Rpc): Promise<WalletFacts>
}

type Known = {
  /**
   * Facts that the API returned before it failed: names, links and the picture are kept.
   */
  facts: Facts | null
  /** Network that the API returned without the collection. */
  network: NetworkFacts | null
}

/** Creates a chain source. Lists and their files are read once and cached. */
export function createChainSource(settings: Settings): ChainSource {
  const readLists = createListCache()
  const readFiles = createListFileCache()
  let sale: OnChainCollection | undefined

  return {
    async read({ facts: known, network: apiNetwork }, signal) {
      const network =
        known?.network ?? apiNetwork ?? (await resolveNetwork(settings, signal))
      const contract = requireAddress(known?.contract ?? settings.address)
      const rpc = createNodeRpc(settings, network)
      const lists = (await readLists(contract, rpc)) ?? known?.lists
      const listsUrl = known?.listsUrl ?? settings.lists ?? `${settings.api}/lists/`
      const files = await readFiles(lists ?? [], listsUrl)
      sale = await readVerifiedCollection(rpc, contract, network, files)
      const hasUnreadLists = !lists || files.length < lists.length
      return {
        ...toFacts(sale, known, { contract, network, lists: lists ?? [], listsUrl }),
        hasUnreadLists,
      }
    },
    async readWallet(facts, account, rpc) {
      const files = await readFiles(facts.lists, facts.listsUrl)
      const tag = readBlockTag(facts.network)
      const current =
        sale ?? (await readCollectionOnChain(rpc, facts.contract, tag, files))
      const entries = files.flatMap((file) => walletEntries(file, account))
      const read = await readWallet(rpc, facts.contract, current, account, entries)
      return { ...read, entries }
    },
  }
}

/** Creates a cache of the published lists by contract. */
function createListCache() {
  const published = new Map<Address, ReturnType<typeof createPublishedListCache>>()
  return (contract: Address, rpc: Rpc) => {
    const readLists = published.get(contract) ?? createPublishedListCache(contract)
    published.set(contract, readLists)
    return readLists(rpc)
  }
}

/**
 * Returns the address, or throws when the collection is given by slug, which needs the
 * API.
 */
function requireAddress(address: string): Address {
  const contract = parseAddress(address)
  if (contract) return contract
  throw new NoFactsError(
    'While the site does not answer, this panel needs the address of its collection.',
  )
}

/**
 * Reads the collection. Throws `NoFactsError` when there is none, or when the node is on
 * another chain.
 */
async function readVerifiedCollection(
  rpc: Rpc,
  contract: Address,
  network: NetworkFacts,
  files: readonly ListFile[],
): Promise<OnChainCollection> {
  const sale = await readCollectionOnChain(
    rpc,
    contract,
    readBlockTag(network),
    files,
  ).catch((reason: unknown) => {
    // The contract at this address is no collection.
    const isOther = reason instanceof TypeError
    throw isOther ? new NoFactsError('There is no collection at this address.') : reason
  })
  if (sale.chainId !== network.id) {
    throw new NoFactsError(
      `The node is of chain ${sale.chainId}, not of ${network.name}.`,
    )
  }
  return sale
}

function readBlockTag({ isDemo }: NetworkFacts) {
  return isDemo ? 'pending' : 'latest'
}

/** Returns a network by its alias: a well-known one, or that of the page's node. */
async function resolveNetwork(
  { chain, rpcUrls }: Settings,
  signal: AbortSignal,
): Promise<NetworkFacts> {
  const known = findNetwork(chain)
  if (known) {
    return {
      id: known.id,
      alias: chain,
      name: known.name,
      coin: known.nativeCurrency,
      rpcUrls: [...known.rpcUrls],
      explorer: known.explorer,
      isDemo: known.confirmations === depths.embedded,
      stack: known.stack,
      confirmations: known.confirmations,
    }
  }
  const id = await httpRpc(rpcUrls, { signal })('eth_chainId', [])
  return {
    id: Number(id),
    alias: chain,
    name: networkName(chain),
    coin: { name: 'Coin', symbol: '', decimals: 18 },
    rpcUrls: [],
    explorer: null,
    isDemo: false,
    stack: 'evm',
    confirmations: depths.unknown,
  }
}

type CollectionLocation = {
  contract: Address
  network: NetworkFacts
  lists: readonly PublishedList[]
  listsUrl: string
}

function toFacts(
  sale: OnChainCollection,
  known: Facts | null,
  { contract, network, lists, listsUrl }: CollectionLocation,
): Omit<Facts, 'hasUnreadLists'> {
  const titles = new Map(
    known?.terms.phases.map(({ phaseId, title }) => [phaseId, title]),
  )
  const phases = sale.terms.phases.map((phase) => ({
    ...phase,
    title: titles.get(phase.phaseId) ?? phase.title,
  }))
  return {
    source: 'chain',
    contract,
    network,
    name: known?.name ?? sale.name,
    kind: sale.kind,
    creator: known?.creator ?? { address: sale.creator, name: null },
    image: known?.image ?? null,
    terms: { ...sale.terms, phases },
    mintFeeWei: sale.mintFeeWei,
    rate: known?.rate ?? null,
    lists,
    listsUrl,
    site: known?.site ?? null,
  }
}
