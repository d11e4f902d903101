import { json } from 'node:stream/consumers'
import { type Address, toHex } from 'viem'
import { startHttpServer } from '../../apps/server/test/listen.ts'
import { childOptions, sendResult } from './indexer-child.ts'
import { makeHistory, toHeader } from './indexer-history.ts'

/** Serves a generated history over JSON-RPC, at almost no cost. */
export type ReplayOptions = { chainId: number; logCount: number }

export type Replayed = {
  url: string
  head: number
  factory: Address
  collections: Address[]
}

type Call = { id: unknown; method: string; params: unknown[] }

const { chainId, logCount } = childOptions<ReplayOptions>()
const history = await makeHistory(logCount)
const head = history.blocks.length - 1

const { url } = await startHttpServer(async (request, response) => {
  // Safe: both indexers of this bench send JSON-RPC.
  const calls = (await json(request)) as Call | Call[]
  response.setHeader('content-type', 'application/json')
  response.end(Array.isArray(calls) ? `[${calls.map(replyTo)}]` : replyTo(calls))
})
const { factory, collections } = history
sendResult<Replayed>({ url, head, factory, collections })

function replyTo({ id, method, params }: Call): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultOf(method, params)}}`
}

function resultOf(method: string, params: unknown[]): string {
  switch (method) {
    case 'eth_chainId':
      return `"${toHex(chainId)}"`
    case 'eth_blockNumber':
      return `"${toHex(head)}"`
    case 'eth_getCode':
      return String(params[0]).toLowerCase() === factory
        ? `"${history.factoryCode}"`
        : '"0x"'
    case 'eth_getBlockByNumber': {
      const number = params[0] === 'latest' ? head : Number(params[0])
      return number > head ? 'null' : JSON.stringify(toHeader(number))
    }
    case 'eth_getLogs': {
      // Safe: both indexers of this bench send this filter.
      const filter = params[0] as {
        fromBlock: string
        toBlock: string
        address: string[]
      }
      const addresses = new Set([filter.address].flat().map((one) => one.toLowerCase()))
      const blocks = history.blocks.slice(
        Number(filter.fromBlock),
        Number(filter.toBlock) + 1,
      )
      const logs = blocks.flat().filter(({ address }) => addresses.has(address))
      return `[${logs.map((log) => log.json)}]`
    }
    default:
      throw new Error(`Method is not replayed: got ${method}`)
  }
}
