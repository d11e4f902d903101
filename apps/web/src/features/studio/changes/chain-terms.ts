import { collectionAbi } from '@platemark/abi/collection'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { listWindow } from '@platemark/mint/on-chain-collection'
import { parseQuantity, readContract } from '@platemark/mint/read-contract'
import { isRecord, type Rpc } from '@platemark/mint/rpc'
import { isOpenAt, type PublicTerms } from '@platemark/rules/collection-changes'
import { queryOptions } from '@tanstack/react-query'
import type { Address, ContractFunctionReturnType, Hex } from 'viem'

type Overview = ContractFunctionReturnType<typeof collectionAbi, 'view', 'overview'>

/** Terms of a collection as its contract has them. */
export type ChainTerms = {
  overview: Overview
  /** The payees that were announced; empty without any. */
  pendingPayees: readonly { account: Address; bps: number }[]
  /** The public phase or a list is or was open, so that a lower cap waits for the notice. */
  mayMint: boolean
  /** The chain's time in unix seconds, and when it was read by the clock of the page in ms. */
  time: number
  readAt: number
}

/** Milliseconds between two reads while a change is open. */
const REFRESH_MS = 15_000

/** Query of the terms of a collection on its chain. */
export function chainTermsQuery(rpc: Rpc, collection: Collection, network: Network) {
  return queryOptions({
    queryKey: ['terms on chain', collection.chain_id, collection.contract_address],
    queryFn: () => readChainTerms(rpc, collection, network),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
}

async function readChainTerms(
  rpc: Rpc,
  collection: Collection,
  { is_demo }: Network,
): Promise<ChainTerms> {
  // Safe: the API contract defines it as an address.
  const contract = collection.contract_address as Address
  const blockTag = is_demo ? 'pending' : 'latest'
  const read = <N extends 'overview' | 'pendingPayees'>(functionName: N) =>
    readContract(rpc, contract, blockTag, {
      ...{ abi: collectionAbi, functionName, args: [] },
    } as never) as Promise<ContractFunctionReturnType<typeof collectionAbi, 'view', N>>
  const roots = collection.phases.flatMap(({ list }) => list?.root ?? [])
  const [overview, pendingPayees, block, ...windows] = await Promise.all([
    read('overview'),
    read('pendingPayees'),
    rpc('eth_getBlockByNumber', [blockTag, false]),
    // Safe: roots are hashes by the API contract.
    ...roots.map((root) => listWindow(rpc, contract, blockTag, root as Hex)),
  ])
  if (!isRecord(block)) throw new TypeError('rpc returned no block')
  const time = Number(parseQuantity(block.timestamp))
  const hasOpened = windows.some(([from, until]) => until > 0n && Number(from) <= time)
  return {
    ...{ overview, pendingPayees, time, readAt: performance.now() },
    mayMint: hasOpened || isOpenAt(toPublicTerms(overview.publicPhase), time),
  }
}

/** Returns the chain's time in unix seconds: that of the newest block, and the time since. */
export function chainNow({ time, readAt }: ChainTerms): number {
  return Math.floor(time + (performance.now() - readAt) / 1000)
}

/** Returns a public phase of the contract in the form of the rules. */
export function toPublicTerms(phase: Overview['publicPhase']): PublicTerms {
  const { price, start, end, walletLimit, supplyCap } = phase
  return { priceWei: price, start, end, walletLimit, supplyCap }
}
