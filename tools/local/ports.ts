import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns a sentence about a port that is in use, or undefined when it is free. Listens on it: a
 * request could be served by a foreign program.
 */
export async function portProblem(
  port: number,
  host: string,
  { holds, option }: { holds: string; option: string },
): Promise<string | undefined> {
  const error = await listenOnce(port, host)
  if (!error) return undefined
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} for ${holds} is taken by another program. Stop it, or choose another port: npm start -- ${option} ${port + 1000}`
  }
  if (error.code === 'EACCES') {
    return `Port ${port} for ${holds} needs rights this account does not have. Choose one above 1023: npm start -- ${option} 3000`
  }
  return `Port ${port} for ${holds} cannot be used: ${error.message}`
}

/**
 * Returns the first of `count` successive ports that are free at this moment. They lie below the
 * range of outgoing connections (RFC 6335: from 49152; Linux: from 32768), because the kernel gives
 * the neighbours of a listening port to connections first.
 */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST_PORT, HIGHEST_PORT - count)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const errors = await Promise.all(ports.map((port) => listenOnce(port, '127.0.0.1')))
    if (errors.every((error) => !error)) return first
  }
}

const LOWEST_PORT = 10_000
const HIGHEST_PORT = 32_768

/** Returns a port that is free at this moment, from the operating system. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error(`server has no port: got address ${address}`))
      })
    })
  })
}

function listenOnce(
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
