import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseGwei } from 'viem'
import { operatorAccount } from '../tools/local/accounts.ts'
import { type KeptChain, keepChain } from '../tools/local/chain.ts'
import { deployContracts } from '../tools/local/deploy.ts'
import { freePort } from '../tools/local/ports.ts'
import { root } from '../tools/program.ts'

/** The product for production in a process of its own, beside chains that outlive it. */
export type OwnProgram = {
  url: string
  chains: KeptChain[]
  /** Kills the program at once; the chains go on. */
  kill(): Promise<void>
  /** Ends whatever still runs and deletes what was kept. */
  stop(): Promise<void>
}

const networks = [
  { alias: 'local', id: 31_337 },
  { alias: 'local-two', id: 31_338 },
] as const

/**
 * Starts two chains that make a block each second, and a program that follows them as it follows
 * public networks: browsers read from the chains themselves. `settings` are those of the
 * configuration file beside networks and places; `confirmations` of both networks.
 */
export async function startOwnProgram(
  settings: Record<string, unknown>,
  confirmations = 0,
): Promise<OwnProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-own-'))
  const chains = await Promise.all(networks.map(({ id }) => startChain(id, folder)))
  const port = await freePort()
  const written = {
    ...settings,
    host: '127.0.0.1',
    port,
    data_folder: folder,
    web_folder: join(root, 'apps', 'web', 'dist', 'demo'),
    log_level: 'warn',
    rate_limit_scale: 1000,
    networks: await Promise.all(
      networks.map(async ({ alias }, at) => ({
        ...(await networkOf(alias, chains[at])),
        confirmations,
      })),
    ),
  }
  const file = join(folder, 'platemark.config.json')
  writeFileSync(file, JSON.stringify(written))
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'apps', 'server', 'src', 'main.ts'),
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, PLATEMARK_CONFIG: file },
    },
  )
  const url = `http://localhost:${port}`
  await ready(child, url)
  return {
    url,
    chains,
    kill: () => end(child, 'SIGKILL'),
    async stop() {
      await end(child, 'SIGTERM')
      await Promise.all(chains.map((chain) => chain.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startChain(id: number, folder: string): Promise<KeptChain> {
  const chain = await keepChain({
    id,
    port: await freePort(),
    folder: join(folder, 'chains'),
    bornAt: Math.floor(Date.now() / 1000),
    log: () => {},
    onLost: (sentence) => {
      throw new Error(sentence)
    },
  })
  return chain
}

async function networkOf(alias: string, chain: KeptChain | undefined) {
  if (!chain) throw new Error(`There is no chain ${alias}.`)
  const nowhere = { path: '', recall: () => undefined, remember: () => {} }
  const deployed = await deployContracts(
    chain,
    // Safe: deploying only remembers where the contracts are.
    nowhere as never,
    { account: operatorAccount(), mintFeeWei: parseGwei('100000') },
  )
  // A public network goes on by itself, so that the newest block tells the time.
  await chain.call('evm_setIntervalMining', 1)
  return {
    alias,
    rpc_urls: [chain.url],
    public_rpc_urls: [chain.url],
    contracts: {
      factory: deployed.factory,
      payouts: deployed.payouts,
      start_block: deployed.startBlock,
    },
    usd_rate: 3000,
    is_testnet: false,
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The program ended before it was ready:\n${said}`)
    }
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
