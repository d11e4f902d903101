import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manyChains } from '../../apps/server/test/large-database/facts.ts'
import { freePort } from '../local/ports.ts'
import { root } from '../program.ts'

/** The product in a process of its own, as an operator runs it. */
export type LoadedProduct = {
  url: string
  metricsUrl: string
  /** What it logged as an error. */
  errors(): string[]
  /** Resolves with its exit code. */
  stop(): Promise<number | null>
}

/** Starts the API over the database at `url`; `settings` are those of the configuration file. */
export async function startProduct(
  databaseUrl: string,
  settings: Record<string, unknown> = {},
): Promise<LoadedProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-load-'))
  const metricsPort = await freePort()
  const file = join(folder, 'platemark.config.json')
  writeFileSync(
    file,
    JSON.stringify({
      database_url: databaseUrl,
      data_folder: folder,
      port: 0,
      metrics_port: metricsPort,
      role: 'api',
      log_level: 'error',
      // Each connection says where it comes from.
      trusted_proxies: ['127.0.0.1', '::1'],
      networks: await networks(),
      ...settings,
    }),
  )
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PLATEMARK_CONFIG: file },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const errors: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text) => errors.push(text))
  const url = await untilReady(child, errors)
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    errors: () => errors,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

/** Chains whose nodes are away: nothing here may need them. */
async function networks() {
  const nobody = `http://127.0.0.1:${await freePort()}`
  const contract = `0x${'11'.repeat(20)}`
  return manyChains.map(({ alias, usd_rate }) => ({
    alias,
    usd_rate,
    rpc_urls: [nobody],
    contracts: { factory: contract, payouts: contract, start_block: 0 },
  }))
}

async function untilReady(child: ChildProcess, errors: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-10_000)
    const url = /answers at (\S+)/.exec(said)?.[1]
    // By its number, so that nobody looks for a second address of this machine.
    if (url) resolve(url.replace('localhost', '127.0.0.1'))
    errors.push(...text.split('\n').filter((line: string) => line.includes('"level"')))
  })
  child.once('exit', () =>
    reject(new Error(`The product ended:\n${said}${errors.join('')}`)),
  )
  return promise
}
