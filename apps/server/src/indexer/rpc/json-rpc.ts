// An own client: it adapts batches, limits the rate, and classifies errors and responses.
import { chunk, mapConcurrent } from './concurrency.ts'
import {
  InvalidRpcResponseError,
  MalformedResponseError,
  RpcUnavailableError,
} from './endpoint.ts'
import { type HttpResponse, type HttpTarget, postJson } from './http-post.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'
import { RpcError, toRpcError } from './rpc-error.ts'

export type RpcCall = { method: string; params: unknown[] }

/** A call with its id, as sent to the node. */
type RpcRequest = RpcCall & { jsonrpc: '2.0'; id: number }

/** A result, and its response for a comparison with later ones. */
export type RpcResponse = { result: unknown; cached: CachedRpcResponse }

/** The text of a response, and the id of its request, which is part of the text. */
export type CachedRpcResponse = { id: number; text: string }

/** Calls methods of a node. Throws `RpcError` when it returns an error. */
export type JsonRpc = {
  call(call: RpcCall, signal: AbortSignal): Promise<unknown>
  /**
   * Sends a call that has an earlier response, perhaps of another node. Returns undefined when the
   * text is the same, so that it is not parsed again.
   */
  callIfChanged(
    call: RpcCall,
    signal: AbortSignal,
    before: CachedRpcResponse | undefined,
  ): Promise<RpcResponse | undefined>
  /** Returns the results in the order of `calls`; in batches, unless the node refuses them. */
  callAll(calls: RpcCall[], signal: AbortSignal): Promise<unknown[]>
}

export type JsonRpcOptions = Omit<HttpTarget, 'url'> & {
  requestsPerSecond: number
  /** Called with the duration of each request that got a response. */
  onResponse?: ((ms: number) => void) | undefined
}

export function createJsonRpc(url: string, options: JsonRpcOptions): JsonRpc {
  const post = limitedPost(url, options, rateLimit(options.requestsPerSecond))
  let lastId = 0
  const toRequest = (call: RpcCall): RpcRequest => {
    lastId += 1
    return { jsonrpc: '2.0', id: lastId, ...call }
  }
  const send = async (call: RpcCall, signal: AbortSignal) => {
    const request = toRequest(call)
    return readResult(await post(request, 1, signal), request)
  }
  const callIfChanged: JsonRpc['callIfChanged'] = async (call, signal, before) => {
    // The same id, so that an equal response has an equal text.
    const request = before ? { ...toRequest(call), id: before.id } : toRequest(call)
    const posted = await post(request, 1, signal)
    if (isOk(posted) && before?.text === posted.text) return undefined
    const cached = { id: request.id, text: posted.text }
    return { result: readResult(posted, request), cached }
  }
  const callAll = createBatcher(post, toRequest, send, options.requestsPerSecond)
  return { call: send, callIfChanged, callAll }
}

/** Sends one request for `count` calls. */
type Post = (
  content: unknown,
  count: number,
  signal: AbortSignal,
) => Promise<HttpResponse>

function limitedPost(url: string, options: JsonRpcOptions, limit: RateLimit): Post {
  const destination = { url, ...options }
  return async (content, count, signal) => {
    await limit(count, signal)
    const began = performance.now()
    const posted = await postJson(destination, content, signal)
    options.onResponse?.(performance.now() - began)
    return posted
  }
}

const MAX_BATCH = 100
/** Accepted by most gateways that limit batches. */
const MIN_BATCH = 10

class BatchRefusedError extends Error {
  override readonly name = 'BatchRefusedError'
}

/** Creates the function that sends calls in batches, in smaller ones once the node refuses them. */
function createBatcher(
  post: Post,
  toRequest: (call: RpcCall) => RpcRequest,
  send: (call: RpcCall, signal: AbortSignal) => Promise<unknown>,
  requestsPerSecond: number,
): (calls: RpcCall[], signal: AbortSignal) => Promise<unknown[]> {
  let batchSize = Math.max(1, Math.min(MAX_BATCH, Math.floor(requestsPerSecond)))

  const callInBatches = async (
    calls: RpcCall[],
    size: number,
    signal: AbortSignal,
  ): Promise<unknown[]> => {
    if (size === 1 || calls.length === 1) {
      return mapConcurrent(signal, calls, (call, ended) => send(call, ended))
    }
    try {
      const results = await mapConcurrent(signal, chunk(calls, size), (part, ended) =>
        callBatch(post, part.map(toRequest), ended),
      )
      return results.flat()
    } catch (error) {
      if (!(error instanceof BatchRefusedError)) throw error
    }
    const smaller = size > MIN_BATCH ? MIN_BATCH : 1
    const results = await callInBatches(calls, smaller, signal)
    // Only a success of the smaller batch shows that the size was the reason.
    batchSize = Math.min(batchSize, smaller)
    return results
  }
  return (calls, signal) => callInBatches(calls, batchSize, signal)
}

async function callBatch(
  post: Post,
  calls: RpcRequest[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const posted = await post(calls, calls.length, signal)
  const body = parseBody(posted)
  if (!Array.isArray(body)) throw batchError(posted, body)
  const members: unknown[] = body
  if (members.length > calls.length) {
    throw new InvalidRpcResponseError('Batch response has more members than the request.')
  }
  const failures = members.flatMap((member) => readError(posted, member) ?? [])
  const [first] = failures
  const limited = failures.find((failure) => failure.kind === 'rateLimited')
  if (limited) throw limited
  // Some nodes refuse each member instead of the batch, or return one error in a list.
  if (first && failures.length === members.length) throw new BatchRefusedError()
  if (first) throw first
  return inOrder(members, calls)
}

function batchError(posted: HttpResponse, body: unknown): Error {
  const failure = readError(posted, body)
  if (!failure) return new InvalidRpcResponseError('Batch response is a single reply.')
  const isOfBatch = posted.status < 500 || isRecord(body)
  const isOfNode = failure.kind === 'rateLimited' || [401, 403].includes(posted.status)
  return isOfBatch && !isOfNode ? new BatchRefusedError() : failure
}

/** Returns the results in the order of the calls; a batch response may have any order. */
function inOrder(members: unknown[], calls: RpcRequest[]): unknown[] {
  const pending = new Set<unknown>(calls.map(({ id }) => id))
  const results = new Map<unknown, unknown>()
  for (const member of members) {
    if (!isRecord(member) || member.result === undefined) {
      throw new InvalidRpcResponseError('Response is no JSON-RPC.')
    }
    const id = parseId(member.id)
    if (!pending.delete(id)) {
      throw new InvalidRpcResponseError('Batch response has an unknown id.')
    }
    results.set(id, member.result)
  }
  if (pending.size > 0) throw new RpcUnavailableError('Batch response is incomplete.')
  return calls.map(({ id }) => results.get(id))
}

/** Returns the result of one call. Throws `RpcError` or `InvalidRpcResponseError`. */
function readResult(posted: HttpResponse, { id }: RpcRequest): unknown {
  const body = parseBody(posted)
  const failure = readError(posted, body)
  if (failure) throw failure
  if (!isRecord(body) || body.result === undefined) {
    throw new MalformedResponseError('Response is no JSON-RPC.')
  }
  if (parseId(body.id) !== id)
    throw new InvalidRpcResponseError('Response has another id than the request.')
  return body.result
}

/** Returns the id of a response; some nodes return the number of the request as text. */
function parseId(id: unknown): unknown {
  return typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : id
}

/** Parses the body; returns undefined where it is no JSON. */
function parseBody({ text }: HttpResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error of a response, if it is one. */
function readError(posted: HttpResponse, body: unknown): RpcError | undefined {
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

function isOk({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
