import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../test/chain.ts'
import { launcher, startTestIndexer } from '../../test/collections/launch.ts'
import { expectIsolation, expectValueTypes } from '../../test/database-promises.ts'
import { ada, bob, type TestServer, testServer } from '../../test/server.ts'
import { copyTemplate } from '../../test/template.ts'
import { folderVersion, type OpenDatabase, openDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'

// Properties of the embedded engine only. All other server tests run on PostgreSQL, and
// every browser test on this engine.

const newFolder = () =>
  mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'folder-'))

/** Returns a data folder with a migrated database, which opens quickly. */
function filledFolder(): string {
  const folder = newFolder()
  writeFileSync(join(folder, 'version'), `${folderVersion}\n`)
  copyTemplate(join(folder, 'database'))
  return folder
}

/** Runs a few lines in a child process until it writes something. */
function otherProcess(lines: string) {
  const nameOf = (file: string) => JSON.stringify(join(import.meta.dirname, file))
  const code = `
    import { lockFolder } from ${nameOf('folder-lock.ts')}
    import { openDatabase } from ${nameOf('database.ts')}
    ${lines}`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let all = ''
  const output = new Promise<string>((resolve) => {
    child.stdout.on('data', (bytes) => {
      all += bytes
      resolve(all)
    })
    child.once('exit', () => resolve(''))
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { output, all: () => all, ended, kill: () => child.kill('SIGKILL') }
}

describe('a data folder', () => {
  test('is refused while another process holds it, and free once that is killed', async () => {
    const folder = newFolder()
    const other = otherProcess(
      `globalThis.unlock = lockFolder(${JSON.stringify(folder)}); console.log(process.pid); setInterval(() => {}, 1000)`,
    )
    const pid = (await other.output).trim()
    expect(() => lockFolder(folder)).toThrow(
      `Another Platemark (process ${pid}) is using ${folder}. Stop it first, or choose another data folder.`,
    )
    await expect(openDatabase({ folder })).rejects.toThrow(/Another Platemark/)
    other.kill()
    await other.ended
    lockFolder(folder)()
  })

  test('is refused to another process while this one holds it', async () => {
    const folder = newFolder()
    const unlock = lockFolder(folder)
    const other = otherProcess(
      `try { lockFolder(${JSON.stringify(folder)}); console.log('taken') } catch (error) { console.log(error.name) }`,
    )
    expect((await other.output).trim()).toBe('FolderInUseError')
    await other.ended
    unlock()
  })

  test('of another version is refused, and stays as it is', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'version'), 'platemark-0-postgres-17\n')
    await expect(openDatabase({ folder })).rejects.toThrow(
      `${folder} was written by another version of Platemark (platemark-0-postgres-17; this one keeps ${folderVersion}). Start that version, or choose another data folder.`,
    )
    expect(existsSync(join(folder, 'database'))).toBe(false)
    lockFolder(folder)()
  })

  test('with a database but no version is refused', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'database'))
    await expect(openDatabase({ folder })).rejects.toThrow(/another version/)
  })

  test('keeps committed data, and migrating again changes nothing', async () => {
    // The template is a database that was made from nothing.
    const folder = filledFolder()
    const first = await openDatabase({ folder })
    await migrate(first.database)
    const expires_at = new Date('2026-01-31T18:00:00Z')
    await first.database
      .insertInto('limit_counters')
      .values({ key: 'kept', used: 7, resets_at: expires_at })
      .execute()
    await first.close()
    expect(readFileSync(join(folder, 'version'), 'utf8').trim()).toBe(folderVersion)

    const second = await openDatabase({ folder })
    await migrate(second.database)
    const rows = await second.database.selectFrom('limit_counters').selectAll().execute()
    expect(rows).toEqual([{ key: 'kept', used: 7, resets_at: expires_at }])
    await second.close()
  }, 60_000)

  test('holds every committed row after its process was killed while writing', async () => {
    const folder = filledFolder()
    const writer = otherProcess(`
      const { database } = await openDatabase({ folder: ${JSON.stringify(folder)} })
      for (let used = 1; ; used += 1) {
        await database.insertInto('limit_counters')
          .values({ key: String(used), used, resets_at: new Date() }).execute()
        console.log(used)
      }`)
    await writer.output
    await expect.poll(writer.all, { timeout: 30_000 }).toContain('\n50\n')
    writer.kill()
    await writer.ended
    const committed = Number(writer.all().trim().split('\n').at(-1))

    const { database, close } = await openDatabase({ folder })
    const rows = await database
      .selectFrom('limit_counters')
      .select('used')
      .orderBy('used')
      .execute()
    await close()
    expect(rows.length).toBeGreaterThanOrEqual(committed)
    expect(rows.map(({ used }) => used)).toEqual(rows.map((_, place) => place + 1))
  }, 60_000)
})

describe('the embedded engine', () => {
  let opened: OpenDatabase
  let chain: TestChain
  let server: TestServer

  beforeAll(async () => {
    chain = await testChain()
    opened = await openDatabase({ folder: filledFolder() })
    server = await testServer({ networks: [chain.network] }, { database: opened })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await opened.close()
    await chain.stop()
  })
  beforeEach(() => server.reset())

  test('is PGlite', async () => {
    const { rows } = await sql<{ version: string }>`select version()`.execute(
      opened.database,
    )
    expect(rows[0]?.version).toContain('PGlite')
  })

  test('returns values of the agreed types', () => expectValueTypes(opened.database))

  test('isolates transactions, and rolls back one that fails', () =>
    expectIsolation(opened.database))

  test('notifies of commits, and of no rollback', async () => {
    const received: string[] = []
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const stop = opened.listen('counts', {
      onConnect: resolve,
      onMessage: (text) => received.push(text),
    })
    await begun
    const notify = (text: string, fails = false) =>
      opened.database.transaction().execute(async (transaction) => {
        await sql`select pg_notify('counts', ${text})`.execute(transaction)
        expect(received).not.toContain(text)
        if (fails) throw new Error('no')
      })
    await notify('one')
    await expect(notify('undone', true)).rejects.toThrow('no')
    await notify('two')
    await expect.poll(() => received).toEqual(['one', 'two'])
    await stop()
    await notify('three')
    expect(received).toEqual(['one', 'two'])
  })

  test('keeps a draft', async () => {
    const names = { chain_alias: 'local', name: 'Tidewater', symbol: 'TIDE' }
    const data = { ...names, kind: 'drop', max_supply: 100, phases: [] }
    const path = '/api/contract/studio'
    const created = await server.postForm(`${path}/create`, { data }, { as: ada })
    expect(created.status).toBe(201)
    const list = await server.get(`${path}/list`, { as: ada })
    expect(list.data).toMatchObject([{ fields: { name: 'Tidewater' }, state: 'draft' }])
  })

  test('indexes a mint, and lists its collection during a long backfill', async () => {
    const launch = launcher(chain)
    await launch.fund(ada, bob)
    const address = await launch.create(ada, { maxSupply: 0, kind: 1 })
    for (let round = 0; round < 15; round += 1) await launch.mint(bob, address, 50)
    const waits: number[] = []
    const started = performance.now()
    const indexer = startTestIndexer(server, { isEmbedded: true })
    let isDone = false
    const done = indexer.caughtUp(chain).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const began = performance.now()
      const { status } = await server.get('/api/contract/list')
      expect(status).toBe(200)
      waits.push(performance.now() - began)
      await new Promise((resume) => setTimeout(resume, 5))
    }
    await done
    const took = performance.now() - started
    expect(waits.length).toBeGreaterThan(3)
    // Both times grow alike on a loaded machine.
    const median = waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]
    expect(median).toBeLessThan(took / 10)
    const { minted } = await server.database
      .selectFrom('collections')
      .select('minted')
      .where('address', '=', address.toLowerCase())
      .executeTakeFirstOrThrow()
    expect(minted).toBe(750)
    await indexer.stop()
    // Deployed without this site: it is listed once its owner opens its page.
    const path = `/api/contract/local/${address}`
    expect((await server.get(path, { as: ada })).status).toBe(200)
    const { data } = await server.get(
      '/api/contract/list?sort_by=minted&time_interval=all',
    )
    expect(data).toMatchObject([{ minted: 750 }])
  }, 60_000)
})
