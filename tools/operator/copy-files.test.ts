import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDiskFileStore } from '../../apps/server/src/files/file-store.ts'
import {
  makeBucket,
  s3Settings,
  startS3Emulator,
} from '../../apps/server/test/file-stores.ts'
import { runOperator } from './command.ts'

const run = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'copy-'))
const folder = (name: string) => join(run, name)

let emulator: Awaited<ReturnType<typeof startS3Emulator>>
beforeAll(async () => {
  emulator = await startS3Emulator()
  vi.stubEnv('AWS_ACCESS_KEY_ID', emulator.keys.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', emulator.keys.secretAccessKey)
})
afterAll(() => emulator.close())

/** Writes a configuration into a file; returns its path. */
function configure(name: string, settings: object): string {
  const path = folder(`${name}.json`)
  writeFileSync(path, JSON.stringify(settings))
  return path
}

/** Copies from the store of one configuration to that of another. */
async function copy(from: string, to: string, ...options: string[]) {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const environment = { PLATEMARK_CONFIG: from }
  const code = await runOperator(['files', 'copy', '--to', to, ...options], {
    ...{ environment, print, printError: print },
  })
  return { code, lines }
}

test('files move from a disk to a bucket and back, and a second run copies nothing', async () => {
  const { endpoint } = emulator
  const { bucket, ...settings } = s3Settings(endpoint, 'works')
  await makeBucket(emulator, bucket)
  const here = configure('here', { data_folder: 'here' })
  const there = configure('bucket', { file_store: { kind: 's3', bucket, ...settings } })
  const back = configure('back', { data_folder: 'back' })
  const files = createDiskFileStore(folder('here/files'))
  for (const text of ['one', 'two', 'three'])
    await files.put(Buffer.from(text), 'json', { small: Buffer.from('a') })

  const place = `the bucket works of ${endpoint}`
  const first = await copy(here, there)
  expect(first.lines.at(-1)).toBe(
    `Copied 6 files (14 B) of 6 from the folder ${folder('here/files')} to ${place}; 0 files there before.`,
  )
  expect(first.lines).toContainEqual(expect.stringMatching(/^\d+% of 14 B: \d files? co/))
  expect((await copy(here, there)).lines).toEqual([
    expect.stringMatching(/^Copied 0 files \(0 B\) of 6 .*; 6 files there before\.$/),
  ])
  expect(await copy(there, back, '--json')).toEqual({
    code: 0,
    lines: [expect.stringContaining('"copied": 6')],
  })
  expect(readdirSync(folder('back/files'), { recursive: true }).sort()).toEqual(
    readdirSync(folder('here/files'), { recursive: true }).sort(),
  )
}, 20_000)

test('what cannot be copied ends with a sentence that states what to do', async () => {
  const here = configure('full', { data_folder: 'full' })
  await createDiskFileStore(folder('full/files')).put(Buffer.from('x'), 'json')
  const { bucket, ...settings } = s3Settings(emulator.endpoint, 'missing')
  const missing = configure('missing', {
    file_store: { kind: 's3', bucket, ...settings },
  })
  const empty = configure('empty', { data_folder: 'empty' })
  const sentences: [from: string, to: string, RegExp][] = [
    [here, folder('none.json'), /none\.json does not exist\. Write the configuration /],
    [here, here, /^Both configurations keep files in the folder .* Change file_store /],
    [empty, here, /empty holds no files of Platemark\. Name the data folder /],
    [here, missing, /^file_store\.bucket: .* has no bucket missing\. Create it, /],
    [here, configure('odd', { file_store: { kind: 's3' } }), /Enter the bucket that /],
  ]
  for (const [from, to, sentence] of sentences) {
    const { code, lines } = await copy(from, to)
    expect([code, lines]).toEqual([1, [expect.stringMatching(sentence)]])
  }
})
