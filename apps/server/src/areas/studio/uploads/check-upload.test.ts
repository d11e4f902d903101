import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashed, newDraft } from '../../../../test/calls.ts'
import { box, film, personalTexts, photo } from '../../../../test/master-files.ts'
import { ada, type TestServer, testServer } from '../../../../test/server.ts'
import {
  beginUpload,
  type LocalFile,
  localFile,
  missingParts,
  putPart,
  sendFiles,
} from '../../../../test/studio/upload.ts'
import { writeZip } from '../../../../test/studio/zip.ts'
import { deleteUnnamedFiles } from '../../metadata/delete-files.ts'
import { checkNextUpload } from './check-upload.ts'
import { deleteAbandonedUploads } from './delete-abandoned.ts'

let server: TestServer
let draft: string
let pictures: Buffer[]

beforeAll(async () => {
  server = await testServer()
  pictures = await Promise.all(
    Array.from({ length: 13 }, (_, place) => {
      const background = { r: 20 * place, g: 90, b: 200 }
      return sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
    }),
  )
})
beforeEach(async () => {
  await server.reset()
  draft = await newDraft(server, ada)
})
afterAll(() => server.close())

const picture = (place: number) => pictures[place] ?? Buffer.alloc(0)

/** Twelve works and their sheet. */
function tides(folder = 'tides/'): LocalFile[] {
  const lines = Array.from({ length: 12 }, (_, place) => {
    const phase = place % 2 === 0 ? 'Ebb' : 'Flood'
    return `${place + 1},Tide ${place + 1},${place + 1}.png,${phase}`
  })
  const sheet = ['tokenID,name,file_name,attributes[Phase]', ...lines].join('\n')
  return [
    ...lines.map((_, place) => localFile(`${folder}${place + 1}.png`, picture(place))),
    localFile(`${folder}tides.csv`, sheet),
  ]
}

const zipOf = (files: LocalFile[]) =>
  localFile(
    'tides.zip',
    writeZip(files.map(({ path, bytes }) => ({ name: path, bytes, method: 0 }))),
  )

const studio = `/api/contract/studio`
const read = async (path: string) =>
  (await server.get(`${studio}/${draft}/${path}`, { as: ada })).data
const check = () => checkNextUpload(server.context)

/** Temporary files of uploads that are left. */
const leftovers = () =>
  readdir(join(server.configuration.data_folder, 'uploads')).catch(() => [])

describe('a set of twelve works', () => {
  test.each([
    ['a folder', 'folder', () => tides()],
    ['files', 'files', () => tides('')],
    ['a ZIP', 'zip', () => [zipOf(tides())]],
  ] as const)('is read from %s', async (_, kind, files) => {
    const upload = await sendFiles(server, draft, files(), { kind })
    expect(await check()).toBe(true)
    expect(await check()).toBe(false)
    expect(await read(`uploads/${upload}`)).toMatchObject({
      ...{ state: 'ready', checked_files: 13, failure: null },
    })
    expect(await read('works/report')).toMatchObject({
      ...{ works: 12, problem_count: 0, problems: [], upload_id: upload },
      described_by: expect.stringContaining('tides.csv'),
    })
    const works = await read('works')
    expect(works).toHaveLength(12)
    expect(works[1]).toMatchObject({
      ...{ token_id: '2', name: 'Tide 2', width: 40, height: 40, animation_url: null },
      attributes: [{ trait_type: 'Phase', value: 'Flood' }],
    })
    const stored = await server.database
      .selectFrom('works')
      .select(['file', 'uploaded_sha256'])
      .where('token_id', '=', 2)
      .executeTakeFirstOrThrow()
    expect(stored.uploaded_sha256).toBe(hashed(picture(1)).sha256)
    expect(await server.context.files.read(stored.file ?? '')).toEqual(picture(1))
    expect(await read('works/traits')).toMatchObject({
      works: 12,
      traits: [{ trait: 'Phase', values: [{ count: 6, share: 0.5 }, { count: 6 }] }],
    })
    expect(await leftovers()).toEqual([])
    const { manifest_file } = await server.database
      .selectFrom('sets')
      .select('manifest_file')
      .executeTakeFirstOrThrow()
    const manifest = Buffer.from((await server.context.files.read(manifest_file)) ?? '')
    expect(manifest_file).toBe(`${hashed(manifest).sha256}-manifest.bin`)
    expect(JSON.parse(String(manifest)).works[1]).toEqual([
      ...[2, expect.stringMatching(/^[0-9a-f]{64}$/), hashed(picture(1)).sha256, null],
    ])
  })

  test('is replaced by the next one, for which only new bytes are sent', async () => {
    await sendFiles(server, draft, tides())
    await check()
    const [, ...others] = tides()
    const changed = [localFile('tides/1.png', picture(12)), ...others]
    const { data } = await beginUpload(server, draft, changed)
    expect(data.missing).toEqual([{ from: 0, to: 0 }])
    await sendFiles(server, draft, changed)
    await check()
    const { file } = await server.database
      .selectFrom('works')
      .select('file')
      .where('token_id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(file?.slice(0, 64)).toBe(hashed(picture(12)).sha256)
  })

  test('keeps its files when those without a row are deleted', async () => {
    await sendFiles(server, draft, tides())
    await check()
    server.clock.advance(23 * 3_600_000)
    await deleteUnnamedFiles({ ...server.context, chains: [], clock: later })
    expect((await read('works'))[0].image).not.toBeNull()
    const rows = await server.database.selectFrom('works').select('file').execute()
    const kept = await Promise.all(
      rows.map(({ file }) => server.context.files.has(file ?? '')),
    )
    expect(kept).toEqual(Array(12).fill(true))
    const again = await server.post(`${studio}/${draft}/works/report`, {}, { as: ada })
    expect(again.data).toMatchObject({ works: 12, problem_count: 0 })
  })
})

test('a set whose files are chosen again after others is read anew, and else kept as it is', async () => {
  const uploadSet = async (files: LocalFile[], kind: 'folder' | 'more' = 'folder') => {
    const upload = await sendFiles(server, draft, files, { kind })
    const isRead = await check()
    return { upload, isRead, name: (await read('works'))[0].name }
  }
  const others = [localFile('1.png', picture(1)), localFile('2.png', picture(2))]
  const first = await uploadSet(tides())
  expect(first).toMatchObject({ isRead: true, name: 'Tide 1' })
  const body = { corrections: [{ kind: 'rename_trait', from: 'Phase', to: 'Tide' }] }
  await server.post(`${studio}/${draft}/works/report`, body, { as: ada })
  expect(await uploadSet(tides())).toEqual({ ...first, isRead: false })
  expect(await read('works/report')).toMatchObject(body)
  expect(await uploadSet(others)).toMatchObject({ isRead: true, name: null })
  expect(await uploadSet(tides())).toEqual(first)
  expect(await read('works/report')).toMatchObject({ works: 12, corrections: [] })
  const added = [localFile('tides/1.png', picture(12))]
  const image = async () => (await read('works'))[0].image.original_url
  const before = await image()
  await uploadSet(added, 'more')
  const after = await image()
  expect(after).not.toBe(before)
  expect(await uploadSet(tides())).toEqual(first)
  expect(await image()).toBe(before)
  expect(await uploadSet(added, 'more')).toMatchObject({ isRead: true })
  expect(await image()).toBe(after)
})

test('camera data of a set goes or stays as its draft decides, and is asked about where it cannot go', async () => {
  const taken = await photo().jpeg().toBuffer()
  const place = box('\xa9xyz', Buffer.from('+51.5-000.1/'))
  const set = [
    localFile('1.jpg', taken),
    localFile('2.mp4', film({ userData: place })),
    localFile('2.png', picture(2)),
    localFile('tides.csv', 'id,file\n1,1.jpg\n2,2.mp4\n'),
  ]
  const uploadSet = async () => {
    const { data } = await beginUpload(server, draft, set)
    await sendFiles(server, draft, set)
    const isRead = await check()
    const report = await read('works/report')
    const isOfCamera = ({ code }: { code: string }) => code.startsWith('camera')
    const notices = report.notices.filter(isOfCamera)
    return { ...report, isRead, missing: data.missing, notices }
  }
  const firstFile = async () => {
    const name = (await read('works'))[0].image.original_url.replace('/files/', '')
    return { name, bytes: Buffer.from((await server.context.files.read(name)) ?? '') }
  }
  const decide = (keeps_camera_data: boolean) =>
    server.post(`${studio}/${draft}/update`, { keeps_camera_data }, { as: ada })

  const cleaned = await uploadSet()
  expect(cleaned).toMatchObject({
    problems: [
      {
        ...{ code: 'camera_data', line: 3, token_id: '2', can_keep: true },
        ...{ field: 'animation', fix: { kind: 'replace_file', path: '2.mp4' } },
        sentence: expect.stringMatching(/^2\.mp4 holds location data, which cannot be/),
      },
    ],
    notices: [
      { code: 'camera_removed', count: 1 },
      { code: 'camera_kept', count: 1 },
    ],
  })
  const { data } = await server.get(`${studio}/${draft}`, { as: ada })
  expect(data.set.problem_count).toBe(1)
  const before = await firstFile()
  for (const text of personalTexts) expect(before.bytes.includes(text)).toBe(false)
  const accepted = [cleaned.problems[0].key]
  const body = { accepted }
  const kept = await server.post(`${studio}/${draft}/works/report`, body, { as: ada })
  expect(kept.data).toMatchObject({ problem_count: 0, accepted })

  expect((await decide(true)).data.fields.keeps_camera_data).toBe(true)
  expect(await firstFile()).toEqual(before)
  // Only the photo, whose stored bytes are others.
  expect(await uploadSet()).toMatchObject({
    ...{ isRead: true, missing: [{ from: 0, to: 0 }], problem_count: 0 },
    notices: [{ code: 'camera_kept', count: 2 }],
  })
  expect((await firstFile()).bytes.equals(taken)).toBe(true)

  await decide(false)
  expect(await uploadSet()).toMatchObject({ isRead: true, missing: [] })
  expect(await firstFile()).toEqual(before)
  const masters = await server.database
    .selectFrom('masters')
    .select(['camera_data', 'name'])
    .where('uploaded_sha256', '=', hashed(taken).sha256)
    .orderBy('camera_data')
    .execute()
  expect(masters).toEqual([
    { camera_data: 'kept', name: `${hashed(taken).sha256}.jpg` },
    { camera_data: 'removed', name: before.name },
  ])
})

describe('a check', () => {
  test('that was killed is done by another process, once its claim is stale', async () => {
    const upload = await sendFiles(server, draft, tides())
    const ending = new AbortController()
    const killed = checkNextUpload(
      {
        ...server.context,
        files: { ...server.context.files, putFile: stopAfter(4, ending) },
      },
      ending.signal,
    )
    await expect(killed).rejects.toThrow()
    const stored = await server.database.selectFrom('masters').selectAll().execute()
    expect(stored.length).toBeGreaterThan(2)
    expect(stored.length).toBeLessThan(12)
    expect(await check()).toBe(false)
    server.clock.advance(server.configuration.limits.lease_seconds * 1000 + 1)
    expect(await check()).toBe(true)
    expect(await read(`uploads/${upload}`)).toMatchObject({ state: 'ready' })
    expect(await read('works/report')).toMatchObject({ works: 12, problem_count: 0 })
    expect(await leftovers()).toEqual([])
  })

  test('leaves works of no set and temporary files, which are deleted after a while', async () => {
    await sendFiles(server, draft, tides())
    await check()
    const left = join(server.configuration.data_folder, 'uploads', 'killed')
    await mkdir(left, { recursive: true })
    await deleteAbandonedUploads({ ...server.context, clock: () => new Date(0) })
    expect(await leftovers()).toEqual(['killed'])
    const clock = () => new Date(Date.now() + 49 * 3_600_000)
    const countMasters = async () => {
      await deleteAbandonedUploads({ ...server.context, clock })
      return (await server.database.selectFrom('masters').select('name').execute()).length
    }
    expect(await countMasters()).toBe(12)
    await server.database.deleteFrom('sets').execute()
    expect(await countMasters()).toBe(0)
    expect(await leftovers()).toEqual([])
  })

  test('of a draft whose deployment is prepared changes nothing', async () => {
    const upload = await sendFiles(server, draft, tides())
    const salt = `0x${'5'.repeat(64)}`
    await server.database.updateTable('drafts').set({ salt }).execute()
    await check()
    expect(await read(`uploads/${upload}`)).toMatchObject({
      ...{ state: 'failed', failure: expect.stringMatching(/was being deployed/) },
    })
    expect(await server.database.selectFrom('sets').selectAll().execute()).toEqual([])
  })

  test('of bytes that are not the stated file asks for them again', async () => {
    const long = localFile('tides/long.png', Buffer.alloc(5_000_000, 1))
    const { data } = await beginUpload(server, draft, [long])
    const other = localFile('tides/long.png', Buffer.alloc(5_000_000, 2))
    for (const bytes of missingParts([other], data.missing)) {
      await putPart(server, { draft, upload: data.upload_id }, bytes)
    }
    await check()
    expect(await read(`uploads/${data.upload_id}`)).toMatchObject({
      ...{ state: 'receiving', received_bytes: 0, missing: [{ from: 0, to: 1 }] },
    })
  })

  test('of a list of 10,001 works takes none of them', async () => {
    const works = Array.from({ length: 10_001 }, (_, place) =>
      localFile(`${place + 1}.png`, picture(0)),
    )
    const upload = await sendFiles(server, draft, works)
    await check()
    expect(await read(`uploads/${upload}`)).toMatchObject({
      state: 'failed',
      failure: 'These are 10,001 works, and a set has at most 10,000. Leave some out.',
    })
    expect(await server.database.selectFrom('works').selectAll().execute()).toEqual([])
  })

  test('of a ZIP that is not taken names the reason, and the same ZIP can be sent again', async () => {
    const archive = localFile('tides.zip', 'no ZIP at all')
    const upload = await sendFiles(server, draft, [archive], { kind: 'zip' })
    await check()
    expect(await read(`uploads/${upload}`)).toMatchObject({
      ...{ state: 'failed', failure: expect.stringMatching(/damaged or incomplete/) },
    })
    const { data } = await beginUpload(server, draft, [archive], { kind: 'zip' })
    expect(data).toMatchObject({ upload_id: upload, state: 'checking', failure: null })
  })
})

describe('a problem of a set', () => {
  const report = () => read('works/report')
  const update = (body: object) =>
    server.post(`${studio}/${draft}/works/report`, body, { as: ada })

  test('goes with the missing file, added without the others', async () => {
    const files = tides().filter(({ path }) => path !== 'tides/7.png')
    await sendFiles(server, draft, files)
    await check()
    const before = await report()
    expect(before.problem_counts).toEqual({ missing_image: 1 })
    expect(before.problems[0]).toMatchObject({ line: 8, token_id: '7' })
    const more = [localFile('tides/7.png', picture(6))]
    const upload = await sendFiles(server, draft, more, { kind: 'more' })
    await check()
    expect((await read(`uploads/${upload}`)).state).toBe('ready')
    expect(await report()).toMatchObject({ works: 12, problem_count: 0 })
  })

  test('of a file that is no picture is named by line, and goes with its replacement', async () => {
    const files = tides().map((file) =>
      file.path === 'tides/3.png' ? localFile(file.path, '<svg/>') : file,
    )
    await sendFiles(server, draft, files)
    await check()
    const [problem] = (await report()).problems
    expect(problem).toMatchObject({
      ...{ code: 'wrong_type', line: 4, token_id: '3' },
      ...{ fix: { kind: 'replace_file', path: 'tides/3.png' } },
    })
    const more = [localFile('tides/3.png', picture(2))]
    await sendFiles(server, draft, more, { kind: 'more' })
    await check()
    expect(await report()).toMatchObject({ works: 12, problem_count: 0 })
  })

  test('goes with a correction, which stays when another file is added, as edits do', async () => {
    const sheet = String(tides().at(-1)?.bytes)
      .replaceAll(/Ebb|Flood/g, 'Waxing gibbous')
      .replace('12.png,Waxing gibbous', '12.png,Waxing gibous')
    const files = [...tides().slice(0, -1), localFile('tides/tides.csv', sheet)]
    await sendFiles(server, draft, files)
    await check()
    const { problems } = await report()
    expect(problems[0]).toMatchObject({ code: 'unknown_trait', line: 13 })
    const { data, status } = await update({ corrections: [problems[0].fix] })
    expect([status, data.problem_count]).toEqual([200, 0])
    const works = await read('works')
    const { source } = works[11]
    const edits = [
      { kind: 'use_text', source, field: 'name', text: 'The last tide' },
      { kind: 'use_value', source, trait: 'Phase', value: '' },
    ]
    expect((await update({ corrections: [problems[0].fix, ...edits] })).status).toBe(200)
    expect((await read('works'))[11]).toMatchObject({
      ...{ name: 'The last tide', attributes: [], source: { file: 'tides/tides.csv' } },
    })
    expect(works[11].attributes).toEqual([
      { trait_type: 'Phase', value: 'Waxing gibbous' },
    ])
    await sendFiles(server, draft, [localFile('tides/1.png', picture(12))], {
      kind: 'more',
    })
    await check()
    expect(await report()).toMatchObject({ problem_count: 0, corrections: [{}, {}, {}] })
  })

  test('that is corrected while a file is added goes, and the file is there', async () => {
    const lines = ['id,file,Phase', '1,1.png,Ebb', '2,2.png,Ebb', '3,3.png,Ebb']
    const sheet = localFile('tides.csv', lines.join('\n'))
    const images = ['1.png', '2.png'].map((path, place) =>
      localFile(path, picture(place)),
    )
    await sendFiles(server, draft, [sheet, ...images], { kind: 'files' })
    await check()
    const corrections = [{ kind: 'rename_trait', from: 'Phase', to: 'Tide' }]
    await sendFiles(server, draft, [localFile('3.png', picture(3))], { kind: 'more' })
    const { files } = server.context
    let isCorrected = false
    const putDerived: typeof files.putDerived = async (...derived) => {
      if (!isCorrected) {
        isCorrected = true
        expect((await update({ corrections })).status).toBe(200)
      }
      return files.putDerived(...derived)
    }
    await checkNextUpload({ ...server.context, files: { ...files, putDerived } })
    expect(isCorrected).toBe(true)
    expect(await report()).toMatchObject({ works: 3, problem_count: 0, corrections })
  })

  test('cannot be corrected while the deployment is prepared, or without a set', async () => {
    expect((await update({ corrections: [] })).status).toBe(404)
    await sendFiles(server, draft, tides())
    await check()
    const salt = `0x${'5'.repeat(64)}`
    await server.database.updateTable('drafts').set({ salt }).execute()
    const { status, error } = await update({ corrections: [] })
    expect([status, error?.code]).toEqual([409, 'deployment_pending'])
  })

  test('of files for a set that is not there is a sentence', async () => {
    const more = [localFile('7.png', picture(6))]
    const upload = await sendFiles(server, draft, more, { kind: 'more' })
    await check()
    expect((await read(`uploads/${upload}`)).failure).toMatch(/no set yet/)
  })
})

const later = () => new Date(server.context.clock().getTime() + 4 * 3_600_000)

/** Stores some files, and then ends the check as a stop of the process does. */
function stopAfter(count: number, ending: AbortController) {
  let left = count
  return async (path: string, extension: string) => {
    left -= 1
    if (left === 0) ending.abort()
    return server.context.files.putFile(path, extension)
  }
}
