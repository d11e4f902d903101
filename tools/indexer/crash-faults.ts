import type { ServerResponse } from 'node:http'
import type { Random } from '../random.ts'
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

/** Returns whether a request can fail in this way. */
export function canFail(failure: Failure, { calls, isBatch }: Request): boolean {
  if (failure === 'range_too_large') return calls.some(isLongRange)
  return failure !== 'batch_refused' || isBatch
}

export async function fail(failure: Failure, request: Request): Promise<void> {
  const { calls, isBatch, response, answer, random } = request
  const send = (status: number, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
  switch (failure) {
    case 'timeout':
      // The socket stays open until the other side gives up.
      return
    case 'slow': {
      const text = await answer()
      setTimeout(() => send(200, text), random.between(50, 400))
      return
    }
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'http_error': {
      const status = random.oneOf([429, 429, 500, 502, 503, 504, 520])
      const retryAfter = random.oneOf(['0', '1', 'soon', '-5'])
      if (status === 429) response.setHeader('retry-after', retryAfter)
      return send(status, `<html><body>${status} ${NODE_ERROR_TEXT}</body></html>`)
    }
    case 'truncated': {
      const text = await answer()
      return send(200, text.slice(0, random.between(0, text.length - 1)))
    }
    case 'rpc_error': {
      const replies = calls.map(({ id }) => errorReply(id, random.oneOf(rpcErrors)))
      return send(200, isBatch ? replies : replies[0])
    }
    case 'range_too_large': {
      const long = new Set(calls.filter(isLongRange).map(({ id }) => id))
      // Safe: the proxy wrote this answer.
      const told = [JSON.parse(await answer())].flat() as RpcReply[]
      const error = random.oneOf(rangeErrors)
      const replies = told.map((reply) =>
        long.has(reply.id) ? errorReply(reply.id, error) : reply,
      )
      return send(isBatch ? 200 : 400, isBatch ? replies : replies[0])
    }
    case 'batch_refused': {
      const error = { code: -32_600, message: 'Batch is disabled' }
      return send(random.oneOf([200, 400, 403, 413]), errorReply(null, error))
    }
  }
}

type RpcError = { code: number; message: string }

const rpcErrors: readonly [RpcError, ...RpcError[]] = [
  { code: -32_603, message: 'Internal error' },
  { code: -32_000, message: 'header not found' },
  { code: -32_005, message: 'daily request count exceeded, request rate limited' },
]

const rangeErrors: readonly [RpcError, ...RpcError[]] = [
  { code: -32_005, message: 'query returned more than 10000 results' },
  { code: -32_600, message: 'block range is too wide' },
  { code: 35, message: 'ranges over 10000 blocks are not supported on freetier' },
]

function isLongRange({ method, params }: RpcCall): boolean {
  if (method !== 'eth_getLogs') return false
  // Safe: the filter of our own reader.
  const [filter] = params as [{ fromBlock: string; toBlock: string }]
  return Number(filter.toBlock) - Number(filter.fromBlock) >= MAX_RANGE
}

function errorReply(id: unknown, error: RpcError): RpcReply {
  const message = `${error.message} (${NODE_ERROR_TEXT})`
  return { jsonrpc: '2.0', id, error: { ...error, message } }
}
