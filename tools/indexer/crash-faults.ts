import type { ServerResponse } from 'node:http'
import type { RpcCall, RpcReply } from '../json-rpc.ts'
import type { Random } from '../random.ts'

/** Part of every error text of a failing node, which must not reach logs or statuses. */
export const NODE_ERROR_TEXT = 'text-of-the-node'

/** Faults of an endpoint that sends no usable response. */
export const allCrashFaults = [
  'timeout',
  'slow',
  'reset',
  'http_error',
  'truncated',
  'rpc_error',
  'range_too_large',
  'batch_refused',
] as const

export type CrashFault = (typeof allCrashFaults)[number]

/** A request to inject a fault into. */
export type FaultyRequest = {
  calls: RpcCall[]
  isBatch: boolean
  response: ServerResponse
  /** Returns the whole unchanged response body. */
  readReply(): Promise<string>
  random: Random
}

/** Ranges of more blocks are refused by `range_too_large`. */
const MAX_RANGE = 10

/** Returns whether the fault applies to this request. */
export function isCrashFaultPossible(
  fault: CrashFault,
  { calls, isBatch }: FaultyRequest,
): boolean {
  if (fault === 'range_too_large') return calls.some(isLongRange)
  return fault !== 'batch_refused' || isBatch
}

export async function injectCrashFault(
  fault: CrashFault,
  request: FaultyRequest,
): Promise<void> {
  const { calls, isBatch, response, readReply, random } = request
  const send = (status: number, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
  switch (fault) {
    case 'timeout':
      // The socket stays open until the client closes it.
      return
    case 'slow': {
      const text = await readReply()
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
      const text = await readReply()
      return send(200, text.slice(0, random.between(0, text.length - 1)))
    }
    case 'rpc_error': {
      const replies = calls.map(({ id }) => errorReply(id, random.oneOf(rpcErrors)))
      return send(200, isBatch ? replies : replies[0])
    }
    case 'range_too_large': {
      const long = new Set(calls.filter(isLongRange).map(({ id }) => id))
      // Safe: the proxy wrote this body.
      const unchanged = [JSON.parse(await readReply())].flat() as RpcReply[]
      const error = random.oneOf(rangeErrors)
      const replies = unchanged.map((reply) =>
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
  // Safe: the filter that the indexer sends.
  const [filter] = params as [{ fromBlock: string; toBlock: string }]
  return Number(filter.toBlock) - Number(filter.fromBlock) >= MAX_RANGE
}

function errorReply(id: unknown, error: RpcError): RpcReply {
  const message = `${error.message} (${NODE_ERROR_TEXT})`
  return { jsonrpc: '2.0', id, error: { ...error, message } }
}
