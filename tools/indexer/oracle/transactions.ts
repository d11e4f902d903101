import { toLowerAddress as lower } from '@platemark/rules/addresses'
import type { Address, Client, Hex, Log } from 'viem'
import { getBlock, getBlockNumber, getTransactionReceipt } from 'viem/actions'

/** A successful transaction with its input and logs. */
export type Transaction = {
  hash: string
  block: number
  time: Date
  to: Address | null
  input: Hex
  value: bigint
  logs: Log[]
}

/** Returns all successful transactions of a chain, from the receipts of every block. */
export async function readTransactions(client: Client): Promise<Transaction[]> {
  const head = Number(await getBlockNumber(client, { cacheTime: 0 }))
  const numbers = Array.from({ length: head + 1 }, (_, number) => number)
  const transactions = await Promise.all(
    numbers.map(async (block) => {
      const options = { blockNumber: BigInt(block), includeTransactions: true } as const
      const { timestamp, transactions } = await getBlock(client, options)
      const time = new Date(Number(timestamp) * 1000)
      return Promise.all(
        transactions.map(async ({ hash, to, input, value }) => {
          const { status, logs } = await getTransactionReceipt(client, { hash })
          if (status !== 'success') return []
          return { hash, block, time, to: to && lower(to), input, value, logs }
        }),
      )
    }),
  )
  return transactions.flat(2)
}
