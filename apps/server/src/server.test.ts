import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartingProcess, spawnServer } from '../test/server-process.ts'
import { copyDatabase, copyTemplate } from '../test/template.ts'
import { type Configuration, configure } from './configuration/configuration.ts'
import { lockFolder } from './database/folder-lock.ts'
import { explainStartError } from './explain-start-error.ts'
import { startServer } from './server.ts'

const base = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'main-'))

/** The server in a child process. */
const run = (settings: object): StartingProcess =>
  spawnServer(mkdtempSync(join(base, 'server-')), settings)

/** Data folder with a migrated database, which starts quickly. */
function newFolder(): string {
  const folder = mkdtempSync(join(base, 'data-'))
  writeFileSync(join(folder, 'version'), 'platemark-2-postgres-18\n')
  copyTemplate(join(folder, 'database'))
  return folder
}

describe('the server', { timeout: 60_000 }, () => {
  let folder: string
  let first: StartingProcess
  let url: string

  beforeAll(async () => {
    folder = newFolder()
    first = run({ port: 0, data_folder: folder, log_level: 'info' })
    url = (await first.url) ?? ''
  }, 60_000)
  afterAll(() => first.child.kill('SIGKILL'))

  test('responds, and names itself in sign-in texts by its actual port', async () => {
    const body = await (await fetch(`${url}/api/config`)).text()
    expect(JSON.parse(body).data.public_url).toBe(url)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
  })

  test('logs each response as a line of JSON, without token, signature or query', async () => {
    const headers = { authorization: `Bearer plm_${'s'.repeat(49)}` }
    await fetch(`${url}/api/user/get?token=hidden`, { headers })
    await fetch(`${url}/api/oauth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        address: `0x${'1'.repeat(40)}`,
        signature: '0xdeadbeef',
        connector: 'demo',
      }),
    })
    await expect.poll(first.text).toContain('/api/oauth/login')
    const lines = first
      .text()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        path: '/api/user/get',
        status: 401,
        reqId: expect.any(String),
      }),
    )
    expect(first.text()).not.toMatch(/plm_|hidden|deadbeef/)
  })

  test('refuses a data folder held by another process', async () => {
    const second = run({ port: 0, data_folder: folder })
    expect(await second.ended).toBe(1)
    expect(second.text()).toBe(
      `Another Platemark (process ${first.child.pid}) is using ${folder}. Stop it first, or choose another data folder.\n`,
    )
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  test('stops in order on a signal, and releases the folder', async () => {
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(143)
    lockFolder(folder)()
  })

  test('stops when its parent process ends', async () => {
    const again = run({ port: 0, database_url: await copyDatabase() })
    expect(await again.url).toBeDefined()
    again.child.disconnect()
    expect(await again.ended).toBe(1)
  })
})

test('metrics are served on a separate port, without URLs in labels', async () => {
  const contract = `0x${'1'.repeat(40)}`
  const dead = {
    alias: 'dead',
    id: 99,
    name: 'Dead',
    native_currency: { name: 'Dead', symbol: 'DEAD' },
    rpc_urls: ['http://127.0.0.1:1/secret'],
    contracts: { factory: contract, payouts: contract, start_block: 0 },
  }
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const { url, stop } = await startServer(
    settings({
      database_url: await copyDatabase(),
      metrics_port: 0,
      networks: [dead],
    }),
    { log },
  )
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  const port = /"port":(\d+)/.exec(lines.join())?.[1]
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await expect
    .poll(read, { timeout: 20_000 })
    .toContain(
      'platemark_rpc_failures_total{chain="dead",endpoint="http://127.0.0.1:1",kind="unreachable"}',
    )
  expect(await read()).toContain('platemark_indexer_lease_held{chain="dead"} 1')
  expect(await read()).not.toContain('secret')
  expect(lines.join()).not.toContain('secret')
  await stop()
}, 60_000)

describe('an impossible start is explained in one sentence:', () => {
  test('a wrong setting', async () => {
    const start = () => configure({ port: 0 }, { ROLE: 'boss' })
    expect(await explanation(start)).toBe('role: Use one of all, api, indexer, jobs.')
  })

  test('production on the embedded database', async () => {
    const start = () => configure({ port: 0 }, { NODE_ENV: 'production' })
    expect(await explanation(start)).toMatch(
      /^database_url: .*ALLOW_EMBEDDED_DATABASE=1.*$/,
    )
  })

  test('a taken port', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const database_url = await copyDatabase()
    const start = () => startServer(settings({ database_url, port, role: 'api' }))
    expect(await explanation(start)).toBe(
      `Port ${port} is taken by another program. Choose another with PORT.`,
    )
    taken.close()
  })

  test('an unreachable PostgreSQL', async () => {
    const database_url = 'postgres://127.0.0.1:1/none'
    const start = () => startServer(settings({ database_url }))
    expect(await explanation(start)).toMatch(/^The database does not answer: .*$/)
  })
})

test('an error of the start that is not expected is explained with its stack', () => {
  const error = new Error('row is missing')
  expect(explainStartError(error)).toBe(error.stack)
})

/** Returns the configuration of a server in a folder of its own. */
function settings(changes: object): Configuration {
  const data_folder = mkdtempSync(join(base, 'data-'))
  return configure({ port: 0, data_folder, log_level: 'silent', ...changes })
}

/** Returns the explanation of the error that a start ends with. */
async function explanation(start: () => unknown): Promise<string> {
  try {
    await start()
  } catch (error) {
    return explainStartError(error)
  }
  throw new Error('start did not fail')
}
