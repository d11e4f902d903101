import type { ServerResponse } from 'node:http'
import type { Random } from '../agreement/random.ts'
import type { RpcCall, RpcReply } from './rpc.ts'

/** In every text that a failing node says of itself: nobody outside may ever read it. */
export const SAID_BY_NODE = 'said-by-the-node'

/** Ways not to answer, or to answer that one does not want to. */
export const allFailures = [
  'timeout',
  'slow',
  'reset',
  'too_many_requests',
  'too_many_requests_retry_after',
  'server_error',
  'server_error_html',
  'truncated',
  'rpc_error',
  'range_too_large',
  'batch_refused',
] as const

export type Failure = (typeof allFailures)[number]

/** One request that is to fail. */
export type Turn = {
  calls: RpcCall[]
  isBatch: boolean
  response: ServerResponse
  /** The whole true answer. */
  answer(): Promise<string>
  random: Random
  /** Ranges of more blocks are refused. */
  longestRange: number
}

/** Fails in the way of `failure`. Answers false when the request leaves no room for it. */
export function fail(failure: Failure, turn: Turn): Promise<boolean> | boolean {
  return failures[failure](turn)
}

const failures: Record<Failure, (turn: Turn) => Promise<boolean> | boolean> = {
  // The socket stays open until the other side gives up.
  timeout: () => true,

  async slow({ response, answer, random }) {
    const text = await answer()
    await new Promise((resume) => setTimeout(resume, random.between(50, 400)))
    send(response, 200, text)
    return true
  },

  reset({ response }) {
    response.socket?.resetAndDestroy()
    return true
  },

  too_many_requests({ response }) {
    return send(response, 429, JSON.stringify(errorReply(null, 429, 'Too many requests')))
  },

  too_many_requests_retry_after({ response, random }) {
    const soon = new Date(Date.now() + 1000).toUTCString()
    response.setHeader('retry-after', random.oneOf(['0', '1', soon, 'soon', '-5']))
    return send(response, 429, '')
  },

  server_error({ response, random }) {
    const status = random.oneOf([500, 502, 503, 504])
    return send(
      response,
      status,
      JSON.stringify(errorReply(null, -32_603, 'Internal error')),
    )
  },

  server_error_html({ response, random }) {
    const status = random.oneOf([500, 502, 503, 520])
    const page = `<html><head><title>${status}</title></head><body>${SAID_BY_NODE}</body></html>`
    return send(response, status, page, 'text/html')
  },

  async truncated({ response, answer, random }) {
    const text = await answer()
    const cut = text.slice(0, random.between(0, text.length - 1))
    if (random.isLucky(50)) return send(response, 200, cut)
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': text.length,
    })
    response.write(cut)
    setTimeout(() => response.destroy(), 5)
    return true
  },

  rpc_error({ calls, isBatch, response, random }) {
    const [code, message] = random.oneOf(rpcErrors)
    const replies = calls.map(({ id }) => errorReply(id, code, message))
    return send(response, 200, JSON.stringify(isBatch ? replies : replies[0]))
  },

  async range_too_large({ calls, isBatch, response, answer, random, longestRange }) {
    const tooLong = new Set(calls.filter((call) => rangeOf(call) > longestRange))
    if (tooLong.size === 0) return false
    const [status, code, message] = random.oneOf(rangeErrors)
    // Safe: what the proxy's own `answer` wrote.
    const told = JSON.parse(await answer()) as RpcReply | RpcReply[]
    const refused = new Set([...tooLong].map(({ id }) => id))
    const replies = [told]
      .flat()
      .map((reply) =>
        refused.has(reply.id) ? errorReply(reply.id, code, message) : reply,
      )
    return send(
      response,
      isBatch ? 200 : status,
      JSON.stringify(isBatch ? replies : replies[0]),
    )
  },

  batch_refused({ isBatch, response, random }) {
    if (!isBatch) return false
    const status = random.oneOf([200, 400, 403, 413])
    return send(
      response,
      status,
      JSON.stringify(errorReply(null, -32_600, 'Batch is disabled')),
    )
  },
}

const rpcErrors: [[number, string], ...[number, string][]] = [
  [-32_603, 'Internal error'],
  [-32_000, 'header not found'],
  [-32_000, 'missing trie node'],
  [-32_005, 'daily request count exceeded, request rate limited'],
  [-32_601, 'the method is not available'],
]

/** Status, code and text with which providers refuse a range of blocks. */
const rangeErrors: [[number, number, string], ...[number, number, string][]] = [
  [
    400,
    -32_602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size',
  ],
  [
    400,
    -32_600,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
  ],
  [200, -32_005, 'query returned more than 10000 results'],
  [413, -32_614, 'eth_getLogs is limited to a 10,000 range'],
  [200, -32_600, 'block range is too wide'],
  [200, -32_000, 'exceed maximum block range: 50000'],
  [200, -32_000, 'query exceeds max block range 1000'],
  [200, -32_005, 'limit exceeded'],
  [400, 35, 'ranges over 10000 blocks are not supported on freetier'],
  [200, -32_000, 'Block range is too large'],
  [
    200,
    -32_047,
    "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
  ],
  [200, -32_000, 'query exceeds max results 20000, retry with the range 1-2'],
]

function rangeOf({ method, params }: RpcCall): number {
  if (method !== 'eth_getLogs') return 0
  // Safe: the filter that our own reader sends.
  const [filter] = params as [{ fromBlock: string; toBlock: string }]
  return Number(filter.toBlock) - Number(filter.fromBlock) + 1
}

function errorReply(id: unknown, code: number, message: string): RpcReply {
  return { jsonrpc: '2.0', id, error: { code, message: `${message} (${SAID_BY_NODE})` } }
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'application/json',
): true {
  response.writeHead(status, { 'content-type': type }).end(text)
  return true
}
