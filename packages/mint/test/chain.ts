import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type Chain,
  type Client,
  createTestClient,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type TestRpcSchema,
  type WalletActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'

export type TestChain = {
  url: string
  client: Client<
    HttpTransport,
    Chain,
    undefined,
    TestRpcSchema<'anvil'>,
    TestActions & PublicActions<HttpTransport, Chain> & WalletActions<Chain, undefined>
  >
  stop(): void
}

/** Starts an anvil for tests of browser code, on a port that the system chose. */
export async function startTestChain(): Promise<TestChain> {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const find = createRequire(import.meta.url)
  const binary = join(dirname(find.resolve(`${name}/package.json`)), 'bin', 'anvil')
  const child = spawn(binary, ['--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const url = await listening(child)
  const client = createTestClient({ chain: foundry, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
  return { url, client, stop: () => void child.kill() }
}

/** Resolves with the address that anvil listens on; rejects when it exits before. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8')
    // Reading continues afterwards: a full pipe would stop the chain.
    child.stdout?.on('data', (text: string) => {
      output = `${output}${text}`.slice(-4000)
      const address = /Listening on ([\d.]+:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('exit', () =>
      reject(new Error(`anvil exited before it listened: ${output}`)),
    )
  })
}
