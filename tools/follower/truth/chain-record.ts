import { type Address, type Hex, numberToHex } from 'viem'
import { lower } from '../contract-logs.ts'
import { askNode, forward, type RawBlock, type RawLog } from '../rpc.ts'

/** One transaction of the chain that went through, with what it was sent with. */
export type Transaction = {
  hash: string
  block: number
  time: number
  to: Address | null
  input: Hex
  value: bigint
  logs: RawLog[]
}

export type ChainRecord = {
  chainId: number
  head: { number: number; hash: string; time: number }
  transactions: Transaction[]
}

type FullBlock = RawBlock & {
  transactions: { hash: string; to: Address | null; input: Hex; value: Hex }[]
}
type Receipt = { transactionHash: string; status: Hex; logs: RawLog[] }

/** As many calls as a node takes at once, and bodies that are on their way together. */
const BATCH = 500
const AT_ONCE = 4

/** Every transaction of the chain, from the receipts of every block. */
export async function readRecord(url: string): Promise<ChainRecord> {
  const [chainId, head] = await askMany(url, [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ])
  // Safe: every node answers a block so.
  const { number, hash, timestamp } = head as RawBlock
  const last = Number(number)
  const numbers = Array.from({ length: last + 1 }, (_, at) => numberToHex(at))
  const blocks = await askMany(
    url,
    numbers.map((at) => ({ method: 'eth_getBlockByNumber', params: [at, true] })),
  )
  const receipts = await askMany(
    url,
    numbers.map((at) => ({ method: 'eth_getBlockReceipts', params: [at] })),
  )
  return {
    chainId: Number(chainId),
    head: { number: last, hash, time: Number(timestamp) },
    transactions: blocks.flatMap((block, at) =>
      // Safe: every node answers blocks and receipts so.
      transactionsIn(block as FullBlock, receipts[at] as Receipt[]),
    ),
  }
}

function transactionsIn(block: FullBlock, receipts: Receipt[]): Transaction[] {
  const sent = new Map(block.transactions.map((one) => [one.hash, one]))
  return receipts
    .filter(({ status }) => status === '0x1')
    .map(({ transactionHash, logs }) => {
      const transaction = sent.get(transactionHash)
      if (!transaction) throw new Error(`${transactionHash} has only a receipt.`)
      const { to, input, value } = transaction
      return {
        hash: transactionHash,
        block: Number(block.number),
        time: Number(block.timestamp),
        to: to && lower(to),
        input,
        value: BigInt(value),
        logs,
      }
    })
}

/** The answers to contract calls on the newest block; undefined where it was refused. */
export async function callMany(
  url: string,
  calls: readonly { to: Address; data: Hex }[],
): Promise<(Hex | undefined)[]> {
  const requests = calls.map((call) => ({
    method: 'eth_call',
    params: [call, 'latest'],
  }))
  return inSlices(requests, async (slice) => {
    const numbered = slice.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))
    const replies = await forward(url, JSON.stringify(numbered))
    const byId = new Map(replies.map((reply) => [reply.id, reply.result]))
    // Safe: a call that is not refused answers with bytes.
    return numbered.map(({ id }) => byId.get(id) as Hex | undefined)
  })
}

type Request = { method: string; params: readonly unknown[] }

/** The answers to any number of calls, in their order; throws what the node refuses. */
export function askMany(url: string, requests: readonly Request[]): Promise<unknown[]> {
  return inSlices(requests, (slice) => askNode(url, slice))
}

async function inSlices<Answer>(
  requests: readonly Request[],
  ask: (slice: Request[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const slices: Request[][] = []
  for (let at = 0; at < requests.length; at += BATCH) {
    slices.push(requests.slice(at, at + BATCH))
  }
  const answers: Answer[] = []
  for (let at = 0; at < slices.length; at += AT_ONCE) {
    const read = await Promise.all(slices.slice(at, at + AT_ONCE).map(ask))
    answers.push(...read.flat())
  }
  return answers
}
