import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { http } from 'viem'

/** A real anvil for the tests of this folder, on a port that the system chose. */
export async function startTestChain() {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const find = createRequire(import.meta.url)
  const binary = join(dirname(find.resolve(`${name}/package.json`)), 'bin', 'anvil')
  const child = spawn(binary, ['--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  return { transport: http(await listening(child)), stop: () => child.kill() }
}

/** Resolves with the address that anvil says it listens on; rejects when it ends before. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.setEncoding('utf8')
    // It goes on to read what is said later: a full pipe would stop the chain.
    child.stdout?.on('data', (text: string) => {
      said = `${said}${text}`.slice(-4000)
      const address = /Listening on ([\d.]+:\d+)/.exec(said)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('exit', () => reject(new Error(`anvil ended at once: ${said}`)))
  })
}
