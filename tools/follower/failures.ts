import type { ServerResponse } from 'node:http'
import type { Random } from './random.ts'
import type { RpcCall, RpcReply } from './rpc.ts'

/** Part of every error text of a failing node, which no log or report may repeat. */
export const NODE_ERROR_TEXT = 'text-of-the-node'

/** Ways of an endpoint not to answer. */
export const allFailures = [
  'timeout',
  'slow',
  'reset',
  'http_error',
  'truncated',
  'rpc_error',
  'range_too_large',
  'batch_refused',
] as const

export type Failure = (typeof allFailures)[number]

/** One request that is to fail. */
export type Request = {
  calls: RpcCall[]
  isBatch: boolean
  response: ServerResponse
  /** Returns the whole true answer. */
  answer(): Promise<string>
  random: Random
}

/** Ranges of more blocks are refused by `range_too_large`. */
const MAX_RANGE = 10

/** Fails in the way of `failure`; returns false where the request does not allow it. */
export async function fail(failure: Failure, request: Request): Promise<boolean> {
  const { calls, isBatch, response, answer, random } = request
  const send = (status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
  switch (failure) {
    case 'timeout':
      // The socket stays open until the other side gives up.
      return true
    case 'slow': {
      const text = await answer()
      setTimeout(() => send(200, text), random.between(50, 400))
      return true
    }
    case 'reset':
      response.socket?.resetAndDestroy()
      return true
    case 'http_error': {
      const status = random.oneOf([429, 429, 500, 502, 503, 504, 520])
      const retryAfter = random.oneOf(['0', '1', 'soon', '-5'])
      if (status === 429) response.setHeader('retry-after', retryAfter)
      send(status, `<html><body>${status} ${NODE_ERROR_TEXT}</body></html>`)
      return true
    }
    case 'truncated': {
      const text = await answer()
      send(200, text.slice(0, random.between(0, text.length - 1)))
      return true
    }
    case 'rpc_error': {
      const replies = calls.map(({ id }) => errorReply(id, ...random.oneOf(rpcErrors)))
      send(200, JSON.stringify(isBatch ? replies : replies[0]))
      return true
    }
    case 'range_too_large': {
      const long = new Set(calls.filter(isLongRange).map(({ id }) => id))
      if (long.size === 0) return false
      // Safe: the proxy wrote this answer.
      const told = [JSON.parse(await answer())].flat() as RpcReply[]
      const [code, message] = random.oneOf(rangeErrors)
      const replies = told.map((reply) =>
        long.has(reply.id) ? errorReply(reply.id, code, message) : reply,
      )
      send(isBatch ? 200 : 400, JSON.stringify(isBatch ? replies : replies[0]))
      return true
    }
    case 'batch_refused':
      if (!isBatch) return false
      send(
        random.oneOf([200, 400, 403, 413]),
        JSON.stringify(errorReply(null, -32_600, 'Batch is disabled')),
      )
      return true
  }
}

const rpcErrors: [[number, string], ...[number, string][]] = [
  [-32_603, 'Internal error'],
  [-32_000, 'header not found'],
  [-32_005, 'daily request count exceeded, request rate limited'],
]

const rangeErrors: [[number, string], ...[number, string][]] = [
  [-32_005, 'query returned more than 10000 results'],
  [-32_600, 'block range is too wide'],
  [35, 'ranges over 10000 blocks are not supported on freetier'],
]

function isLongRange({ method, params }: RpcCall): boolean {
  if (method !== 'eth_getLogs') return false
  // Safe: the filter of our own reader.
  const [filter] = params as [{ fromBlock: string; toBlock: string }]
  return Number(filter.toBlock) - Number(filter.fromBlock) >= MAX_RANGE
}

function errorReply(id: unknown, code: number, message: string): RpcReply {
  const text = `${message} (${NODE_ERROR_TEXT})`
  return { jsonrpc: '2.0', id, error: { code, message: text } }
}
