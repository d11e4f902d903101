import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TestCall = { jsonrpc: '2.0'; id: number; method: string; params: unknown[] }

type Answer = (response: ServerResponse, asked: TestCall | TestCall[]) => void

/** An HTTP server that answers as a node might; what it answers can be changed while it runs. */
export async function testNode(answer: Answer) {
  const node = { answer, url: '', asked: [] as (TestCall | TestCall[])[], headers: [{}] }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await textOf(request)) as TestCall | TestCall[]
    node.asked.push(asked)
    node.headers.push(request.headers)
    node.answer(response, asked)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // Safe: a server that listens on a port has such an address.
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  }
  return Object.assign(node, { stop })
}

export type TestNode = Awaited<ReturnType<typeof testNode>>

/** Answers each call, alone or in a batch, with what `result` makes of it. */
export function answerWith(result: (call: TestCall) => unknown): Answer {
  const one = (call: TestCall) => ({ jsonrpc: '2.0', id: call.id, result: result(call) })
  return (response, asked) =>
    sendJson(response, Array.isArray(asked) ? asked.map(one) : one(asked))
}

/** Answers with an error of JSON-RPC. */
export function answerError(code: number, message: string, status = 200): Answer {
  return (response, asked) => {
    const id = Array.isArray(asked) ? null : asked.id
    sendJson(response, { jsonrpc: '2.0', id, error: { code, message } }, status)
  }
}

/** Answers with a status and a body that is not of JSON-RPC. */
export function answerText(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Answer {
  return (response) => response.writeHead(status, headers).end(body)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Never answers. */
export const hang: Answer = () => {}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}
