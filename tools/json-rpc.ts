/** One JSON-RPC call. */
export type RpcCall = {
  jsonrpc: string
  id: unknown
  method: string
  params?: readonly unknown[]
}

export type RpcReply = {
  jsonrpc: '2.0'
  id: unknown
  result?: unknown
  error?: { code: number; message: string }
}

type SendOptions = { timeoutMs?: number }

const MAX_BATCH_CALLS = 500

/** Sends one call; returns its result. Throws an error with the node's message. */
export async function requestRpc<T = unknown>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  options?: SendOptions,
): Promise<T> {
  const [reply] = await sendRpc(url, { jsonrpc: '2.0', id: 1, method, params }, options)
  return resultOf<T>(method, reply)
}

/** Sends one call per list of parameters, in batches; returns the results in order. */
export async function requestRpcBatch<T = unknown>(
  url: string,
  method: string,
  lists: readonly (readonly unknown[])[],
): Promise<T[]> {
  const results: T[] = []
  for (let at = 0; at < lists.length; at += MAX_BATCH_CALLS) {
    const calls = lists
      .slice(at, at + MAX_BATCH_CALLS)
      .map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
    const replies = await sendRpc(url, calls)
    const byId = new Map(replies.map((reply) => [reply.id, reply]))
    for (const { id } of calls) results.push(resultOf<T>(method, byId.get(id)))
  }
  return results
}

/** Sends a call or a batch unchanged; returns the replies in the order of the node. */
export async function sendRpc(
  url: string,
  body: RpcCall | readonly RpcCall[],
  { timeoutMs }: SendOptions = {},
): Promise<RpcReply[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  // Safe: a node responds in JSON-RPC, with one reply or a list of them.
  const replies = (await response.json()) as RpcReply | RpcReply[]
  return [replies].flat()
}

function resultOf<T>(method: string, reply: RpcReply | undefined): T {
  if (!reply) throw new Error(`${method}: the batch has no reply to this call`)
  if (reply.error) throw new Error(`${method}: ${reply.error.message}`)
  // Safe: the caller names the type of the method's result.
  return reply.result as T
}
