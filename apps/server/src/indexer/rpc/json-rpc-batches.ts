import { chunk, mapConcurrent } from './concurrency.ts'
import { InvalidRpcResponseError, RpcUnavailableError } from './endpoint.ts'
import type { HttpResponse } from './http-post.ts'
import {
  isRecord,
  parseBody,
  type RpcCall,
  type RpcRequest,
  readError,
} from './json-rpc-message.ts'

/** Sends one request for `count` calls. */
export type Post = (
  content: unknown,
  count: number,
  signal: AbortSignal,
) => Promise<HttpResponse>

const MAX_BATCH = 100
/** What gateways that limit batches mostly let through. */
const MIN_BATCH = 10

class BatchRefusedError extends Error {
  override readonly name = 'BatchRefused'
}

/** Calls in batches; in smaller ones, at last one by one, once the node has refused those. */
export function createBatcher(
  post: Post,
  number: (wanted: RpcCall) => RpcRequest,
  call: (wanted: RpcCall, signal: AbortSignal) => Promise<unknown>,
  requestsPerSecond: number,
): (calls: RpcCall[], signal: AbortSignal) => Promise<unknown[]> {
  let batchSize = Math.max(1, Math.min(MAX_BATCH, Math.floor(requestsPerSecond)))

  const callInBatches = async (
    calls: RpcCall[],
    size: number,
    signal: AbortSignal,
  ): Promise<unknown[]> => {
    if (size === 1 || calls.length === 1) {
      return mapConcurrent(signal, calls, (wanted, ended) => call(wanted, ended))
    }
    try {
      const answers = await mapConcurrent(signal, chunk(calls, size), (part, ended) =>
        callBatch(post, part.map(number), ended),
      )
      return answers.flat()
    } catch (error) {
      if (!(error instanceof BatchRefusedError)) throw error
    }
    const smaller = size > MIN_BATCH ? MIN_BATCH : 1
    const answers = await callInBatches(calls, smaller, signal)
    // Only now is it known that the batch was to blame.
    batchSize = Math.min(batchSize, smaller)
    return answers
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
    throw new InvalidRpcResponseError('A batch holds more answers than questions.')
  }
  const failures = members.flatMap((member) => readError(posted, member) ?? [])
  const [first] = failures
  const limited = failures.find((failure) => failure.kind === 'rate')
  if (limited) throw limited
  // Some gateways refuse each member instead of the batch.
  if (failures.length >= calls.length) throw new BatchRefusedError()
  if (first) throw first
  return inOrder(members, calls)
}

function batchError(posted: HttpResponse, body: unknown): Error {
  const failure = readError(posted, body)
  if (!failure)
    return new InvalidRpcResponseError('A batch was answered with one answer.')
  const isOfBatch = posted.status < 500 || isRecord(body)
  const isOfNode = failure.kind === 'rate' || [401, 403].includes(posted.status)
  return isOfBatch && !isOfNode ? new BatchRefusedError() : failure
}

/** The results in the order of the calls; a batch may be answered in any. */
function inOrder(members: unknown[], calls: RpcRequest[]): unknown[] {
  const awaited = new Set<unknown>(calls.map(({ id }) => id))
  const results = new Map<unknown, unknown>()
  for (const member of members) {
    if (!isRecord(member) || member.result === undefined) {
      throw new InvalidRpcResponseError('The answer is no JSON-RPC.')
    }
    if (!awaited.delete(member.id)) {
      throw new InvalidRpcResponseError('A batch holds an answer to another question.')
    }
    results.set(member.id, member.result)
  }
  if (awaited.size > 0) throw new RpcUnavailableError('The batch is not complete.')
  return calls.map(({ id }) => results.get(id))
}
