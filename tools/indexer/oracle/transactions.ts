import { type Address, type Hex, numberToHex } from 'viem'
import { requestRpcBatch } from '../../json-rpc.ts'
import { lower } from '../contract-logs.ts'
import { type RawBlock, type RawLog, readBlocks, readHeadNumber } from '../rpc.ts'

/** A successful transaction with its input and logs. */
export type Transaction = {
  hash: string
  block: number
  time: Date
  to: Address | null
  input: Hex
  value: bigint
  logs: RawLog[]
}

type FullBlock = RawBlock & {
  transactions: { hash: string; to: Address | null; input: Hex; value: Hex }[]
}
type Receipt = { transactionHash: string; status: Hex; logs: RawLog[] }

/** Returns all successful transactions of a chain, from the receipts of every block. */
export async function readTransactions(url: string): Promise<Transaction[]> {
  const blocks = await readBlocks<FullBlock>(url, 0, await readHeadNumber(url), true)
  const numbers = blocks.map((_, block) => [numberToHex(block)])
  const receipts = await requestRpcBatch<Receipt[]>(url, 'eth_getBlockReceipts', numbers)
  return blocks.flatMap(({ timestamp, transactions }, block) => {
    const sent = new Map(transactions.map((one) => [one.hash, one]))
    const successful = receipts[block]?.filter(({ status }) => status === '0x1') ?? []
    return successful.map(({ transactionHash: hash, logs }) => {
      const transaction = sent.get(hash)
      if (!transaction) throw new Error(`Block ${block} has no transaction ${hash}`)
      const { to, input, value } = transaction
      const time = new Date(Number(timestamp) * 1000)
      return { hash, block, time, to: to && lower(to), input, value: BigInt(value), logs }
    })
  })
}
