import { randomUUID } from 'node:crypto'
import { plate } from '@platemark/plates/plate'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { movingPng } from '../../../test/master-files.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { storeImage } from '../../files/images.ts'
import { storeMaster } from '../../files/masters.ts'
import { viewName } from '../../files/views.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    public_url: 'https://mint.example.org',
    networks: [
      {
        alias: 'local',
        id: 31_337,
        name: 'Local',
        native_currency: { name: 'Ether', symbol: 'ETH' },
        rpc_urls: ['http://127.0.0.1:9'],
        is_demo: true,
      },
    ],
  })
})

afterAll(() => server.close())

beforeEach(() => server.reset())

const address = '0x3a1436f946e27e126777d98c64bab668c5ff1b89'
const site = 'https://mint.example.org'

async function collection(of: {
  kind?: 'drop' | 'open_edition' | 'edition'
  alias?: string
  image_file?: string
  minted?: number
  visibility?: 'hidden'
}): Promise<string> {
  const id = randomUUID()
  await server.database
    .insertInto('collections')
    .values(
      collectionRow({
        id,
        chain_id: 31_337,
        address,
        owner: ada.address.toLowerCase(),
        ...of,
      }),
    )
    .execute()
  return id
}

async function image(): Promise<string> {
  const bytes = await sharp({
    create: { width: 900, height: 900, channels: 3, background: '#66d19f' },
  })
    .png()
    .toBuffer()
  const { files, configuration } = server.context
  return (await storeImage(files, bytes, configuration.limits)).name
}

describe('token metadata', () => {
  test('names the token and links its picture and page', async () => {
    const image_file = await image()
    await collection({ minted: 3, image_file, alias: 'tidewater' })
    const { status, data, headers } = await server.get(`/metadata/local/${address}/3`)

    expect(status).toBe(200)
    expect(data).toEqual({
      name: 'Tidewater #3',
      description: 'Water.',
      image: `${site}/files/${image_file}`,
      external_url: `${site}/collection/local/tidewater?token=3`,
      attributes: [],
    })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers.etag).toBeTruthy()
  })

  test('shows the plate of a collection without a picture, whatever the letter case', async () => {
    await collection({ minted: 1 })
    const path = `/metadata/local/0x${address.slice(2).toUpperCase()}/1`
    const { data } = await server.get(path)

    expect(data.image).toBe(`${site}/plates/local-${address}.svg`)
    expect(data.external_url).toBe(`${site}/collection/local/${address}?token=1`)
  })

  test('gives all copies of an edition the same metadata', async () => {
    await collection({ kind: 'edition', minted: 40 })
    expect((await server.get(`/metadata/local/${address}/1`)).data.name).toBe('Tidewater')
    expect((await server.get(`/metadata/local/${address}/2`)).status).toBe(404)
  })

  test('exists for hidden collections, and ignores parameters of markets', async () => {
    await collection({ minted: 1, visibility: 'hidden' })
    expect((await server.get(`/metadata/local/${address}/1?cache=7`)).status).toBe(200)
  })

  test.each([
    ['a token never minted', `/metadata/local/${address}/4`, 404, 'not_found'],
    ['token 0', `/metadata/local/${address}/0`, 404, 'not_found'],
    ['a huge id', `/metadata/local/${address}/${'9'.repeat(70)}`, 404, 'not_found'],
    ['another contract', `/metadata/local/${ada.address}/1`, 404, 'not_found'],
    ['another network', `/metadata/elsewhere/${address}/1`, 404, 'unknown_chain'],
    ['no address', '/metadata/local/tidewater/1', 422, 'validation_failed'],
    ['no number', `/metadata/local/${address}/one`, 422, 'validation_failed'],
  ])('refuses %s', async (_, path, status, code) => {
    await collection({ minted: 3, alias: 'tidewater' })
    const answer = await server.get(path)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })
})

describe('contract metadata', () => {
  test('describes the collection and links its lists', async () => {
    const id = await collection({})
    const hash = 'ab'.repeat(32)
    const root = `0x${'cd'.repeat(32)}`
    await server.database
      .insertInto('collection_lists')
      .values({ collection_id: id, root, content_hash: `0x${hash}`, block_number: 1 })
      .execute()
    await server.database
      .insertInto('phases')
      .values({
        collection_id: id,
        phase_id: 255,
        kind: 'public',
        title: 'Everyone',
        starts_at: new Date(),
        ends_at: new Date(),
        price_wei: '0',
        max_per_wallet: 1,
        max_supply: null,
        list_root: null,
      })
      .execute()
    const { status, data } = await server.get(`/metadata/local/${address}/contract`)

    expect(status).toBe(200)
    expect(data).toEqual({
      name: 'Tidewater',
      symbol: 'TIDE',
      description: 'Water.',
      image: `${site}/plates/local-${address}.svg`,
      external_link: `${site}/collection/local/${address}`,
      public_phase_title: 'Everyone',
      lists: [{ root, url: `${site}/lists/${hash}.json` }],
    })
  })

  test('responds with 404 for unknown contracts and networks', async () => {
    const other = await server.get(`/metadata/local/${address}/contract`)
    const elsewhere = await server.get(`/metadata/elsewhere/${address}/contract`)
    expect([other.error?.code, elsewhere.error?.code]).toEqual([
      'not_found',
      'unknown_chain',
    ])
  })
})

/** Headers that keep a file harmless when opened as a page. */
const harmless = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
}

describe('files', () => {
  test('are immutable works and their views that can be embedded anywhere', async () => {
    const name = await image()
    const response = await server.app.inject(`/files/${name}`)

    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      ...harmless,
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 900,
    })
    const view = await server.app.inject(`/files/${viewName(name, 1536)}`)
    expect(view.headers).toMatchObject({ ...harmless, 'content-type': 'image/webp' })
    expect(await sharp(view.rawPayload).metadata()).toMatchObject({
      ...{ format: 'webp', width: 900 },
    })
  })

  test('of a picture that is its own view lead to it', async () => {
    const { name } = await storeMaster(server.context.files, await movingPng())
    const { status, headers } = await server.get(`/files/${viewName(name, 384)}`)
    expect([status, headers.location]).toEqual([302, `/files/${name}`])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('are not sent again to a client that has them', async () => {
    const name = await image()
    const { headers } = await server.get(`/files/${name}`)
    const again = await server.get(`/files/${name}`, {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test.each([
    ['png', 'image/png', undefined],
    ['jpg', 'image/jpeg', undefined],
    ['webp', 'image/webp', undefined],
    ['gif', 'image/gif', undefined],
    ['avif', 'image/avif', undefined],
    ['mp4', 'video/mp4', undefined],
    ['webm', 'video/webm', undefined],
    ['json', 'application/json; charset=utf-8', 'attachment'],
  ])(
    'with the extension %s are sent as they were stored',
    async (extension, type, disposition) => {
      const name = await server.context.files.put(Buffer.from('"<script>"'), extension)
      const { status, headers, body } = await server.get(`/files/${name}`)
      expect([status, body, headers['content-disposition']]).toEqual([
        200,
        '"<script>"',
        disposition,
      ])
      expect(headers).toMatchObject({
        ...harmless,
        'content-type': type,
        'content-length': '10',
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${name}"`,
      })
    },
  )

  test.each(['svg', 'html', 'js', 'constructor'])(
    'with the extension %s are not sent',
    async (extension) => {
      const name = `${'b'.repeat(64)}.${extension}`
      if (extension.length <= 8) {
        await server.context.files.putDerived(
          'b'.repeat(64),
          'x',
          extension,
          Buffer.of(1),
        )
      }
      expect((await server.get(`/files/${name}`)).status).toBe(404)
    },
  )

  test('derived for other purposes are not sent', async () => {
    const { files } = server.context
    const name = await files.putDerived('c'.repeat(64), 'share', 'png', Buffer.of(1))
    expect((await server.get(`/files/${name}`)).status).toBe(404)
  })

  test.each([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=0-0,3-4', 200, undefined, '0123456789'],
    ['lines=1-2', 200, undefined, '0123456789'],
  ])('are sent in the part %s', async (range, status, contentRange, body) => {
    const name = await server.context.files.put(Buffer.from('0123456789'), 'mp4')
    const answer = await server.get(`/files/${name}`, { headers: { range } })
    const { headers } = answer
    expect([answer.status, headers['content-range'], answer.body]).toEqual([
      status,
      contentRange,
      body,
    ])
    expect([headers['content-length'], headers.etag]).toEqual([
      String(body.length),
      `"${name}"`,
    ])
  })

  test('behind whose end a part begins name their size', async () => {
    const name = await server.context.files.put(Buffer.from('0123456789'), 'mp4')
    const answer = await server.get(`/files/${name}`, { headers: { range: 'bytes=10-' } })
    expect([answer.status, answer.error?.code, answer.headers['content-range']]).toEqual([
      416,
      'range_not_satisfiable',
      'bytes */10',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('are sent whole where their client has another version, and not at all where it has this one', async () => {
    const name = await server.context.files.put(Buffer.from('0123456789'), 'mp4')
    const range = 'bytes=2-4'
    const ask = async (headers: Record<string, string>) =>
      (await server.get(`/files/${name}`, { headers: { range, ...headers } })).status
    const statuses = [
      await ask({ 'if-range': `"${name}"` }),
      await ask({ 'if-range': '"another"' }),
      await ask({ 'if-range': 'Thu, 26 Nov 2026 08:00:00 GMT' }),
      await ask({ 'if-none-match': `"${name}"` }),
    ]
    expect(statuses).toEqual([206, 200, 200, 304])
    const url = `/files/${name}`
    const head = await server.send({ method: 'HEAD', url, headers: { range } })
    expect([head.status, head.headers['content-length'], head.body]).toEqual([
      200,
      '10',
      '',
    ])
  })

  test('are never served as lists', async () => {
    const name = await image()
    expect((await server.get(`/lists/${name}`)).status).toBe(404)
    expect((await server.get(`/lists/${name.replace('png', 'json')}`)).status).toBe(404)
  })

  test.each([
    `${'a'.repeat(64)}.webp`,
    '..%2f..%2fpackage.json',
    '%2e%2e%2fsecret.webp',
    'x.svg',
    '%00.webp',
  ])('answers 404 for %s', async (name) => {
    expect((await server.get(`/files/${name}`)).status).toBe(404)
    expect((await server.get(`/lists/${name}`)).status).toBe(404)
  })
})

describe('lists', () => {
  test('are public, immutable, and readable from every origin', async () => {
    const name = await server.context.files.put(Buffer.from('{"entries":{}}'), 'json')
    const { status, headers, body } = await server.get(`/lists/${name}`)

    expect([status, body]).toEqual([200, '{"entries":{}}'])
    expect(headers).toMatchObject({
      ...harmless,
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
})

describe('plates', () => {
  test('are generated from their URL, light or dark', async () => {
    const light = await server.get(`/plates/local-${address}.svg`)
    const dark = await server.get(`/plates/local-${address}.svg?theme=dark`)

    expect(light.body).toBe(plate(`local-${address}`, { size: 512 }))
    expect(dark.body).toBe(plate(`local-${address}`, { size: 512, theme: 'dark' }))
    expect(light.headers).toMatchObject({
      ...harmless,
      'content-type': 'image/svg+xml',
      'cache-control': expect.stringContaining('max-age=604800'),
    })
    expect(light.headers.etag).not.toBe(dark.headers.etag)
  })

  test('come cropped for avatars', async () => {
    const { body } = await server.get(`/plates/${address}.svg?crop`)
    expect(body).toContain('viewBox="16.67 16.67 66.66 66.66"')
  })

  test('can be drawn as pixels by the same decoder that pictures use', async () => {
    const { body } = await server.get(`/plates/${address}.svg`)
    expect(await sharp(Buffer.from(body)).metadata()).toMatchObject({ width: 512 })
  })

  test('are not sent again to a client that has them', async () => {
    const { headers } = await server.get(`/plates/${address}.svg`)
    const again = await server.get(`/plates/${address}.svg`, {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test.each([
    [404, `/plates/${address}`],
    [404, `/plates/${address}.png`],
    [404, '/plates/%3Cscript%3E.svg'],
    [404, `/plates/${'a'.repeat(101)}.svg`],
    [422, `/plates/${address}.svg?theme=blue`],
    [422, `/plates/${address}.svg?size=9000`],
  ])('answers %i for %s', async (status, path) => {
    expect((await server.get(path)).status).toBe(status)
  })
})
