import { type Address, type Hex, numberToHex } from 'viem'
import { lower } from '../contract-logs.ts'
import { askNode, type RawBlock, type RawLog } from '../rpc.ts'

/** A successful transaction with its input and logs. */
export type Transaction = {
  hash: string
  block: number
  time: number
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
export async function readRecord(url: string): Promise<Transaction[]> {
  const [head] = await askNode(url, [{ method: 'eth_blockNumber', params: [] }])
  const numbers = Array.from({ length: Number(head) + 1 }, (_, at) => numberToHex(at))
  // Safe: the results of these methods.
  const blocks = (await askNode(
    url,
    numbers.map((at) => ({ method: 'eth_getBlockByNumber', params: [at, true] })),
  )) as FullBlock[]
  const receipts = (await askNode(
    url,
    numbers.map((at) => ({ method: 'eth_getBlockReceipts', params: [at] })),
  )) as Receipt[][]
  return blocks.flatMap((block, at) => {
    const sent = new Map(block.transactions.map((one) => [one.hash, one]))
    const successful = receipts[at]?.filter(({ status }) => status === '0x1') ?? []
    return successful.map(({ transactionHash, logs }) => {
      const transaction = sent.get(transactionHash)
      if (!transaction) throw new Error(`Block ${at} lacks ${transactionHash}.`)
      const { to, input, value } = transaction
      return {
        hash: transactionHash,
        block: at,
        time: Number(block.timestamp),
        to: to && lower(to),
        input,
        value: BigInt(value),
        logs,
      }
    })
  })
}
