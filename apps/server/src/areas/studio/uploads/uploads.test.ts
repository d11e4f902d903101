import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MAX_PART_BYTES, PIECE_BYTES } from '@platemark/api/upload-pieces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashed, newDraft, readDatabaseState } from '../../../../test/calls.ts'
import { ada, bob, type TestServer, testServer } from '../../../../test/server.ts'
import {
  beginUpload,
  type LocalFile,
  localFile,
  missingParts,
  packPart,
  putPart,
  sendFiles,
} from '../../../../test/studio/upload.ts'
import { deleteAbandonedUploads } from './delete-abandoned.ts'

let server: TestServer
let draft: string

beforeAll(async () => {
  server = await testServer({ rate_limit_scale: 1, limits: { set_upload_hours: 2 } })
})
beforeEach(async () => {
  await server.reset()
  draft = await newDraft(server, ada)
})
afterAll(() => server.close())

const sea = localFile('tides/1.png', 'the sea')
const moon = localFile('tides/2.png', 'the moon')
const MINUTE = 60_000

/** Three pieces. */
const long = localFile('tides/3.mp4', Buffer.alloc(2 * PIECE_BYTES + 5, 'tide'))
const sheet = localFile('tides/tides.csv', 'id,file\n1,1.png\n')
const folder = [sea, moon, long, sheet]

const begin = (files: LocalFile[], sender = {}) =>
  beginUpload(server, draft, files, sender)

const look = async (upload: string) =>
  (await server.get(`/api/contract/studio/${draft}/uploads/${upload}`, { as: ada })).data

/** Names of all stored files. */
const storedFiles = async () =>
  (
    await readdir(join(server.configuration.data_folder, 'files'), {
      recursive: true,
    }).catch(() => [])
  ).filter((name) => name.endsWith('.bin'))

describe('an upload', () => {
  test('asks for what is missing and takes its parts in any order', async () => {
    const { data, status } = await begin([sheet, long, moon, sea])
    expect(status).toBe(200)
    expect(data).toMatchObject({
      ...{ kind: 'folder', state: 'receiving', file_count: 4, received_bytes: 0 },
      ...{ total_bytes: 2 * PIECE_BYTES + 5 + 7 + 8 + 16 },
      missing: [{ from: 0, to: 5 }],
    })
    const parts = missingParts(folder, data.missing)
    expect(parts).toHaveLength(4)
    const upload = data.upload_id
    const last = parts.pop() ?? Buffer.alloc(0)
    const sent = await putPart(server, { draft, upload }, last)
    expect(sent.data.state).toBe('receiving')
    expect(await look(upload)).toMatchObject({
      missing: [{ from: 0, to: 3 }],
      received_bytes: sent.data.received_bytes,
    })
    for (const bytes of parts) await putPart(server, { draft, upload }, bytes)
    expect(await look(upload)).toMatchObject({
      ...{ state: 'checking', missing: [], received_bytes: data.total_bytes },
    })
  })

  test('goes on from where it stopped, whatever the order of the same files', async () => {
    const { data } = await begin(folder)
    const [first = Buffer.alloc(0)] = missingParts(folder, data.missing)
    await putPart(server, { draft, upload: data.upload_id }, first)
    const { data: again } = await begin([long, sheet, sea, moon])
    expect(again.upload_id).toBe(data.upload_id)
    expect(again.missing).toEqual([{ from: 2, to: 5 }])
    expect(await sendFiles(server, draft, folder)).toBe(data.upload_id)
    expect((await look(data.upload_id)).state).toBe('checking')
  })

  test('stores a part once, however often it is sent', async () => {
    const { data } = await begin(folder)
    const [bytes = Buffer.alloc(0)] = missingParts(folder, data.missing)
    const place = { draft, upload: data.upload_id }
    const [once, twice] = await Promise.all([
      putPart(server, place, bytes),
      putPart(server, place, bytes),
    ])
    const after = await putPart(server, place, bytes)
    expect([once.status, twice.status, after.status]).toEqual([200, 200, 200])
    expect(after.data.received_bytes).toBe((await look(data.upload_id)).received_bytes)
  })

  test('needs nothing that its account sent for another draft', async () => {
    await sendFiles(server, draft, folder)
    const other = await newDraft(server, ada)
    const { data } = await beginUpload(server, other, [sea, long])
    expect(data).toMatchObject({ state: 'checking', missing: [] })
  })

  test('needs the same bytes once, however many of its files have them', async () => {
    const copies = [1, 2, 3].map((id) => localFile(`tides/${id}.mp4`, long.bytes))
    const { data } = await begin(copies)
    const total = 3 * long.bytes.length
    expect(data).toMatchObject({
      ...{ received_bytes: 0, total_bytes: total, missing: [{ from: 0, to: 2 }] },
    })
    await sendFiles(server, draft, copies)
    expect(await look(data.upload_id)).toMatchObject({
      ...{ state: 'checking', received_bytes: total },
    })
  })

  test('of another account needs every byte, whatever this one has sent', async () => {
    await sendFiles(server, draft, folder)
    const other = await newDraft(server, bob)
    const { data } = await beginUpload(server, other, folder, { as: bob })
    expect(data).toMatchObject({ received_bytes: 0, missing: [{ from: 0, to: 5 }] })
  })

  test('that is cancelled is gone, and its bytes need not be sent again', async () => {
    const { data } = await begin(folder)
    const [first = Buffer.alloc(0)] = missingParts(folder, data.missing)
    await putPart(server, { draft, upload: data.upload_id }, first)
    const url = `/api/contract/studio/${draft}/uploads/${data.upload_id}`
    expect((await server.post(`${url}/cancel`, undefined, { as: ada })).status).toBe(204)
    expect((await server.get(url, { as: ada })).status).toBe(404)
    expect((await begin(folder)).data.missing).toEqual([{ from: 2, to: 5 }])
  })

  test('keeps nothing of a part that could not be stored, and takes it once it can be', async () => {
    const { data } = await begin(folder)
    const [bytes = Buffer.alloc(0)] = missingParts(folder, data.missing)
    const place = { draft, upload: data.upload_id }
    // No file can be written below a file.
    const subfolder = join(
      ...[server.configuration.data_folder, 'files', hashed(bytes).sha256.slice(0, 2)],
    )
    await mkdir(dirname(subfolder), { recursive: true })
    await rm(subfolder, { recursive: true, force: true })
    await writeFile(subfolder, '')
    const { status, error } = await putPart(server, place, bytes)
    expect([status, error?.code]).toEqual([503, 'storage_unavailable'])
    expect(await look(data.upload_id)).toMatchObject({
      ...{ received_bytes: 0, missing: [{ from: 0, to: 5 }] },
    })
    await rm(subfolder)
    expect((await putPart(server, place, bytes)).status).toBe(200)
    expect((await look(data.upload_id)).missing).toEqual([{ from: 2, to: 5 }])
  })

  test('of a new set ends the unfinished one of its draft', async () => {
    const { data } = await begin(folder)
    await begin([sea, moon])
    const url = `/api/contract/studio/${draft}/uploads/${data.upload_id}`
    expect((await server.get(url, { as: ada })).status).toBe(404)
  })
})

describe('a wrong part', () => {
  const good = [
    { number: 0, bytes: sea.bytes },
    { number: 1, bytes: moon.bytes },
  ]
  test.each<[string, Buffer, string, RegExp]>([
    ['breaks off in a piece', packPart(good).subarray(0, -1), 'part', /incomplete/],
    ['breaks off in a header', packPart(good).subarray(0, 4), 'part', /incomplete/],
    [
      'has a number that is not there',
      packPart([...good, { number: 6, bytes: sea.bytes }]),
      'pieces.6',
      /no piece with this number/,
    ],
    [
      'has the largest number there is',
      packPart([{ number: 2 ** 32 - 1, bytes: sea.bytes }]),
      `pieces.${2 ** 32 - 1}`,
      /no piece with this number/,
    ],
    [
      'has a piece twice',
      packPart([...good, { number: 0, bytes: sea.bytes }]),
      'pieces.0',
      /twice/,
    ],
    [
      'has a piece that is too short',
      packPart([{ number: 3, bytes: long.bytes.subarray(0, 9) }]),
      'pieces.3',
      /9 bytes long, its file needs 4,194,304/,
    ],
    [
      'has a file that was changed since',
      packPart([{ number: 1, bytes: Buffer.from('the noon') }]),
      'pieces.1',
      /has changed since/,
    ],
  ])('%s: it is refused and nothing of it is kept', async (_, bytes, field, reason) => {
    const { data } = await begin(folder)
    const before = await storedFiles()
    const { status, error } = await putPart(
      server,
      { draft, upload: data.upload_id },
      bytes,
    )
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(error?.fields?.[field]?.join()).toMatch(reason)
    expect(await look(data.upload_id)).toMatchObject({ received_bytes: 0 })
    expect(await storedFiles()).toEqual(before)
  })

  test('that does not match its hash is refused', async () => {
    const { data } = await begin(folder)
    const place = { draft, upload: data.upload_id, part: 'f'.repeat(64) }
    const { status, error } = await putPart(server, place, packPart(good))
    expect([status, error?.fields?.part?.join()]).toEqual([
      422,
      expect.stringMatching(/does not match its hash/),
    ])
  })

  test('above the size of a part is too large', async () => {
    const { data } = await begin(folder)
    const bytes = Buffer.alloc(MAX_PART_BYTES + 1)
    const { status } = await putPart(server, { draft, upload: data.upload_id }, bytes)
    expect(status).toBe(413)
  })

  test('without bytes is refused', async () => {
    const { data } = await begin(folder)
    const place = { draft, upload: data.upload_id }
    expect((await putPart(server, place, Buffer.alloc(0))).status).toBe(422)
  })
})

test('what an upload has not used for two hours is deleted, and what one waits for is not', async () => {
  const { data } = await begin([long])
  const upload = data.upload_id
  const parts = missingParts([long], data.missing)
  for (const bytes of parts.slice(0, 1)) await putPart(server, { draft, upload }, bytes)
  server.clock.advance(110 * MINUTE)
  for (const bytes of parts.slice(1, 2)) await putPart(server, { draft, upload }, bytes)
  server.clock.advance(20 * MINUTE)
  await deleteAbandonedUploads(server.context)
  expect(await look(upload)).toMatchObject({ missing: [{ from: 2, to: 2 }] })
  server.clock.advance(110 * MINUTE)
  await deleteAbandonedUploads(server.context)
  expect((await begin([long])).data).toMatchObject({ missing: [{ from: 0, to: 2 }] })
})

test('a work or a set that is too large is refused before a byte is sent', async () => {
  const url = `/api/contract/studio/${draft}/uploads`
  const listed = (size: number, kind: string) => ({
    kind,
    files: [{ path: 'a.png', size, sha256: 'a'.repeat(64) }],
  })
  const before = await readDatabaseState(server)
  const work = await server.post(url, listed(104_857_601, 'files'), { as: ada })
  expect([work.status, work.error?.fields]).toEqual([
    422,
    { 'a.png': ['A work has at most 100 MB. Make this file smaller.'] },
  ])
  const set = await server.post(url, listed(2 ** 31 + 1, 'zip'), { as: ada })
  expect([set.status, set.error?.message]).toEqual([
    413,
    'These files have 2,049 MB together, a set has at most 2,048 MB. Make the pictures smaller.',
  ])
  expect(countersOff(await readDatabaseState(server))).toBe(countersOff(before))
})

describe('limits of an account', () => {
  test('allow three unfinished uploads over all drafts', async () => {
    const ids = [draft]
    for (let count = 0; count < 3; count += 1) ids.push(await newDraft(server, ada))
    const statuses = []
    for (const id of ids) {
      const { status, error } = await beginUpload(server, id, [sea])
      statuses.push([status, error?.code])
    }
    expect(statuses).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [409, 'too_many_uploads'],
    ])
  })

  test('bound the bytes that it can send in a day', async () => {
    const own = await testServer({
      rate_limit_scale: 1,
      limits: { upload_bytes_per_user_day: 5_000_000 },
    })
    const id = await newDraft(own, ada)
    const { data } = await beginUpload(own, id, folder)
    const statuses = []
    for (const bytes of missingParts(folder, data.missing)) {
      const place = { draft: id, upload: data.upload_id }
      statuses.push((await putPart(own, place, bytes)).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200])
    await own.close()
  })
})

function countersOff(state: string): string {
  return state.replace(/^limit_counters .*$/m, '')
}
