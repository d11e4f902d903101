// An own client: it adapts batches, limits the rate, and classifies errors and responses.
import { type HttpTarget, postJson } from './http-post.ts'
import { createBatcher, type Post } from './json-rpc-batches.ts'
import { isOk, type RpcCall, type RpcRequest, readResult } from './json-rpc-message.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'

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
