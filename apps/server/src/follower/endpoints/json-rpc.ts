import { BadAnswer, Unreachable } from './endpoint.ts'
import { Failure, failureOf } from './failure.ts'
import { type Destination, type Posted, postJson } from './http-post.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'
import { inParts, together } from './together.ts'

export type Call = { method: string; params: unknown[] }

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

/** Sends one request for `count` calls. */
type Post = (content: unknown, count: number, signal: AbortSignal) => Promise<Posted>

type Numbered = Call & { jsonrpc: '2.0'; id: number }

const MOST_A_BATCH = 100
/** What gateways that limit batches mostly let through. */
const SMALL_BATCH = 10

class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
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
  let batchSize = Math.max(
    1,
    Math.min(MOST_A_BATCH, Math.floor(options.requestsPerSecond)),
  )

  const callInBatches = async (
    calls: Call[],
    size: number,
    signal: AbortSignal,
  ): Promise<unknown[]> => {
    if (size === 1 || calls.length === 1) {
      return together(signal, calls, (wanted, ended) => call(wanted, ended))
    }
    try {
      const answers = await together(signal, inParts(calls, size), (part, ended) =>
        callBatch(post, part.map(number), ended),
      )
      return answers.flat()
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error
    }
    const smaller = size > SMALL_BATCH ? SMALL_BATCH : 1
    const answers = await callInBatches(calls, smaller, signal)
    // Only now is it known that the batch was to blame.
    batchSize = Math.min(batchSize, smaller)
    return answers
  }

  return {
    call,
    callAgain,
    callAll: (calls, signal) => callInBatches(calls, batchSize, signal),
  }
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

function resultOf(posted: Posted, { id }: Numbered): unknown {
  const body = bodyOf(posted)
  const failure = failureIn(posted, body)
  if (failure) throw failure
  if (!isRecord(body) || body.result === undefined) {
    throw new BadAnswer('The answer is no JSON-RPC.')
  }
  if (body.id !== id) throw new BadAnswer('The answer is to another question.')
  return body.result
}

async function callBatch(
  post: Post,
  calls: Numbered[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const posted = await post(calls, calls.length, signal)
  const body = bodyOf(posted)
  if (!Array.isArray(body)) throw refusedBatch(posted, body)
  const members: unknown[] = body
  if (members.length > calls.length) {
    throw new BadAnswer('A batch holds more answers than questions.')
  }
  const failures = members.flatMap((member) => failureIn(posted, member) ?? [])
  const [first] = failures
  const limited = failures.find((failure) => failure.kind === 'rate')
  if (limited) throw limited
  // Some gateways refuse each member instead of the batch.
  if (failures.length >= calls.length) throw new BatchRefused()
  if (first) throw first
  return inOrder(members, calls)
}

function refusedBatch(posted: Posted, body: unknown): Error {
  const failure = failureIn(posted, body)
  if (!failure) return new BadAnswer('A batch was answered with one answer.')
  const isOfBatch = posted.status < 500 || isRecord(body)
  const isOfNode = failure.kind === 'rate' || [401, 403].includes(posted.status)
  return isOfBatch && !isOfNode ? new BatchRefused() : failure
}

/** The results in the order of the calls; a batch may be answered in any. */
function inOrder(members: unknown[], calls: Numbered[]): unknown[] {
  const awaited = new Set<unknown>(calls.map(({ id }) => id))
  const results = new Map<unknown, unknown>()
  for (const member of members) {
    if (!isRecord(member) || member.result === undefined) {
      throw new BadAnswer('The answer is no JSON-RPC.')
    }
    if (!awaited.delete(member.id)) {
      throw new BadAnswer('A batch holds an answer to another question.')
    }
    results.set(member.id, member.result)
  }
  if (awaited.size > 0) throw new Unreachable('The batch is not complete.')
  return calls.map(({ id }) => results.get(id))
}

/** What was answered; undefined where it is no JSON. */
function bodyOf({ text }: Posted): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error that was answered, if it is one. */
function failureIn(posted: Posted, body: unknown): Failure | undefined {
  const { status, text, retryAfterMs } = posted
  const error = isRecord(body) ? (body.error ?? undefined) : undefined
  if (error === undefined && isFine(posted)) {
    return body === undefined
      ? new Failure('burden', 'The answer is no JSON.')
      : undefined
  }
  const code = isRecord(error) && typeof error.code === 'number' ? error.code : undefined
  const said = error === undefined ? text : wordsOf(error)
  return failureOf(status, code, said, retryAfterMs)
}

/** The text of an error, wherever nodes put it. Nothing deeper is looked at. */
function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!isRecord(error)) return ''
  return [error.message, error.data].filter((part) => typeof part === 'string').join(' ')
}

function isFine({ status }: Posted): boolean {
  return status >= 200 && status < 300
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
