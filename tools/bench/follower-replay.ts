import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from 'viem'
import { answer, optionsOf } from './follower-child.ts'
import { type Creations, recordCreations } from './follower-creations.ts'
import { type History, makeHistory } from './follower-history.ts'

/**
 * A process that serves a made-up past of real contracts as a node would, without its work: what
 * it costs to answer must not count as what it costs to follow.
 */
export type ReplayOptions = {
  chainId: number
  collections: number
  logs: number
  /** Addresses under which the same chain is served. */
  endpoints: number
  /** The last block that is told at first; the parent lifts it by `{ head }`. */
  head?: number
}

export type Replayed = {
  urls: string[]
  head: number
  factory: `0x${string}`
  collections: `0x${string}`[]
}

type Request = { id: unknown; method: string; params: unknown[] }

await serve(optionsOf<ReplayOptions>())

async function serve({ chainId, collections, logs, endpoints, ...at }: ReplayOptions) {
  const creations = await recordCreations(collections)
  const history = makeHistory(creations, logs)
  let head = at.head ?? history.head
  process.on('message', (message: { head: number }) => {
    head = Math.min(message.head, history.head)
  })
  const reply = (request: Request) =>
    envelope(request, resultOf({ chainId, head, creations, history }, request))
  const urls: string[] = []
  for (let index = 0; index < endpoints; index += 1) urls.push(await listen(reply))
  answer<Replayed>({
    urls,
    head: history.head,
    factory: creations.factory,
    collections: creations.collections.map(({ collection }) => collection),
  })
}

async function listen(reply: (request: Request) => Buffer): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    const asked: Request | Request[] = JSON.parse(await bodyOf(request))
    response.setHeader('content-type', 'application/json')
    response.end(Array.isArray(asked) ? batch(asked.map(reply)) : reply(asked))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

type Node = { chainId: number; head: number; creations: Creations; history: History }

/** The JSON of what a node answers; undefined for what this one does not know. */
function resultOf(
  { chainId, head, creations, history }: Node,
  { method, params }: Request,
): Buffer | string | undefined {
  if (method === 'eth_chainId') return `"${toHex(chainId)}"`
  if (method === 'eth_blockNumber') return `"${toHex(head)}"`
  if (method === 'eth_getCode') {
    const isFactory = String(params[0]).toLowerCase() === creations.factory
    return `"${isFactory ? creations.factoryCode : '0x'}"`
  }
  if (method === 'eth_getBlockByNumber') {
    const number = params[0] === 'latest' ? head : Number(params[0])
    return number > head ? 'null' : JSON.stringify(history.headerOf(number))
  }
  if (method !== 'eth_getLogs') return undefined
  // Safe: both sides of this bench ask for logs in this way.
  const filter = params[0] as { fromBlock: string; toBlock: string; address: string[] }
  const asked = new Set([filter.address].flat().map((address) => address.toLowerCase()))
  const to = Math.min(head, Number(filter.toBlock))
  const logs = history.logsIn(Number(filter.fromBlock), to, asked)
  return Buffer.concat([Buffer.from('['), logs, Buffer.from(']')])
}

function envelope({ id }: Request, result: Buffer | string | undefined): Buffer {
  const open = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`
  if (result === undefined) {
    return Buffer.from(`${open},"error":{"code":-32601,"message":"unknown method"}}`)
  }
  const body = typeof result === 'string' ? Buffer.from(result) : result
  return Buffer.concat([Buffer.from(`${open},"result":`), body, Buffer.from('}')])
}

function batch(replies: Buffer[]): Buffer {
  const parts = replies.flatMap((reply) => [Buffer.from(','), reply]).slice(1)
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
}
