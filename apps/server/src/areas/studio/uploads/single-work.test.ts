import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDraft } from '../../../../test/calls.ts'
import { insertMintedCollection } from '../../../../test/collection.ts'
import { box, film, photo, webm } from '../../../../test/master-files.ts'
import { ada, type TestServer, testServer } from '../../../../test/server.ts'
import { beginUpload, localFile, sendFiles } from '../../../../test/studio/upload.ts'
import { deleteUnnamedFiles } from '../../metadata/delete-files.ts'
import { claimDeployment } from '../service.ts'
import { checkNextUpload } from './check-upload.ts'
import { deleteAbandonedUploads } from './delete-abandoned.ts'

const place = box('\xa9xyz', Buffer.from('+51.5-000.1/'))

let server: TestServer
let draft: string
let poster: Buffer

beforeAll(async () => {
  server = await testServer()
  const background = { r: 20, g: 90, b: 200 }
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background } })
  poster = await picture.png().toBuffer()
})
beforeEach(async () => {
  await server.reset()
  draft = await newDraft(server, ada)
})
afterAll(() => server.close())

const read = async (path = '') =>
  (await server.get(`/api/contract/studio/${draft}${path}`, { as: ada })).data

/** Sends and reads the files of a work; returns the upload. */
async function upload(...files: [path: string, bytes: Buffer][]) {
  const local = files.map(([path, bytes]) => localFile(path, bytes))
  const id = await sendFiles(server, draft, local, { kind: 'work' })
  await checkNextUpload(server.context)
  return read(`/uploads/${id}`)
}

const stored = () =>
  server.database
    .selectFrom('drafts')
    .select(['image_file', 'animation_file'])
    .executeTakeFirstOrThrow()

describe('the work of all tokens', () => {
  test('is one image, whatever its size, kept as it came', async () => {
    expect(await upload(['tide.png', poster])).toMatchObject({ state: 'ready' })
    const { image, animation_url, set } = await read()
    expect([animation_url, set]).toEqual([null, null])
    const name = image.original_url.replace('/files/', '')
    expect(await server.context.files.read(name)).toEqual(poster)
  })

  test('is a film with its poster, which metadata and lists name', async () => {
    await upload(['tide.webm', webm()], ['cover.png', poster])
    const { image, animation_url } = await read()
    expect(image.original_url).toMatch(/\.png$/)
    const part = { headers: { range: 'bytes=0-3' } }
    expect(await server.get(animation_url, part)).toMatchObject({
      status: 206,
      headers: {
        'content-type': 'video/webm',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining('sandbox'),
      },
    })
    const address = await deploy()
    const metadata = await server.get(`/metadata/local/${address}/1`)
    expect(metadata.data).toMatchObject({
      image: `http://localhost:3000${image.original_url}`,
      animation_url: `http://localhost:3000${animation_url}`,
    })
    const page = `/api/contract/local/${address}`
    for (const url of [page, `${page}/tokens/1`]) {
      expect((await server.get(url)).data).toMatchObject({ image, animation_url })
    }
    expect((await server.get(`${page}/tokens`)).data).toMatchObject([{ animation_url }])
  })

  test('is replaced by the same files after others', async () => {
    await upload(['tide.mp4', film()], ['tide.png', poster])
    await upload(['tide.png', poster])
    expect(await read()).toMatchObject({ animation_url: null })
    await upload(['tide.mp4', film()], ['tide.png', poster])
    expect(await read()).toMatchObject({ animation_url: expect.stringMatching(/mp4$/) })
  })

  test('keeps its files while rows of other works are deleted', async () => {
    await upload(['tide.mp4', film()], ['tide.png', poster])
    server.clock.advance(4 * 86_400_000)
    await deleteAbandonedUploads(server.context)
    await deleteUnnamedFiles(server.context)
    const { image_file, animation_file } = await stored()
    for (const name of [image_file, animation_file]) {
      expect(await server.context.files.has(name ?? '')).toBe(true)
    }
  })

  test('loses the film with the image', async () => {
    await upload(['tide.mp4', film()], ['tide.png', poster])
    const url = `/api/contract/studio/${draft}/update-image`
    await server.postForm(url, { data: { remove: '1' } }, { as: ada })
    expect(await stored()).toEqual({ image_file: null, animation_file: null })
  })

  test('keeps its film when another poster is chosen', async () => {
    await upload(['tide.mp4', film()], ['tide.png', poster])
    const other = await sharp(poster).negate().png().toBuffer()
    const before = await stored()
    const url = `/api/contract/studio/${draft}/update-image`
    await server.postForm(url, { files: { image: other } }, { as: ada })
    const after = await stored()
    expect(after.animation_file).toBe(before.animation_file)
    expect(after.image_file).not.toBe(before.image_file)
  })

  test('keeps its camera data where the draft decides so, and so does its image', async () => {
    const taken = await photo().jpeg().toBuffer()
    const url = `/api/contract/studio/${draft}`
    const imageBytes = async () => {
      const { image_file } = await stored()
      return Buffer.from((await server.context.files.read(image_file ?? '')) ?? '')
    }
    const isKeptBy = async (send: () => Promise<unknown>) => {
      await send()
      return (await imageBytes()).equals(taken)
    }
    const sendWork = () => upload(['tide.jpg', taken])
    const readNotes = async () => (await read()).work_upload?.notes
    const sendImage = () =>
      server.postForm(`${url}/update-image`, { files: { image: taken } }, { as: ada })
    expect(await isKeptBy(sendWork)).toBe(false)
    expect(await readNotes()).toEqual([expect.stringMatching(/^Location .* removed/)])
    expect([await isKeptBy(sendImage), await readNotes()]).toEqual([false, undefined])
    await server.post(`${url}/update`, { keeps_camera_data: true }, { as: ada })
    expect([await isKeptBy(sendWork), await isKeptBy(sendImage)]).toEqual([true, true])
    await upload(['tide.jpg', taken], ['tide.mp4', film()])
    expect(await readNotes()).toEqual([expect.stringMatching(/^tide.jpg: .* stay/)])
  })

  test('of which camera data cannot be removed is taken once its creator keeps it', async () => {
    const files = [
      ['tide.mp4', film({ userData: place })],
      ['tide.png', poster],
    ] as [string, Buffer][]
    expect(await upload(...files)).toMatchObject({
      ...{ state: 'failed', can_keep: true },
      failure: expect.stringMatching(
        /^tide.mp4: It holds location data, which .* switch/,
      ),
    })
    expect(await stored()).toEqual({ image_file: null, animation_file: null })
    const url = `/api/contract/studio/${draft}/update`
    await server.post(url, { keeps_camera_data: true }, { as: ada })
    const local = files.map(([path, bytes]) => localFile(path, bytes))
    // Nothing is sent again.
    const { data } = await beginUpload(server, draft, local, { kind: 'work' })
    expect(data).toMatchObject({ state: 'checking', missing: [], can_keep: false })
    await checkNextUpload(server.context)
    expect(await stored()).toMatchObject({
      animation_file: expect.stringMatching(/mp4$/),
    })
    const { notes } = (await read()).work_upload
    expect(notes).toEqual([expect.stringMatching(/^tide.mp4: Location .* stay in/)])
  })

  test('holds up a deployment until it is read, and no longer than another image', async () => {
    const files = [localFile('tide.png', poster)]
    await beginUpload(server, draft, files, { kind: 'work' })
    const wait = ['Wait until the work is uploaded and checked.']
    expect((await read()).missing.art).toEqual(wait)
    expect(await read()).toMatchObject({ work_upload: { state: 'receiving' }, set: null })
    const url = `/api/contract/studio/${draft}/update-image`
    await server.postForm(url, { files: { image: poster } }, { as: ada })
    expect(await read()).toMatchObject({ work_upload: null })
    expect((await read()).missing.art).toBeUndefined()
  })
})

describe('the draft keeps its work, and the upload names the reason,', () => {
  test.each([
    ['a film without a poster', [['tide.mp4', film()]], /^tide.mp4 is a video and needs/],
    [
      'a polyglot',
      [['a.webm', Buffer.concat([webm(), Buffer.from('<script>1</script>')])]],
      /^a.webm: This WebM has 18 bytes after its end/,
    ],
    ['a text', [['a.png', Buffer.from('hello')]], /^a.png: Use a PNG/],
    ['a file of a system', [['._a.png', Buffer.from('x')]], /^Choose one image/],
  ] as [string, [string, Buffer][], RegExp][])('for %s', async (_, files, reason) => {
    await upload(['tide.png', poster])
    const before = await stored()
    expect(await upload(...files)).toMatchObject({
      ...{ state: 'failed', failure: expect.stringMatching(reason) },
    })
    expect(await stored()).toEqual(before)
  })

  test('for three files, before one is sent', async () => {
    const files = ['a.png', 'b.png', 'c.png'].map((path) => localFile(path, poster))
    const { status, error } = await beginUpload(server, draft, files, { kind: 'work' })
    expect(status).toBe(422)
    expect(error?.fields?.files).toEqual([expect.stringMatching(/^Choose one image/)])
  })
})

/** Makes a collection of the draft, with one token; returns its address. */
async function deploy(): Promise<string> {
  const address = `0x${'c0'.repeat(20)}`
  const salt = `0x${'5a'.repeat(32)}`
  const creator = ada.address.toLowerCase()
  await server.database
    .updateTable('drafts')
    .set({ salt, predicted_address: address })
    .execute()
  const created = { chainId: 31_337, creator, salt, address }
  const claimed = await claimDeployment(server.database, created)
  const { image_file = null, animation_file = null } = claimed ?? {}
  const row = { chain_id: 31_337, address, owner: creator, id: draft }
  await insertMintedCollection(server.database, { ...row, image_file, animation_file })
  return address
}
