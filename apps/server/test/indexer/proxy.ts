import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpServer } from '../listen.ts'

export type RpcCall = { id: number; method: string; params: readonly unknown[] }

/** A reply in place of the node's; undefined keeps the node's. */
export type RpcReply = Record<string, unknown> | undefined

/** Starts a proxy that forwards calls to a node, unless `respond` returns a reply. */
export async function proxyTo(
  url: string,
  respond: (
    call: RpcCall,
    forward: () => Promise<RpcReply>,
  ) => RpcReply | Promise<RpcReply>,
): Promise<{ url: string; close(): Promise<unknown> }> {
  const respondTo = async (call: RpcCall) => {
    const forward = async () => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(call),
      })
      // Safe: the reply of a JSON-RPC node to a single call.
      return (await response.json()) as Record<string, unknown>
    }
    const own = await respond({ ...call, params: call.params ?? [] }, forward)
    return own ? { jsonrpc: '2.0', id: call.id, ...own } : forward()
  }
  const replyTo = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const part of request) text += part
    const body = JSON.parse(text)
    const replies = Array.isArray(body)
      ? await Promise.all(body.map(respondTo))
      : await respondTo(body)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(replies))
  }
  return startHttpServer((request, response) => {
    // A node that is gone sends no response, and neither does its proxy.
    replyTo(request, response).catch(() => response.destroy())
  })
}
