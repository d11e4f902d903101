import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcCall = { id: number; method: string; params: readonly unknown[] }

/** An answer instead of the node's, or a change of it. */
export type Answer = Record<string, unknown> | undefined

/** Hands calls on to a node, unless `answer` has another answer to one. */
export async function proxyTo(
  url: string,
  answer: (call: RpcCall, ask: () => Promise<Answer>) => Answer | Promise<Answer>,
): Promise<{ url: string; close(): Promise<unknown> }> {
  const answerTo = async (call: RpcCall) => {
    const ask = async () => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(call),
      })
      // Safe: what a JSON-RPC node answers to a single call.
      return (await response.json()) as Record<string, unknown>
    }
    const own = await answer({ ...call, params: call.params ?? [] }, ask)
    return own ? { jsonrpc: '2.0', id: call.id, ...own } : ask()
  }
  const replyTo = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const part of request) text += part
    const asked = JSON.parse(text)
    const replies = Array.isArray(asked)
      ? await Promise.all(asked.map(answerTo))
      : await answerTo(asked)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(replies))
  }
  const proxy = createServer((request, response) => {
    // A node that is gone leaves whoever asked without an answer, and so does what stands before it.
    replyTo(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  // Safe: a TCP server that listens has such an address.
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      proxy.closeAllConnections()
      return new Promise((resolve) => proxy.close(resolve))
    },
  }
}
