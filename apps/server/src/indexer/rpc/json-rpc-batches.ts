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
/** Accepted by most gateways that limit batches. */
const MIN_BATCH = 10

class BatchRefusedError extends Error {
  override readonly name = 'BatchRefusedError'
}

/** Creates the function that sends calls in batches, in smaller ones once the node refuses them. */
export function createBatcher(
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
  // Some gateways refuse each member instead of the batch.
  if (failures.length >= calls.length) throw new BatchRefusedError()
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
    if (!pending.delete(member.id)) {
      throw new InvalidRpcResponseError('Batch response has an unknown id.')
    }
    results.set(member.id, member.result)
  }
  if (pending.size > 0) throw new RpcUnavailableError('Batch response is incomplete.')
  return calls.map(({ id }) => results.get(id))
}
