import type { MintInput } from '@platemark/rules/mint-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { unthankedWords } from '@platemark/rules/wallet-words'
import type { MintOrder } from '@platemark/sale/mint-order'
import { estimateNetworkFee } from '@platemark/sale/network-fee'
import { walletPhasesOf } from '@platemark/wire/collection-terms'
import type { Collection } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import { Problem } from '@platemark/wire/problem'
import {
  keepPreviousData,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { type Address, type Client, isAddress } from 'viem'
import { getBalance } from 'viem/actions'
import { useAppConfig } from '../../components/app-config.ts'
import type { Wallet } from '../../lib/session.ts'
import { useSearch } from '../../lib/use-search.ts'
import { chainRpc } from './chain-rpc.ts'
import { listEntries } from './list-entries.ts'
import { eligibility, isFailing, oneCollection } from './queries.ts'
import type { ChainRead } from './terms.ts'

/** What API and chain say about this wallet, asked again every ten seconds. */
export function useWalletReads(
  collection: Collection,
  wallet: Wallet,
  client: Client,
  chain: ChainRead | null,
) {
  const offers = useQuery({
    ...eligibility(collection, wallet.address),
    refetchInterval: 10_000,
  })
  const balance = useQuery({
    queryKey: balanceKey(collection, wallet),
    queryFn: async () =>
      (await getBalance(client, { address: wallet.address })).toString(),
    refetchInterval: 10_000,
  })
  // Something else than our API may answer at its address.
  const offered = Array.isArray(offers.data?.data?.phases)
    ? offers.data.data.phases
    : null
  const isOnList = offered?.some(
    ({ phase_id, is_listed }) => is_listed && phase_id !== PUBLIC_PHASE_ID,
  )
  const { lists_url } = useAppConfig()
  const places = useQuery({
    ...listEntries(collection, wallet.address, lists_url),
    enabled: isOnList === true,
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  })
  const offersError = useStandingError(offers)
  const balanceError = useStandingError(balance)
  const placesError = useStandingError(places)
  const told = offered && walletPhasesOf(offered)
  return {
    balanceWei: balance.data === undefined ? null : BigInt(balance.data),
    phases: chain?.wallet?.phases ?? told,
    entries: chain?.wallet?.entries ?? places.data,
    /** Whether the API fails to tell of the wallet. */
    isCut: isFailing(offersError) || (offers.data !== undefined && !offered),
    unavailable: chain
      ? chain.unavailable
      : unavailableOf({
          offers: { data: offers.data, error: offersError },
          balance: balanceError,
          places: placesError,
        }),
  }
}

/** What the network is likely to charge for this order; null while unknown. */
export function useNetworkFee(client: Client, network: Network, order: MintOrder | null) {
  const isOpStack = network.stack === 'op'
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
      ? () => estimateNetworkFee(chainRpc(client), order, { isOpStack })
      : skipToken,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

/** Reads everything about collection and wallet again. */
export function useRefresh(collection: Collection, wallet: Wallet) {
  const queries = useQueryClient()
  return () => {
    const pages = [collection.contract_address, collection.alias].filter(
      (page) => page !== null,
    )
    const keys = [
      eligibility(collection, wallet.address).queryKey,
      listEntries(collection, wallet.address, null).queryKey,
      ['sale on chain'],
      balanceKey(collection, wallet),
      ['network fee'],
      ...pages.map((page) => oneCollection(collection.chain_alias, page).queryKey),
    ]
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  }
}

/** The same key as everybody's who shows this balance. */
function balanceKey(collection: Collection, wallet: Wallet) {
  return ['balance', collection.chain_id, wallet.address.toLowerCase()]
}

/** The address in `?ref=`, or in words why nobody gets the share of the fee. */
export function useReferrer(
  { creator, mint_fee_wei }: Collection,
  wallet: Wallet,
  isWanted: boolean,
): { referrer: Address | null; unthanked: string | null } {
  const { ref: link = '' } = useSearch()
  const without = (unthanked: string | null) => ({ referrer: null, unthanked })
  if (!link || mint_fee_wei === '0') return without(null)
  if (!isAddress(link, { strict: false })) return without(unthankedWords('invalid'))
  const isOf = (one: string) => one.toLowerCase() === link.toLowerCase()
  if (isOf(wallet.address)) return without(unthankedWords('own'))
  if (isOf(creator.address)) return without(unthankedWords('creator'))
  // The contract refused it, and says only that it is one of the two.
  return isWanted ? { referrer: link, unthanked: null } : without(unthankedWords('own'))
}

/** The last error, also while it is tried again: a query without data forgets it then. */
function useStandingError(query: { error: Error | null; isFetching: boolean }) {
  const standing = useRef<Error | null>(null)
  if (query.error || !query.isFetching) standing.current = query.error
  return standing.current
}

type Failures = {
  offers: { data: unknown; error: Error | null }
  balance: Error | null
  places: Error | null
}

function unavailableOf({ offers, balance, places }: Failures): MintInput['unavailable'] {
  if (offers.error instanceof Problem) {
    const { code } = offers.error
    if (code === 'not_found') return 'not_indexed'
    if (code === 'blocked') return 'blocked'
    // What was heard a moment ago goes on standing.
    if (code === 'too_many_requests' && !offers.data) return 'too_often'
  }
  if (balance) return 'network'
  return places ? 'lists' : null
}
