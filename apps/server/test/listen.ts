import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where a server of a test listens. */
export type Place = { url: string; port: number }

/** Lets an app listen on a free port of this machine, unless it does. */
export async function listen(app: FastifyInstance): Promise<Place> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return placeOf(app.server)
}

/** Starts an HTTP server that answers as `listener` does; `close` cuts its connections. */
export async function startHttpServer(
  listener: RequestListener,
): Promise<Place & { close(): Promise<void> }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...placeOf(server),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function placeOf(server: Pick<FastifyInstance['server'], 'address'>): Place {
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}
