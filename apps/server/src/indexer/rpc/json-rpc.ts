import { type HttpTarget, postJson } from './http-post.ts'
import { createBatcher, type Post } from './json-rpc-batches.ts'
import { isOk, type RpcCall, type RpcRequest, readResult } from './json-rpc-message.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'

/** A result, and what is needed to know it again. */
export type RpcResponse = { result: unknown; heard: CachedResponse }

/** An answer as it came, and the id of the question, which it repeats. */
export type CachedResponse = { id: number; text: string }

/** Calls methods of a node. Throws `Failure` when it answers with an error. */
export type JsonRpc = {
  call(call: RpcCall, signal: AbortSignal): Promise<unknown>
  /**
   * Asks what may have been asked before, perhaps of another node. Undefined when the very same
   * was heard then: it need not be read a second time.
   */
  callAgain(
    call: RpcCall,
    signal: AbortSignal,
    before: CachedResponse | undefined,
  ): Promise<RpcResponse | undefined>
  /** Answers in the order of `calls`; in batches, unless the node refuses them. */
  callAll(calls: RpcCall[], signal: AbortSignal): Promise<unknown[]>
}

export type JsonRpcOptions = Omit<HttpTarget, 'url'> & {
  requestsPerSecond: number
  /** Told how long each request took that was answered. */
  onResponse?: ((ms: number) => void) | undefined
}

export function createJsonRpc(url: string, options: JsonRpcOptions): JsonRpc {
  const post = limitedPost(url, options, rateLimit(options.requestsPerSecond))
  let lastId = 0
  const number = (wanted: RpcCall): RpcRequest => {
    lastId += 1
    return { jsonrpc: '2.0', id: lastId, ...wanted }
  }
  const call = async (wanted: RpcCall, signal: AbortSignal) => {
    const asked = number(wanted)
    return readResult(await post(asked, 1, signal), asked)
  }
  const callAgain: JsonRpc['callAgain'] = async (wanted, signal, before) => {
    // The same id for the same question, so that the same answer is the same text.
    const asked = before ? { ...number(wanted), id: before.id } : number(wanted)
    const posted = await post(asked, 1, signal)
    if (isOk(posted) && before?.text === posted.text) return undefined
    const heard = { id: asked.id, text: posted.text }
    return { result: readResult(posted, asked), heard }
  }
  const callAll = createBatcher(post, number, call, options.requestsPerSecond)
  return { call, callAgain, callAll }
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
