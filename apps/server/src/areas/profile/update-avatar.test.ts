import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { getUser, updateAvatar } from '@platemark/api/profile'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../test/listen.ts'
import {
  goodUploads,
  hostileUploads,
  planted,
  type Upload,
} from '../../../test/profile/pictures.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { seedOr, share } from '../../../test/share.ts'

const seed = seedOr(1)
/** `npm test` sends one file of this many. */
const EVERY = share(5, 1)

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const upload = (avatar: Uint8Array, as = ada) =>
  server.postForm(updateAvatar.path, { files: { avatar } }, { as })

/** Sends a form like a browser or another program. */
async function sendForm(fields: Record<string, string | File>, as = ada) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const encoded = new Response(form)
  return server.send(
    {
      method: 'POST',
      url: updateAvatar.path,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    },
    { as },
  )
}

const square = (color: string, side = 100) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })

const png = (color = '#336699') => square(color).png().toBuffer()

async function stored(url: string) {
  const response = await server.app.inject({ method: 'GET', url })
  return { headers: response.headers, bytes: response.rawPayload }
}

/** Colours near the middle of each edge, top first: red, green and blue. */
async function edgesOf(bytes: Buffer): Promise<number[][]> {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const points = [
    [256, 40],
    [40, 256],
    [472, 256],
    [256, 472],
  ]
  return points.map(([x = 0, y = 0]) => [
    ...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3),
  ])
}

describe('a picture', () => {
  test('is stored as WebP of 512 by 512, and shown', async () => {
    const { status, data, headers } = await upload(await png())
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(data.avatar_url).toMatch(/^\/files\/[0-9a-f]{64}\.webp$/)
    const { picture_notes, ...user } = data
    expect(picture_notes).toEqual({})
    expect((await server.get(getUser.path, { as: ada })).data).toEqual(user)

    const { bytes } = await stored(data.avatar_url)
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 512,
    })
  })

  test('is served as a picture and nothing else, immutably', async () => {
    const { data } = await upload(await png())
    const { headers } = await stored(data.avatar_url)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers['content-disposition']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('is cut to a square around its middle', async () => {
    const [red, green, blue] = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((color) => square(color).png().toBuffer()),
    )
    const wide = await sharp({
      create: { width: 300, height: 100, channels: 3, background: '#000000' },
    })
      .composite([
        { input: red ?? '', left: 0, top: 0 },
        { input: green ?? '', left: 100, top: 0 },
        { input: blue ?? '', left: 200, top: 0 },
      ])
      .png()
      .toBuffer()
    const { data } = await upload(wide)
    for (const [r = 255, g = 0, b = 255] of await edgesOf(
      (await stored(data.avatar_url)).bytes,
    )) {
      expect([r < 60, g > 195, b < 60]).toEqual([true, true, true])
    }
  })

  test('is turned upright', async () => {
    const [red, blue] = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => square(color).png().toBuffer()),
    )
    const lying = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#ffffff' },
    })
      .composite([
        { input: red ?? '', left: 0, top: 0 },
        { input: red ?? '', left: 0, top: 100 },
        { input: blue ?? '', left: 100, top: 0 },
        { input: blue ?? '', left: 100, top: 100 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data } = await upload(lying)
    const [top, , , bottom] = await edgesOf((await stored(data.avatar_url)).bytes)
    expect(top?.[0]).toBeGreaterThan(200)
    expect(bottom?.[2]).toBeGreaterThan(200)
  })

  test('is still: the first frame of an animation is stored', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((color) => square(color).raw().toBuffer()),
    )
    const raw = { width: 100, height: 200, channels: 3, pageHeight: 100 } as const
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(Buffer.concat(frames), { raw })
        .toFormat(format)
        .toBuffer()
      expect((await sharp(moving).metadata()).pages).toBe(2)
      const { data } = await upload(moving)
      expect(data.picture_notes).toEqual({
        avatar: ['Profile pictures are still images. Only the first frame is shown.'],
      })
      const { bytes } = await stored(data.avatar_url)
      expect((await sharp(bytes).metadata()).pages).toBeUndefined()
      for (const [r = 0, g = 255] of await edgesOf(bytes)) expect(r > g).toBe(true)
    }
  })

  test('is removed by a field of the form, or by the same in its data', async () => {
    for (const remove of [{ remove: '1' }, { data: '{"remove":"1"}' }]) {
      await upload(await png())
      const { status, data } = await sendForm(remove)
      expect([status, data.avatar_url]).toEqual([200, null])
    }
  })

  test('stays when another user removes the same one', async () => {
    const { data } = await upload(await png())
    expect((await upload(await png(), bob)).data.avatar_url).toBe(data.avatar_url)
    await sendForm({ remove: '1' }, bob)
    await upload(await png('#ffffff'))
    expect((await sharp((await stored(data.avatar_url)).bytes).metadata()).width).toBe(
      512,
    )
  })

  test('is replaced without touching any other field', async () => {
    await server.post('/api/user/update', { username: 'ada', bio: 'Mine.' }, { as: ada })
    const { data } = await upload(await png())
    expect(data).toMatchObject({ username: 'ada', bio: 'Mine.' })
  })
})

describe('refuses', () => {
  const avatar = ['Send either a picture or the field remove.']
  const kinds = 'Use a PNG, JPEG, WebP, GIF or AVIF up to 2 MB.'

  test('a file of more than 2 MB', async () => {
    const { status, error } = await upload(new Uint8Array(2 * 2 ** 20 + 1))
    expect([status, error?.code, error?.message]).toEqual([413, 'file_too_large', kinds])
  })

  test('a request of more than any picture may have', async () => {
    const { status, error } = await upload(new Uint8Array(21 * 2 ** 20))
    expect([status, error?.code]).toEqual([413, 'file_too_large'])
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'],
    ['a broken PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['nothing', ''],
  ])('%s', async (_, text) => {
    const { status, error } = await upload(Buffer.from(text, 'latin1'))
    const expected = [415, 'unsupported_media', kinds]
    expect([status, error?.code, error?.message]).toEqual(expected)
  })

  test('a picture that is too small or too large', async () => {
    for (const side of [63, 4097]) {
      const { status, error } = await upload(
        await square('#336699', side).png().toBuffer(),
      )
      expect([status, error?.fields]).toEqual([
        422,
        { avatar: ['Use a picture of 64 to 4,096 pixels a side.'] },
      ])
    }
    for (const side of [64, 4096]) {
      const { status } = await upload(await square('#336699', side).png().toBuffer())
      expect(status).toBe(200)
    }
  })

  test('a form with nothing in it, and one with everything', async () => {
    const file = new File([new Uint8Array(await png())], 'me.png')
    for (const fields of [{ data: '{}' }, { avatar: file, remove: '1' }]) {
      const { status, error } = await sendForm(fields as Record<string, string | File>)
      expect([status, error?.fields]).toEqual([422, { avatar }])
    }
  })

  test.each([
    ['another word for removing', { remove: 'true' }, 422],
    ['data that is a list', { data: '[]' }, 422],
    ['data that is no JSON', { data: '{' }, 400],
    ['a poisoned key', { data: '{"__proto__":{"remove":"1"}}' }, 400],
    ['an unknown field', { remove: '1', username: 'eve' }, 400],
    ['an unknown file', { picture: new File(['a'], 'a.png') }, 400],
    ['a picture that is text', { avatar: 'text' }, 400],
    ['a removal that is a file', { remove: new File(['1'], 'a.png') }, 400],
  ])('%s', async (_, fields, expected) => {
    await upload(await png())
    expect((await sendForm(fields as Record<string, string | File>)).status).toBe(
      expected,
    )
    const { data } = await server.get(getUser.path, { as: ada })
    expect(data.avatar_url).not.toBeNull()
  })

  test('a body that is no form', async () => {
    const { status, error } = await server.post(
      updateAvatar.path,
      { remove: '1' },
      { as: ada },
    )
    expect([status, error?.code]).toEqual([415, 'unsupported_media'])
  })

  test('a caller who is not signed in', async () => {
    const files = { avatar: await png() }
    const { status, error } = await server.postForm(updateAvatar.path, { files })
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
  })

  test('one picture too many in a minute, of one user and whatever it is', async () => {
    const strict = await testServer({
      limits: { uploads_per_user: 2 },
      rate_limit_scale: 1,
    })
    const send = async (as = ada) =>
      strict.postForm(updateAvatar.path, { files: { avatar: await png() } }, { as })
    const broken = { files: { avatar: Buffer.from('broken') } }
    expect((await strict.postForm(updateAvatar.path, broken, { as: ada })).status).toBe(
      415,
    )
    expect((await send()).status).toBe(200)
    const { status, error, headers } = await send()
    expect([status, error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(bob)).status).toBe(200)
    strict.clock.advance(61_000)
    expect((await send()).status).toBe(200)
    await strict.close()
  })
})

test('a user uploads at most so many pictures in a day', async () => {
  const strict = await testServer({
    limits: { uploads_per_user_day: 2 },
    rate_limit_scale: 1,
  })
  const statuses: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const files = { avatar: await png() }
    statuses.push(
      (await strict.postForm(updateAvatar.path, { files }, { as: ada })).status,
    )
    strict.clock.advance(3_600_000)
  }
  expect(statuses).toEqual([200, 200, 429])
  await strict.close()
})

test('a user with several open forms can send no other until they end', {
  timeout: 60_000,
}, async () => {
  const own = await testServer()
  const { port } = await listen(own.app)
  const authorization = `Bearer ${await own.tokenOf(ada)}`
  const held = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  for (const socket of held) {
    socket.write(
      `POST ${updateAvatar.path} HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n',
    )
  }
  const send = async (as: typeof ada) =>
    own.postForm(updateAvatar.path, { files: { avatar: await png() } }, { as })
  const [refusal] = await Promise.race(held.map((socket) => once(socket, 'data')))
  expect(String(refusal)).toMatch(/^HTTP\/1.1 429 /)
  expect((await send(ada)).status).toBe(429)
  expect((await send(bob)).status).toBe(200)
  expect((await send(ada)).headers['retry-after']).toBe('5')

  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await send(ada)).status, { timeout: 15_000 }).toBe(200)
  await own.close()
})

describe(`among the files of seed ${seed}`, () => {
  test('all valid ones are accepted', { timeout: 120_000 }, async () => {
    const uploads = await goodUploads(seed)
    expect(uploads).toHaveLength(50)
    const refused = (await sendAll(partOf(uploads))).filter(
      ({ status }) => status !== 200,
    )
    expect(refused).toEqual([])
  })

  test('hostile pictures leave no script and no metadata in storage', {
    timeout: 240_000,
  }, async () => {
    const uploads = await hostileUploads(seed)
    expect(uploads).toHaveLength(500)
    const sent = await sendAll(partOf(uploads))
    const statuses = new Set(sent.map(({ status }) => status))
    // Every kind was tried, none broke the server, and some files were accepted.
    expect([...statuses].sort()).toEqual([200, 413, 415, 422])

    const names = new Map(sent.map(({ what, url }) => [url, what]))
    const files = await listStored()
    expect(files.length).toBeGreaterThan(50 / EVERY)
    for (const { name, parentPath } of files) {
      expect(name).toMatch(/^[0-9a-f]{64}\.webp$/)
      const bytes = await readFile(join(parentPath, name))
      await expectHarmless(names.get(`/files/${name}`) ?? name, bytes)
    }
  })

  function partOf(uploads: Upload[]): Upload[] {
    return uploads.filter((_, place) => place % EVERY === 0)
  }

  async function sendAll(uploads: Upload[]) {
    const sent: { what: string; status: number; url: string | undefined }[] = []
    for (const { what, bytes, filename, type } of uploads) {
      const avatar = new File([new Uint8Array(bytes)], filename, { type })
      const { status, data } = await sendForm({ avatar })
      sent.push({ what, status, url: data?.avatar_url })
    }
    return sent
  }

  /** Every file ever stored, referenced or not. */
  async function listStored() {
    const folder = join(server.configuration.data_folder, 'files')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile())
  }
})

/** Fails unless this is a still WebP of 512 by 512 and nothing else. */
async function expectHarmless(what: string, bytes: Buffer): Promise<void> {
  const { format, width, height, pages, exif, icc, xmp, iptc, comments } = await sharp(
    bytes,
    { failOn: 'warning' },
  ).metadata()
  expect([what, format, width, height]).toEqual([what, 'webp', 512, 512])
  expect([what, pages, exif, icc, xmp, iptc, comments]).toEqual([what, ...Array(6)])
  await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
  expect([
    what,
    chunksOf(bytes).filter((chunk) => !/^(VP8[ LX]|ALPH)$/.test(chunk)),
  ]).toEqual([what, []])
  const text = bytes.toString('latin1')
  expect([what, planted.filter((marker) => text.includes(marker))]).toEqual([what, []])
}

/** Chunk names of a WebP, which end with the file. */
function chunksOf(webp: Buffer): string[] {
  expect(webp.readUInt32LE(4) + 8).toBe(webp.length)
  const names: string[] = []
  for (let at = 12; at < webp.length; ) {
    names.push(webp.toString('latin1', at, at + 4))
    const size = webp.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return names
}
