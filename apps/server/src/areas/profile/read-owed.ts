import { payoutsAbi } from '@platemark/abi/payouts'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'

/** What is asked of a chain: one account and the collections that may owe it money. */
export type OwedRequest = {
  chain: Chain
  contracts: NonNullable<Chain['contracts']>
  account: Address
  collections: Address[]
  /** The last block that counts as confirmed. */
  confirmed: number
}

/**
 * What an account could withdraw now of what came in up to the confirmed block, in wei: income
 * counts once it is confirmed, a withdrawal at once. `head` is the newest block.
 */
export async function readOwed(question: OwedRequest, head: bigint): Promise<bigint> {
  const { chain, contracts, confirmed } = question
  const isDeep = chain.confirmations > 0
  if (isDeep && confirmed < contracts.startBlock) return 0n
  const [now, then] = await Promise.all([
    readAmounts(question),
    isDeep ? readConfirmed(question, head) : undefined,
  ])
  return now.reduce((sum, amount, place) => sum + lesser(amount, then?.[place]), 0n)
}

function lesser(amount: bigint, other = amount): bigint {
  if (other < amount) return other
  return amount
}

/** Nodes that are no archive answer about so many blocks below the head, and a few more. */
const BLOCKS_KEPT = 120n

/**
 * What each collection owed at the confirmed block. Where a node has forgotten that, at the
 * oldest one that nodes remember: some networks confirm later than their nodes forget.
 */
async function readConfirmed(question: OwedRequest, head: bigint): Promise<bigint[]> {
  const confirmed = BigInt(question.confirmed)
  const kept = head - BLOCKS_KEPT
  try {
    return await readAmounts(question, confirmed)
  } catch (error) {
    if (kept <= confirmed) throw error
    return readAmounts(question, kept)
  }
}

/** What each collection owes at a block, or now. */
async function readAmounts(
  { chain, contracts, account, collections }: OwedRequest,
  blockNumber?: bigint,
): Promise<bigint[]> {
  const answers = await Promise.all(
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
  const amounts = answers.flat()
  const isPossible = amounts.every((amount) => amount < MAX_WEI)
  if (isPossible && amounts.length === collections.length) return amounts
  throw new Error(`${chain.alias} tells amounts that cannot be.`)
}

/** More than there is of any coin: a node that says so is wrong. */
const MAX_WEI = 2n ** 128n

/** So that no question takes more gas than nodes allow, whatever the collections do. */
const MAX_BATCH_SIZE = 100

function batchesOf(collections: Address[]): Address[][] {
  return Array.from({ length: Math.ceil(collections.length / MAX_BATCH_SIZE) }, (_, at) =>
    collections.slice(at * MAX_BATCH_SIZE, (at + 1) * MAX_BATCH_SIZE),
  )
}
