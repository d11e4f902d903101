import { toSeconds } from '@platemark/api/collection-terms'
import type { Collection, ListEntry, Phase } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { type ListedPhase, walletEntries } from '@platemark/mint/list-file'
import { readCollectionOnChain } from '@platemark/mint/on-chain-collection'
import { httpRpc } from '@platemark/mint/rpc'
import { readWallet } from '@platemark/mint/wallet'
import { isOpen } from '@platemark/rules/collection-state'
import type { MintPhase } from '@platemark/rules/mint-phase'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { eligibilityQuery } from '../../components/collection-queries.ts'
import type { ChainRead } from './collection-overlay.ts'
import { fetchListFile, listEntriesQuery, publishedLists } from './list-entries.ts'

type Sources = {
  collection: Collection
  network: Network
  /** Connected wallet, if any. */
  account: Address | null
  /** Mirror of the list files. */
  listsUrl: string | null
}

/** Thrown when it is unknown whether the wallet is on a list. */
export class ListsMissingError extends Error {}

/**
 * Query for collection and wallet as read from the chain, refetched every ten seconds.
 */
export const collectionOnChainQuery = (sources: Sources) => {
  const { collection, network, account } = sources
  return queryOptions({
    queryKey: ['sale on chain', network.id, collection.contract_address, account],
    queryFn: ({ client, signal }) => readChain(sources, client, signal),
    refetchInterval: 10_000,
    staleTime: 0,
    // The result of an earlier outage must not be shown in the next.
    gcTime: 0,
  })
}

async function readChain(
  sources: Sources,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<Pick<ChainRead, 'collection' | 'wallet'>> {
  const { collection, network, account } = sources
  const urls = network.rpc_urls.map((url) => new URL(url, location.origin).href)
  const rpc = httpRpc(urls, { signal })
  // Safe: the API contract defines it as an address.
  const contract = collection.contract_address as Address
  const { lists, files } = await readLists(sources, queries)
  const sale = await readCollectionOnChain(
    rpc,
    contract,
    network.is_demo ? 'pending' : 'latest',
    lists,
  )
  const reported = {
    is_paused: sale.terms.isPaused,
    minted: sale.terms.minted,
    max_supply: sale.terms.maxSupply,
    phases: sale.terms.phases.map((phase) => toApiPhase(phase, collection)),
  }
  if (!account) return { collection: reported, wallet: null }

  const entries =
    files?.flatMap((file) => walletEntries(file, account)) ??
    knownEntries(sources, queries, account)
  const isOpenToAll = sale.terms.phases.some(
    (phase) => phase.phaseId === PUBLIC_PHASE_ID && isOpen(phase, sale.chainTime),
  )
  if (!entries && !isOpenToAll) throw new ListsMissingError()
  const proofs = (entries ?? []).map(asProof)
  const { phases } = await readWallet(rpc, contract, sale, account, proofs)
  return { collection: reported, wallet: { phases, entries: entries ?? [] } }
}

/**
 * Reads the list files, falling back to the API's last phases; `files` is null when one
 * is missing.
 */
async function readLists({ collection, listsUrl }: Sources, queries: QueryClient) {
  const published = publishedLists(collection)
  const read = await Promise.allSettled(
    published.map((list) => fetchListFile(queries, list, listsUrl)),
  )
  const files = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const lists = published.map(({ root }) => {
    const file = files.find((one) => one.root === root)
    const phases = collection.phases.filter(({ list }) => list?.root === root)
    // Safe: the API contract defines it as a hash.
    return file ?? { root: root as Hex, phases: phases.map(toListedPhase) }
  })
  return { lists, files: files.length === published.length ? files : null }
}

/**
 * Returns the last known list entries of the wallet; undefined when none were ever read.
 */
function knownEntries(
  { collection, listsUrl }: Sources,
  queries: QueryClient,
  account: Address,
): ListEntry[] | undefined {
  const entries = listEntriesQuery(collection, account, listsUrl)
  const known = queries.getQueryData(entries.queryKey)
  if (known) return known
  const offers = queries.getQueryData(eligibilityQuery(collection, account).queryKey)
  const isListed = offers?.data.phases.some(
    ({ phase_id, is_listed }) => is_listed && phase_id !== PUBLIC_PHASE_ID,
  )
  return isListed === false ? [] : undefined
}

function asProof(entry: ListEntry) {
  // Safe: the API contract defines these as hashes.
  return { ...entry, root: entry.root as Hex, proof: entry.proof as Hex[] }
}

/**
 * Converts a phase to the API's shape; titles, and counts of uncapped phases, come from
 * the API.
 */
function toApiPhase(phase: MintPhase, { phases }: Collection): Phase {
  const known = phases.find(({ phase_id }) => phase_id === phase.phaseId)
  return {
    phase_id: phase.phaseId,
    kind: phase.phaseId === PUBLIC_PHASE_ID ? 'public' : 'allowlist',
    title: known?.title ?? phase.title,
    start: new Date(phase.start * 1000).toISOString(),
    end: new Date(phase.end * 1000).toISOString(),
    price_wei: phase.priceWei.toString(),
    max_per_wallet: phase.maxPerWallet,
    max_supply: phase.maxSupply,
    minted: phase.maxSupply === null ? (known?.minted ?? 0) : phase.minted,
    list: known?.list ?? null,
  }
}

function toListedPhase(phase: Phase): ListedPhase {
  return {
    phaseId: phase.phase_id,
    title: phase.title,
    start: toSeconds(phase.start),
    end: toSeconds(phase.end),
    priceWei: BigInt(phase.price_wei),
    maxPerWallet: phase.max_per_wallet,
    maxSupply: phase.max_supply,
  }
}
