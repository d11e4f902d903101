import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a server that counts what clients send, and can be cut. */
export type CountingProxy = {
  port: number
  /** Bytes that clients have sent, with headers. */
  sentBytes(): number
  /** Ends every connection at once, and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  close(): void
}

/** Starts a proxy in front of the port `target` of this machine. */
export async function startCountingProxy(target: number): Promise<CountingProxy> {
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
    sentBytes: () => sentBytes,
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
