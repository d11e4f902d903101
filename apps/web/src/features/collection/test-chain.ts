import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createClient, http } from 'viem'
import { getChainId } from 'viem/actions'

/** A real anvil for the tests of this folder, on a port of its own. */
export async function startTestChain() {
  const port = await freePort()
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const find = createRequire(import.meta.url)
  const binary = join(dirname(find.resolve(`${name}/package.json`)), 'bin', 'anvil')
  const child: ChildProcess = spawn(binary, ['--port', String(port), '--silent'])
  const url = `http://127.0.0.1:${port}`
  await getChainId(createClient({ transport: http(url, patient) }))
  return { transport: http(url), stop: () => child.kill() }
}

/** Until it listens. */
const patient = { retryCount: 100, retryDelay: 50 }

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
