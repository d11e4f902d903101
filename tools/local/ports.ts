import { createServer } from 'node:net'

/**
 * The sentence about a port that another program holds, or undefined when it is free. Listening
 * is the only question that a foreign program cannot answer in our place.
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

/** A port that nobody holds at this moment, nor the `count - 1` ports above it. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = await givenPort()
    const above = Array.from({ length: count - 1 }, (_, index) => first + index + 1)
    const errors = await Promise.all(above.map((port) => listenOnce(port, '127.0.0.1')))
    if (errors.every((error) => !error)) return first
  }
}

function givenPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('no port was given'))
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
