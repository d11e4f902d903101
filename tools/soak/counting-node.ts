import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A node that passes JSON-RPC on and counts the calls. */
type CountingNode = { url: string; calls(): number; close(): void }

/** Starts a node on a free port in front of the node at `target`. */
export async function startCountingNode(target: string): Promise<CountingNode> {
  let calls = 0
  const server = createServer(async (request, response) => {
    try {
      const body = await text(request)
      const parsed: unknown = JSON.parse(body)
      calls += Array.isArray(parsed) ? parsed.length : 1
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(target, { method: 'POST', headers, body })
      response.writeHead(answer.status, headers).end(await answer.text())
    } catch {
      response.writeHead(502).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a server that listens on a port has its address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
