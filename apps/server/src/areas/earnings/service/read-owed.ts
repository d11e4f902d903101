import { payoutsAbi } from '@platemark/abi/payouts'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'

/** Account and the collections of a chain that may owe it money. */
export type OwedRequest = {
  chain: Chain
  contracts: NonNullable<Chain['contracts']>
  account: Address
  collections: Address[]
  /** Last confirmed block. */
  confirmed: number
}

/**
 * Returns the withdrawable amount of each collection in wei, in the order of the request: income
 * counts once confirmed, withdrawals count at once. `head` is the newest block.
 */
export async function readOwed(request: OwedRequest, head: bigint): Promise<bigint[]> {
  const { chain, contracts, collections, confirmed } = request
  const isDeep = chain.confirmations > 0
  if (isDeep && confirmed < contracts.startBlock) return collections.map(() => 0n)
  const [now, then] = await Promise.all([
    readAmounts(request),
    isDeep ? readConfirmed(request, head) : undefined,
  ])
  return now.map((amount, place) => lesser(amount, then?.[place]))
}

function lesser(amount: bigint, other = amount): bigint {
  if (other < amount) return other
  return amount
}

/** Blocks below the head whose state full nodes keep, with a margin. */
const BLOCKS_KEPT = 120n

/**
 * Reads the amounts at the confirmed block, or at the oldest block whose state nodes
 * keep: some networks confirm later than that.
 */
async function readConfirmed(request: OwedRequest, head: bigint): Promise<bigint[]> {
  const confirmed = BigInt(request.confirmed)
  const kept = head - BLOCKS_KEPT
  try {
    return await readAmounts(request, confirmed)
  } catch (error) {
    if (kept <= confirmed) throw error
    return readAmounts(request, kept)
  }
}

/** Reads the amount each collection owes, at a block or now. */
async function readAmounts(
  { chain, contracts, account, collections }: OwedRequest,
  blockNumber?: bigint,
): Promise<bigint[]> {
  const results = await Promise.all(
    batchesOf(collections).map((batch) =>
      readContract(chain.client, {
        abi: payoutsAbi,
        address: contracts.payouts,
        functionName: 'owedMany',
        args: [batch, account],
        ...(blockNumber !== undefined && { blockNumber }),
      }),
    ),
  )
  const amounts = results.flat()
  const isPossible = amounts.every((amount) => amount < MAX_WEI)
  if (isPossible && amounts.length === collections.length) return amounts
  throw new Error(`owedMany on ${chain.alias} returned impossible amounts`)
}

/** Larger than the supply of any coin: a node that returns more is wrong. */
const MAX_WEI = 2n ** 128n

/** Bounds the gas of one call below the nodes' limit. */
const MAX_BATCH_SIZE = 100

function batchesOf(collections: Address[]): Address[][] {
  return Array.from({ length: Math.ceil(collections.length / MAX_BATCH_SIZE) }, (_, at) =>
    collections.slice(at * MAX_BATCH_SIZE, (at + 1) * MAX_BATCH_SIZE),
  )
}
