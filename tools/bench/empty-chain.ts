import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
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
import { KEEPER } from '../bootstrap.mjs'

export type EmptyChain = {
  client: Client<
    HttpTransport,
    Chain,
    undefined,
    TestRpcSchema<'anvil'>,
    TestActions & PublicActions<HttpTransport, Chain> & WalletActions<Chain, undefined>
  >
  stop(): Promise<void>
}

/**
 * A real anvil with nothing on it: the rules of live chains, gas for nothing, and every account
 * may send. It ends with `stop`, and when this process ends.
 */
export async function emptyChain(bornAt: number): Promise<EmptyChain> {
  const options = [
    ...['--host', '127.0.0.1', '--port', '0', '--hardfork', 'osaka'],
    ...['--timestamp', String(bornAt), '--base-fee', '0', '--gas-price', '0'],
    '--auto-impersonate',
  ]
  const child = spawn('/bin/sh', ['-c', KEEPER, anvilBinary(), ...options], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  const url = await listening(child)
  return { client: clientOf(url), stop: () => end(child) }
}

function clientOf(url: string): EmptyChain['client'] {
  return createTestClient({
    chain: foundry,
    mode: 'anvil',
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 5,
  })
    .extend(publicActions)
    .extend(walletActions)
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

/** Closes our end of the pipe; the keeper then ends anvil. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const pipe = child.stdio[3]
  if (pipe instanceof Socket) pipe.destroy()
  await once(child, 'exit')
}

function anvilBinary(): string {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${processor}`
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'anvil')
}
