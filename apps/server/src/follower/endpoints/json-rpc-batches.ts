import { BadAnswer, Unreachable } from './endpoint.ts'
import type { Posted } from './http-post.ts'
import {
  bodyOf,
  type Call,
  failureIn,
  isRecord,
  type Numbered,
} from './json-rpc-message.ts'
import { inParts, together } from './together.ts'

/** Sends one request for `count` calls. */
export type Post = (
  content: unknown,
  count: number,
  signal: AbortSignal,
) => Promise<Posted>

const MOST_A_BATCH = 100
/** What gateways that limit batches mostly let through. */
const SMALL_BATCH = 10

class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
}

/** Calls in batches; in smaller ones, at last one by one, once the node has refused those. */
export function batchCaller(
  post: Post,
  number: (wanted: Call) => Numbered,
  call: (wanted: Call, signal: AbortSignal) => Promise<unknown>,
  requestsPerSecond: number,
): (calls: Call[], signal: AbortSignal) => Promise<unknown[]> {
  let batchSize = Math.max(1, Math.min(MOST_A_BATCH, Math.floor(requestsPerSecond)))

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
  return (calls, signal) => callInBatches(calls, batchSize, signal)
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
