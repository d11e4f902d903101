// An own client: plain calls with a fallback are enough, and viem's client weighs more.

import type { Hex } from 'viem'
import { anySignal } from './abort-signals.ts'

/**
 * A JSON-RPC 2.0 request to an Ethereum node. Resolves to the `result` of the response in the form
 * of `normalizeResult`; rejects
 * with an `RpcError` when the contract reverted, with an `RpcUnavailableError` without a result.
 */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The state to read; embedded chains return an old time for `latest`. */
export type BlockTag = 'latest' | 'pending'

/** An error response of a node: `code` and `message` are those of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number
  /** The revert data of the contract, or null. */
  readonly data: Hex | null

  constructor(code: number, message: string, data: Hex | null) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** No node responded, or none in JSON-RPC. */
export class RpcUnavailableError extends Error {}

type HttpRpc = {
  signal?: AbortSignal
  /** Milliseconds that each node has for its response. */
  timeoutMs?: number
}

/**
 * Sends requests to the nodes at `urls` (absolute, or paths of this origin) over HTTP, falling
 * back to the next one on no response, a timeout, an error or an invalid response. Only a revert
 * is final.
 */
export function httpRpc(
  urls: readonly string[],
  { signal, timeoutMs = 10_000 }: HttpRpc = {},
): Rpc {
  return async (method, params) => {
    let reason: unknown
    for (const url of urls) {
      signal?.throwIfAborted()
      try {
        return parseResponse(await post(url, { method, params }, timeoutMs, signal))
      } catch (error) {
        if (error instanceof RpcError && isRevert(error)) throw error
        reason = error
      }
    }
    signal?.throwIfAborted()
    throw new RpcUnavailableError(`no rpc endpoint returned a result for ${method}`, {
      cause: reason,
    })
  }
}

function isRevert({ code, message, data }: RpcError): boolean {
  return data !== null || code === 3 || /revert/i.test(message)
}

async function post(
  url: string,
  call: { method: string; params: readonly unknown[] },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    signal: signal ? anySignal(signal, limit) : limit,
  })
  return response.json()
}

/** Returns the result of a response. Throws an `RpcError` for an error, else a `TypeError`. */
function parseResponse(response: unknown): unknown {
  if (!isRecord(response)) throw new TypeError('rpc response is not a JSON-RPC object')
  const { error } = response
  if (isRecord(error)) {
    const message = typeof error.message === 'string' ? error.message : 'refused'
    throw new RpcError(Number(error.code), message, findRevertData(error))
  }
  if (!('result' in response)) throw new TypeError('rpc response has no result')
  return normalizeResult(response.result)
}

/**
 * Returns a result of a node in the form that this package compares and decodes: hexadecimal text
 * in lower case, and numbers and decimal text, which nodes of some networks return, as hexadecimal
 * quantities. Anything else stays as it is, so that no wrong value becomes a right one.
 */
export function normalizeResult(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeResult)
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, normalizeResult(one)]),
    )
  }
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? `0x${value.toString(16)}` : value
  }
  if (typeof value !== 'string') return value
  if (/^\d{1,78}$/.test(value)) return `0x${BigInt(value).toString(16)}`
  return /^0x[0-9a-f]*$/i.test(value) ? value.toLowerCase() : value
}

/**
 * Returns the revert data of a contract, four bytes at least, or null. Nodes and wallets wrap it
 * in `data`, some of them several times.
 */
export function findRevertData(error: unknown): Hex | null {
  for (let each = error, depth = 0; isRecord(each) && depth < 10; depth += 1) {
    const { data } = each
    if (isHexData(data) && data.length >= 10) return data
    each = isRecord(data) ? data : (each.cause ?? each.error)
  }
  return null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function isHexData(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
}
