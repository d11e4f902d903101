import type { Address, Hex, PrivateKeyAccount } from 'viem'
import type { KeptChain } from '../chain.ts'
import { BLOCK_SPAN } from './plan.ts'

/** A transaction to mine at a time in the past. */
export type PastTransaction = {
  /** Unix seconds. */
  at: number
  account: PrivateKeyAccount
  /** Description for the error message. */
  what: string
  /** Needs its own block, and is built only once the chain has reached its time. */
  isAlone: boolean
  make(): Promise<Call> | Call
}

export type Call = { to: Address; data: Hex; valueWei: bigint; gas: bigint }

const BLOCK_TRANSACTIONS = 16
const GWEI = 1_000_000_000n

/**
 * Mines `transactions`, sorted by time, in blocks with their timestamps, then a block of the current
 * time; without `isPast`, for a chain that is not new, all blocks have the current time.
 */
export async function replay(
  chain: KeptChain,
  transactions: readonly PastTransaction[],
  isPast: boolean,
  onProgress: (done: number) => void,
): Promise<void> {
  const nonces = new Map<Address, number>()
  let head = await readHeadTime(chain)
  let done = 0

  async function mineAt(time: number) {
    head = Math.max(time, head + 1)
    if (isPast) await chain.call('evm_setNextBlockTimestamp', head)
    await chain.call('evm_mine')
  }

  async function send({ account, make }: PastTransaction) {
    const nonce = nonces.get(account.address) ?? (await readNonce(chain, account.address))
    nonces.set(account.address, nonce + 1)
    const { to, data, valueWei, gas } = await make()
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.id,
      nonce,
      to,
      data,
      value: valueWei,
      gas,
      maxFeePerGas: 3n * GWEI,
      maxPriorityFeePerGas: GWEI / 10n,
    })
    await chain.call('eth_sendRawTransaction', raw)
  }

  await chain.call('evm_setAutomine', false)
  try {
    for (const group of groupByBlock(transactions)) {
      const time = group.at(-1)?.at ?? head
      // Advances the chain's clock, so that the server prepares the deployment for that time.
      if (group[0]?.isAlone) await mineAt(time - 60)
      for (const transaction of group) await send(transaction)
      await mineAt(time)
      await requireSuccess(chain, group)
      done += group.length
      onProgress(done)
    }
    await mineAt(Math.floor(Date.now() / 1000))
  } finally {
    await chain.call('evm_setAutomine', true)
  }
}

/** Returns the timestamp of the newest block in unix seconds. */
async function readHeadTime(chain: KeptChain): Promise<number> {
  return parseNumber(
    await chain.call('eth_getBlockByNumber', 'latest', false),
    'timestamp',
  )
}

function groupByBlock(transactions: readonly PastTransaction[]): PastTransaction[][] {
  const groups: PastTransaction[][] = []
  for (const transaction of transactions) {
    const group = groups.at(-1)
    const first = group?.[0]
    const fits =
      group &&
      first &&
      !first.isAlone &&
      !transaction.isAlone &&
      group.length < BLOCK_TRANSACTIONS &&
      transaction.at - first.at < BLOCK_SPAN
    if (fits) group.push(transaction)
    else groups.push([transaction])
  }
  return groups
}

async function requireSuccess(chain: KeptChain, group: PastTransaction[]) {
  const receipts = await chain.call('eth_getBlockReceipts', 'latest')
  if (!Array.isArray(receipts) || receipts.length !== group.length) {
    throw new Error(`block lacks transactions: expected ${group.length} on ${chain.id}`)
  }
  const failed = receipts.findIndex((receipt) => parseNumber(receipt, 'status') !== 1)
  if (failed < 0) return
  throw new Error(`transaction reverted on ${chain.id}: ${group[failed]?.what}`)
}

async function readNonce(chain: KeptChain, address: Address): Promise<number> {
  return Number(await chain.call('eth_getTransactionCount', address, 'latest'))
}

/** Returns a hexadecimal field of a JSON-RPC result as a number. */
function parseNumber(answer: unknown, field: string): number {
  const value: unknown =
    answer !== null && typeof answer === 'object' ? Reflect.get(answer, field) : undefined
  if (typeof value !== 'string') throw new Error(`JSON-RPC result has no field ${field}`)
  return Number(value)
}
