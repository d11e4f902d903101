import { walletPhases } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { Problem } from '@platemark/api/problem'
import type { MintOrder } from '@platemark/mint/mint-order'
import { estimateNetworkFee } from '@platemark/mint/network-fee'
import type { MintInput } from '@platemark/rules/mint-state-types'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import {
  keepPreviousData,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Client } from 'viem'
import { getBalance } from 'viem/actions'
import { useAppConfig } from '../../components/app-config.ts'
import {
  collectionQuery,
  eligibilityQuery,
  isApiFailure,
} from '../../components/collection-queries.ts'
import { createChainRpc } from '../../lib/chain-rpc.ts'
import type { Wallet } from '../../lib/session.ts'
import type { ChainRead } from './collection-overlay.ts'
import { listEntriesQuery } from './list-entries.ts'

/**
 * Reads balance, eligibility and list entries of the wallet, refetched every ten seconds.
 */
export function useWalletReads(
  collection: Collection,
  wallet: Wallet,
  client: Client,
  chain: ChainRead | null,
) {
  const offers = useOffers(collection, wallet)
  const balance = useBalance(collection, wallet, client)
  const places = useListEntries(collection, wallet, offers.phases)
  const reported = offers.phases && walletPhases(offers.phases)
  const failures = { offers, balance: balance.error, places: places.error }
  return {
    balanceWei: balance.wei,
    phases: chain?.wallet?.phases ?? reported,
    entries: chain?.wallet?.entries ?? places.entries,
    /** True while the API fails for this wallet. */
    isApiDown:
      isApiFailure(offers.error) || (offers.data !== undefined && !offers.phases),
    unavailable: chain ? chain.unavailable : findUnavailable(failures),
  }
}

/** Reads the wallet's eligibility; `phases` is null while there is no valid response. */
function useOffers(collection: Collection, wallet: Wallet) {
  const query = useQuery({
    ...eligibilityQuery(collection, wallet.address),
    refetchInterval: 10_000,
  })
  const { data } = query
  // Another server may respond at the API's URL.
  const phases = Array.isArray(data?.data?.phases) ? data.data.phases : null
  return { data, phases, error: useStickyError(query) }
}

function useBalance(collection: Collection, wallet: Wallet, client: Client) {
  const query = useQuery({
    queryKey: balanceKey(collection, wallet),
    queryFn: async () =>
      (await getBalance(client, { address: wallet.address })).toString(),
    refetchInterval: 10_000,
  })
  const wei = query.data === undefined ? null : BigInt(query.data)
  return { wei, error: useStickyError(query) }
}

/** Reads the wallet's list entries when its `phases` include a list. */
function useListEntries(
  collection: Collection,
  wallet: Wallet,
  phases: ReturnType<typeof useOffers>['phases'],
) {
  const { lists_url } = useAppConfig()
  const isOnList = phases?.some(
    ({ phase_id, is_listed }) => is_listed && phase_id !== PUBLIC_PHASE_ID,
  )
  const query = useQuery({
    ...listEntriesQuery(collection, wallet.address, lists_url),
    enabled: isOnList === true,
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  })
  return { entries: query.data, error: useStickyError(query) }
}

/** Returns the last error, also during a refetch: a query without data drops it then. */
function useStickyError(query: { error: Error | null; isFetching: boolean }) {
  const standing = useRef<Error | null>(null)
  if (query.error || !query.isFetching) standing.current = query.error
  return standing.current
}

type Failures = {
  offers: { data: unknown; error: Error | null }
  balance: Error | null
  places: Error | null
}

function findUnavailable({
  offers,
  balance,
  places,
}: Failures): MintInput['unavailable'] {
  if (offers.error instanceof Problem) {
    const { code } = offers.error
    if (code === 'not_found') return 'not_indexed'
    if (code === 'blocked') return 'blocked'
    // Keep showing a response that is a moment old.
    if (code === 'too_many_requests' && !offers.data) return 'too_often'
  }
  if (balance) return 'network'
  return places ? 'lists' : null
}

/** Estimates the network fee of an order; null while unknown. */
export function useNetworkFee(client: Client, network: Network, order: MintOrder | null) {
  const { stack } = network
  const { data } = useQuery({
    queryKey: [
      'network fee',
      network.id,
      order?.contract,
      order?.account,
      order?.phaseId,
      order?.quantity,
      String(order?.unitWei),
    ],
    queryFn: order
      ? () => estimateNetworkFee(createChainRpc(client), order, { stack })
      : skipToken,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

/** Returns a function that refetches collection and wallet. */
export function useRefresh(collection: Collection, wallet: Wallet) {
  const queries = useQueryClient()
  return () => {
    const pages = [collection.contract_address, collection.alias].filter(
      (page) => page !== null,
    )
    const keys = [
      eligibilityQuery(collection, wallet.address).queryKey,
      listEntriesQuery(collection, wallet.address, null).queryKey,
      ['sale on chain'],
      balanceKey(collection, wallet),
      ['network fee'],
      ...pages.map((page) => collectionQuery(collection.chain_alias, page).queryKey),
    ]
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  }
}

/** Shares the key with other readers of this balance. */
function balanceKey(collection: Collection, wallet: Wallet) {
  return ['balance', collection.chain_id, wallet.address.toLowerCase()]
}
