import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpServer } from '../listen.ts'

export type TestCall = { jsonrpc: '2.0'; id: number; method: string; params: unknown[] }

type Responder = (response: ServerResponse, request: TestCall | TestCall[]) => void

/** Starts an HTTP server in place of a node; `respond` can be replaced while it runs. */
export async function testNode(respond: Responder) {
  const node = {
    respond,
    requests: [] as (TestCall | TestCall[])[],
    headers: [{}],
  }
  const { url, close } = await startHttpServer(async (request, response) => {
    const text = await textOf(request).catch(() => undefined)
    // The client has gone.
    if (text === undefined) return void response.destroy()
    const body = JSON.parse(text) as TestCall | TestCall[]
    node.requests.push(body)
    node.headers.push(request.headers)
    node.respond(response, body)
  })
  return Object.assign(node, { url, stop: close })
}

export type TestNode = Awaited<ReturnType<typeof testNode>>

/** Responds to each call, alone or in a batch, with its `result`. */
export function respondWith(result: (call: TestCall) => unknown): Responder {
  const one = (call: TestCall) => ({ jsonrpc: '2.0', id: call.id, result: result(call) })
  return (response, request) =>
    sendJson(response, Array.isArray(request) ? request.map(one) : one(request))
}

/** Responds with a JSON-RPC error. */
export function respondError(code: number, message: string, status = 200): Responder {
  return (response, request) => {
    const id = Array.isArray(request) ? null : request.id
    sendJson(response, { jsonrpc: '2.0', id, error: { code, message } }, status)
  }
}

/** Responds with a status and a body that is no JSON-RPC. */
export function respondText(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Responder {
  return (response) => response.writeHead(status, headers).end(body)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Never responds. */
export const hang: Responder = () => {}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}
