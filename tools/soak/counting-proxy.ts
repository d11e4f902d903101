import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CountingProxy = Awaited<ReturnType<typeof startCountingProxy>>

/**
 * Starts a proxy in front of the port `target` of this machine, which counts what clients send and
 * can be cut.
 */
export async function startCountingProxy(target: number) {
  let sentBytes = 0
  let isCut = false
  const open = new Set<Socket>()
  const join = (from: Socket, to: Socket) => {
    open.add(from)
    from.pipe(to)
    // The other end has everything that arrived before.
    from.once('close', () => {
      open.delete(from)
      to.destroySoon()
    })
    from.on('error', () => {})
  }
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy()
    const upstream = connect(target, '127.0.0.1')
    client.on('data', (chunk: Buffer) => {
      sentBytes += chunk.length
    })
    join(client, upstream)
    join(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    // Safe: a server that listens on a port has its address.
    port: (server.address() as AddressInfo).port,
    /** Bytes that clients have sent, with headers. */
    sentBytes: () => sentBytes,
    /** Ends every connection at once, and refuses new ones until `mend`. */
    cut,
    mend() {
      isCut = false
    },
    close() {
      cut()
      server.close()
    },
  }
}
