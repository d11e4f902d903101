import { type Destination, postJson } from './http-post.ts'
import { batchCaller, type Post } from './json-rpc-batches.ts'
import { type Call, isFine, type Numbered, resultOf } from './json-rpc-message.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'

/** A result, and what is needed to know it again. */
export type Answer = { result: unknown; heard: Heard }

/** An answer as it came, and the id of the question, which it repeats. */
export type Heard = { id: number; text: string }

/** Calls methods of a node. Throws `Failure` when it answers with an error. */
export type JsonRpc = {
  call(call: Call, signal: AbortSignal): Promise<unknown>
  /**
   * Asks what may have been asked before, perhaps of another node. Undefined when the very same
   * was heard then: it need not be read a second time.
   */
  callAgain(
    call: Call,
    signal: AbortSignal,
    before: Heard | undefined,
  ): Promise<Answer | undefined>
  /** Answers in the order of `calls`; in batches, unless the node refuses them. */
  callAll(calls: Call[], signal: AbortSignal): Promise<unknown[]>
}

export type JsonRpcOptions = Omit<Destination, 'url'> & {
  requestsPerSecond: number
  /** Told how long each request took that was answered. */
  onAnswer?: ((ms: number) => void) | undefined
}

export function openJsonRpc(url: string, options: JsonRpcOptions): JsonRpc {
  const post = limitedPost(url, options, rateLimit(options.requestsPerSecond))
  let lastId = 0
  const number = (wanted: Call): Numbered => {
    lastId += 1
    return { jsonrpc: '2.0', id: lastId, ...wanted }
  }
  const call = async (wanted: Call, signal: AbortSignal) => {
    const asked = number(wanted)
    return resultOf(await post(asked, 1, signal), asked)
  }
  const callAgain: JsonRpc['callAgain'] = async (wanted, signal, before) => {
    // The same id for the same question, so that the same answer is the same text.
    const asked = before ? { ...number(wanted), id: before.id } : number(wanted)
    const posted = await post(asked, 1, signal)
    if (isFine(posted) && before?.text === posted.text) return undefined
    const heard = { id: asked.id, text: posted.text }
    return { result: resultOf(posted, asked), heard }
  }
  const callAll = batchCaller(post, number, call, options.requestsPerSecond)
  return { call, callAgain, callAll }
}

function limitedPost(url: string, options: JsonRpcOptions, limit: RateLimit): Post {
  const destination = { url, ...options }
  return async (content, count, signal) => {
    await limit(count, signal)
    const began = performance.now()
    const posted = await postJson(destination, content, signal)
    options.onAnswer?.(performance.now() - began)
    return posted
  }
}
