import { InvalidRpcResponseError } from './endpoint.ts'
import type { HttpResponse } from './http-post.ts'
import { RpcError, toRpcError } from './rpc-error.ts'

export type RpcCall = { method: string; params: unknown[] }

/** A call with its id, as sent to the node. */
export type RpcRequest = RpcCall & { jsonrpc: '2.0'; id: number }

/** Returns the result of one call. Throws `RpcError` or `InvalidRpcResponseError`. */
export function readResult(posted: HttpResponse, { id }: RpcRequest): unknown {
  const body = parseBody(posted)
  const failure = readError(posted, body)
  if (failure) throw failure
  if (!isRecord(body) || body.result === undefined) {
    throw new InvalidRpcResponseError('Response is no JSON-RPC.')
  }
  if (body.id !== id)
    throw new InvalidRpcResponseError('Response has another id than the request.')
  return body.result
}

/** Parses the body; returns undefined where it is no JSON. */
export function parseBody({ text }: HttpResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error of a response, if it is one. */
export function readError(posted: HttpResponse, body: unknown): RpcError | undefined {
  const { status, text, retryAfterMs } = posted
  const error = isRecord(body) ? (body.error ?? undefined) : undefined
  if (error === undefined && isOk(posted)) {
    return body === undefined
      ? new RpcError('overloaded', 'Response is no JSON.')
      : undefined
  }
  const code = isRecord(error) && typeof error.code === 'number' ? error.code : undefined
  const errorMessage = error === undefined ? text : errorText(error)
  return toRpcError(status, code, errorMessage, retryAfterMs)
}

/** Returns the text of an error from the fields that nodes use; nested values are ignored. */
function errorText(error: unknown): string {
  if (typeof error === 'string') return error
  if (!isRecord(error)) return ''
  return [error.message, error.data].filter((part) => typeof part === 'string').join(' ')
}

export function isOk({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
