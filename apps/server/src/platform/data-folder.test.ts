import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderVersion, openDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'

const newFolder = () =>
  mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'folder-'))

/** Runs a few lines in a process of their own, until it says something. */
function otherProcess(lines: string) {
  const lock = join(import.meta.dirname, 'folder-lock.ts')
  const code = `import { lockFolder } from ${JSON.stringify(lock)}\n${lines}`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = new Promise<string>((resolve) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes)))
    child.once('exit', () => resolve(''))
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { said, ended, kill: () => child.kill('SIGKILL') }
}

describe('a data folder', () => {
  test('is refused while another process has it, and free once that is killed', async () => {
    const folder = newFolder()
    const other = otherProcess(
      `globalThis.unlock = lockFolder(${JSON.stringify(folder)}); console.log(process.pid); setInterval(() => {}, 1000)`,
    )
    const pid = (await other.said).trim()
    expect(() => lockFolder(folder)).toThrow(
      `Another Platemark (process ${pid}) is using ${folder}. Stop it first, or choose another data folder.`,
    )
    await expect(openDatabase({ folder })).rejects.toThrow(/Another Platemark/)
    other.kill()
    await other.ended
    lockFolder(folder)()
  })

  test('is refused to another process while we have it', async () => {
    const folder = newFolder()
    const unlock = lockFolder(folder)
    const other = otherProcess(
      `try { lockFolder(${JSON.stringify(folder)}); console.log('taken') } catch (error) { console.log(error.name) }`,
    )
    expect((await other.said).trim()).toBe('FolderInUse')
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

  test('keeps what was written, and migrating again changes nothing', async () => {
    const folder = newFolder()
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
})
