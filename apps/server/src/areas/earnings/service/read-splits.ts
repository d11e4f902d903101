import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { inTime, MAX_WAIT_MS, putBounded } from './bounds.ts'

/**
 * Amounts of an account in a royalty split besides the coins that it is owed: wei, and the
 * smallest unit of the wrapped token. Null: not known, or no such token on the network.
 */
export type SplitAmounts = {
  address: Address
  paid_wei: bigint | null
  wrapped_owed: bigint | null
  wrapped_paid: bigint | null
}

/** Reads the amounts of an account in royalty splits of a chain, without failing. */
export type SplitReader = (
  chain: Chain,
  account: Address,
  wanted: { splits: Address[]; isSilent: boolean },
) => Promise<SplitAmounts[]>

/** Splits that are read for one account and chain: each costs three calls of a node. */
const MAX_SPLITS = 50

type Reading = { startedAt: number; amounts: Promise<SplitAmounts[]> }

/**
 * Creates the reader of a process, which keeps what it read for `owed_read_interval_ms`. Of more
 * than 50 splits the others, and all of a chain that is silent, have null amounts.
 */
export function createSplitReader({
  clock,
  configuration: { limits },
}: AppContext): SplitReader {
  const kept = new Map<string, Reading>()
  return async (chain, account, { splits, isSilent }) => {
    if (isSilent) return splits.map(unknownAmounts)
    const key = `${chain.id}:${account}`
    const now = clock().getTime()
    const last = kept.get(key)
    if (last && now - last.startedAt < limits.owed_read_interval_ms) return last.amounts
    const amounts = Promise.all(
      splits.map((split, index) =>
        index < MAX_SPLITS ? readSplit(chain, account, split) : unknownAmounts(split),
      ),
    )
    putBounded(kept, key, { startedAt: now, amounts })
    return amounts
  }
}

function unknownAmounts(address: Address): SplitAmounts {
  return { address, paid_wei: null, wrapped_owed: null, wrapped_paid: null }
}

async function readSplit(
  chain: Chain,
  account: Address,
  address: Address,
): Promise<SplitAmounts> {
  const read = (
    functionName: 'owed' | 'released',
    args: readonly [Address] | readonly [Address, Address],
  ) => {
    const call = { address, abi: royaltySplitAbi, functionName, args }
    const waitMs = Math.min(chain.timeoutMs, MAX_WAIT_MS)
    return inTime(readContract(chain.client, call), waitMs).then(refuseImpossible, unread)
  }
  const token = chain.wrappedToken
  const [paid_wei, wrapped_owed, wrapped_paid] = await Promise.all([
    read('released', [account]),
    token && read('owed', [token, account]),
    token && read('released', [token, account]),
  ])
  return { address, paid_wei, wrapped_owed, wrapped_paid }
}

/** Larger than the supply of any coin: a node that returns more is wrong. */
const MAX_AMOUNT = 2n ** 128n

function refuseImpossible(amount: bigint): bigint | null {
  return amount < MAX_AMOUNT ? amount : null
}

/** Stands for an amount that was not read: a silent node, or a token without a readable balance. */
function unread(): null {
  return null
}
