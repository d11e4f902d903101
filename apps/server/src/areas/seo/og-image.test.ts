import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { campaignFields, GIVEN_CAMPAIGN, openCampaign } from '../../../test/campaigns.ts'
import { collectionRow } from '../../../test/collection.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { insertSet } from '../../../test/studio/set.ts'
import { storeImage } from '../../files/images.ts'
import { lockCampaign, setStatus } from '../campaigns/queries/campaigns.ts'
import { insertEntry } from '../campaigns/queries/entries.ts'
import { makeBoard } from '../campaigns/service/run.ts'
import { cardPicture } from './campaign-pictures.ts'
import { createOgImageRenderer } from './og-image.ts'
import { type OgImage, renderSvg } from './og-template.ts'
import { tokenPicture } from './service.ts'
import { fitTitle, toDrawableText } from './text-layout.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    product_name: 'Printworks',
    networks: [{ alias: 'local', is_demo: true }],
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const address = '0x00000000000000000000000000000000000000AA'
const own = `/og/collection/local/${address}.png`

const addCollection = (changes: Record<string, unknown> = {}) =>
  server.database
    .insertInto('collections')
    .values(
      collectionRow({
        chain_id: 31_337,
        address: address.toLowerCase(),
        owner: ada.address.toLowerCase(),
        minted: 12,
        ...changes,
      }),
    )
    .execute()

const sample: OgImage = {
  layout: 'framed',
  art: { file: null, seed: `local-${address}`, isAvatar: false },
  over: 'Edition of 500 on Base',
  title: 'Tidewater',
  under: 'by 0x41C8…D07e',
  product: 'Printworks',
}

const order = (picture: OgImage, isMemoryOnly = false) => ({
  picture,
  charge: async () => {},
  isMemoryOnly,
})

/** Reads the pixels of a part of a PNG. */
function pixels(png: Uint8Array, [left, top, width, height]: number[]): Promise<Buffer> {
  return sharp(png)
    .extract({ left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0 })
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Measures the content of a part of a PNG, in px. */
async function measure(png: Uint8Array, part: number[]) {
  const [, , width = 0, height = 0] = part
  const raw = { width, height, channels: 3 } as const
  const { info } = await sharp(await pixels(png, part), { raw })
    .trim()
    .toBuffer({ resolveWithObject: true })
  return info
}

async function shapeOf(png: Uint8Array, part: number[]): Promise<number> {
  const { width, height } = await measure(png, part)
  return width / height
}

const art = [87, 87, 456, 456]
const words = [640, 60, 512, 520]

async function fetched(url: string): Promise<Buffer> {
  const response = await server.app.inject({ url })
  expect([url, response.statusCode]).toEqual([url, 200])
  return response.rawPayload
}

const block = (address: string) =>
  server.database
    .insertInto('blocked_creators')
    .values({
      ...{ address: address.toLowerCase(), category: 'copy', reason: 'Copied.' },
      ...{ blocked_by: 'us', blocked_at: new Date() },
    })
    .execute()

async function colour() {
  const image = { width: 900, height: 600, channels: 3, background: '#d9542b' } as const
  const { name } = await storeImage(
    server.context.files,
    await sharp({ create: image }).png().toBuffer(),
    server.configuration.limits,
  )
  return name
}

describe('a share image', () => {
  test('contains text: it differs from one without fonts', async () => {
    const draw = createOgImageRenderer(server.context)
    const { bytes } = await draw(order(sample))
    const blank = new Resvg(renderSvg(sample), { font: { loadSystemFonts: false } })
    const [drawn, fontless] = await Promise.all([
      pixels(bytes, words),
      pixels(blank.render().asPng(), words),
    ])
    expect(new Set(fontless).size).toBeLessThan(4)
    expect(new Set(drawn).size).toBeGreaterThan(20)
  })

  test('sets each line in its own font', async () => {
    const draw = createOgImageRenderer(server.context)
    const { bytes } = await draw(
      order({ ...sample, title: 'Same', under: 'Same', over: '' }),
    )
    const [title, under] = await Promise.all([
      shapeOf(bytes, [637, 250, 510, 100]),
      shapeOf(bytes, [637, 360, 510, 50]),
    ])
    expect(title).not.toBeCloseTo(under, 1)
  })

  test('has the picture of the collection, though it is kept as WebP', async () => {
    await addCollection({ image_file: await colour() })
    const [pictured, plated] = [
      await pixels(await fetched(own), art),
      await (async () => {
        await server.database
          .updateTable('collections')
          .set({ image_file: null })
          .execute()
        return pixels(await fetched(own), art)
      })(),
    ]
    const middle = (bytes: Buffer) => [
      ...bytes.subarray(3 * 456 * 228, 3 * 456 * 228 + 3),
    ]
    expect(middle(pictured).map((one) => Math.round(one / 16))).toEqual([14, 5, 3])
    expect(new Set(plated).size).toBeGreaterThan(4)
    expect(plated.equals(pictured)).toBe(false)
  })

  test.each([1, 2, 5, 9])('is filled by a stamp card of %d fields', async (fields) => {
    const quests = Array.from({ length: fields }, (_, index) => ({
      ...{ key: `stamp-${index}`, title: `Pier ${index}`, points: 1, per: 'campaign' },
      rule: { kind: 'onchain', event: 'mint' },
    }))
    const alias = `card-of-${fields}`
    const id = await openCampaign(
      server,
      campaignFields(31_337, { alias, series: alias, template: 'stamp_card', quests }),
    )
    await insertEntry(server.database, id, {
      ...{ address: ada.address.toLowerCase(), chain_id: null, team: null },
      now: new Date(),
    })
    const png = await fetched(`/og/card/${alias}/${ada.address}.png`)
    const { width, height } = await measure(png, art)
    expect(Math.max(width, height)).toBeGreaterThan(0.65 * 456)
  })

  test('has the place of a stamp card once its result is final', async () => {
    const { context, database } = server
    const fields = campaignFields(31_337, { template: 'stamp_card' })
    const id = await openCampaign(server, fields)
    await insertEntry(database, id, {
      ...{ address: ada.address.toLowerCase(), chain_id: null, team: null },
      now: new Date(),
    })
    await database.transaction().execute(async (transaction) => {
      await transaction.updateTable('campaign_entries').set({ points: 1 }).execute()
      const row = await lockCampaign(transaction, id)
      if (row) await makeBoard(transaction, row, new Date())
    })
    const readUnder = async () =>
      (await cardPicture(context, GIVEN_CAMPAIGN, ada.address)).under
    const name = await readUnder()
    expect(name).not.toContain('place')
    await setStatus(database, id, { status: 'frozen' })
    expect(await readUnder()).toBe(`${name}, place 1`)
  })

  test('is light enough for messengers, also of a picture full of details', async () => {
    const raw = { width: 500, height: 500, channels: 3 } as const
    const noise = await sharp(randomBytes(500 * 500 * 3), { raw })
      .png()
      .toBuffer()
    const { files } = server.context
    const { name: file } = await storeImage(files, noise, server.configuration.limits)
    const draw = createOgImageRenderer(server.context)
    const { bytes } = await draw(order({ ...sample, art: { ...sample.art, file } }))
    expect(bytes.length).toBeLessThan(400_000)
  })

  test('shows the plate where the picture is gone', async () => {
    await addCollection({ image_file: `${'a'.repeat(64)}.webp` })
    const gone = await pixels(await fetched(own), art)
    await server.database.updateTable('collections').set({ image_file: null }).execute()
    expect(gone.equals(await pixels(await fetched(own), art))).toBe(true)
  })

  test('contains nothing that changes with mints', async () => {
    await addCollection()
    const before = await fetched(own)
    await server.database
      .updateTable('collections')
      .set({ minted: 90, volume_wei: '5', holders: 3, is_paused: true })
      .execute()
    expect((await fetched(own)).equals(before)).toBe(true)
  })

  test('is rendered once for concurrent requests, stored, and known by its tag', async () => {
    await addCollection({ name: `Tidewater ${Math.random()}` })
    const before = await listKept()
    const all = await Promise.all(Array.from({ length: 20 }, () => server.get(own)))
    expect(
      new Set(all.map(({ status, headers }) => `${status} ${headers.etag}`)).size,
    ).toBe(1)
    expect(await listKept()).toHaveLength(before.length + 1)

    const headers = all[0]?.headers ?? {}
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const again = await server.get(own, {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('changes its tag with its content', async () => {
    await addCollection()
    const { headers } = await server.get(own)
    await server.database.updateTable('collections').set({ name: 'Low Sun' }).execute()
    expect((await server.get(own)).headers.etag).not.toBe(headers.etag)
  })

  test('is refused while the queue is full, and rendered afterwards', async () => {
    const draw = createOgImageRenderer(server.context, 4)
    const many = Array.from({ length: 10 }, (_, index) =>
      draw(order({ ...sample, title: `${Math.random()} ${index}` })),
    )
    const settled = await Promise.allSettled(many)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'busy' } })
    expect(
      (await draw(order({ ...sample, title: 'Later' }))).bytes.length,
    ).toBeGreaterThan(1000)
  }, 60_000)

  test('of a token has its own picture and name, else those of the collection', async () => {
    const image_file = await colour()
    await addCollection({ name: 'Low Sun', image_file })
    const { id } = await server.database
      .selectFrom('collections')
      .select('id')
      .executeTakeFirstOrThrow()
    const file = `${'b'.repeat(64)}.png`
    await insertSet(server.database, {
      ...{ contract_id: id, shown: 'at_once' },
      works: [{ file, name: 'Evening gate' }, { file }],
    })
    const draw = async (token_id: string) => {
      const place = { chain_alias: 'local', contract_address: address, token_id }
      const { art, title } = await tokenPicture(server.context, place)
      return [art.file, title]
    }
    expect(await Promise.all(['1', '2', '3'].map(draw))).toEqual([
      [file, 'Evening gate'],
      [file, 'Low Sun #2'],
      [image_file, 'Low Sun #3'],
    ])
  })

  test('of a token or an account is kept in memory, not stored: there are too many', async () => {
    await addCollection({ name: `Tidewater ${Math.random()}` })
    const before = await listKept()
    const token = await fetched(`/og/token/local/${address}/1.png`)
    expect((await fetched(`/og/token/local/${address}/1.png`)).equals(token)).toBe(true)
    await fetched(`/og/collector/${ada.address}.png`)
    expect(await listKept()).toEqual(before)
  })

  test('is rendered a limited number of times per client and minute, and served any number of times', async () => {
    const limits = { share_images_per_client: 2 }
    const small = await testServer({ rate_limit_scale: 1, limits })
    await addCollection()
    const draw = (token: number) => small.get(`/og/token/local/${address}/${token}.png`)
    const drawn = await Promise.all([draw(1), draw(2)])
    expect(drawn.map(({ status }) => status)).toEqual([200, 200])
    expect((await draw(3)).error?.code).toBe('too_many_requests')
    expect((await draw(1)).status).toBe(200)
    await small.close()
  })

  test.each([
    '/og/collection/mars/0x00000000000000000000000000000000000000AA.png',
    '/og/collection/local/0x00000000000000000000000000000000000000BB.png',
    '/og/collection/local/tidewater.png',
    `/og/collection/local/${address}`,
    `/og/collection/local/${address}.svg`,
    `/og/token/local/${address}/0.png`,
    `/og/token/local/${address}/13.png`,
    `/og/token/local/${address}/01.png`,
    `/og/token/local/${address}/x.png`,
    `/og/token/local/${address}/${'9'.repeat(90)}.png`,
    '/og/collector/nobody.png',
    `/og/collector/${bob.address}.png`,
  ])('is not drawn of what is not there: %s', async (url) => {
    await addCollection()
    const { status, headers } = await server.get(url)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('is drawn of tokens that were minted, and of accounts that are known', async () => {
    await addCollection()
    const token = await fetched(`/og/token/local/${address}/12.png`)
    expect(token.equals(await fetched(own))).toBe(false)
    const created = await fetched(`/og/collector/${ada.address}.png`)
    await server.tokenOf(bob)
    expect(created.equals(await fetched(`/og/collector/${bob.address}.png`))).toBe(false)
  })

  test('is drawn of an achievement that the account has claimed, and of no other', async () => {
    const claim = { achievement: 'welcome' }
    const picture = `/og/achievement/${ada.address}/welcome.png`
    await server.tokenOf(ada)
    expect((await server.get(picture)).status).toBe(404)
    await server.post('/api/user/achievements/claim', claim, { as: ada })
    const drawn = await fetched(picture)
    expect(drawn.equals(await fetched(`/og/collector/${ada.address}.png`))).toBe(false)
    await server.database.updateTable('users').set({ username: 'ada_prints' }).execute()
    expect(drawn.equals(await fetched(picture))).toBe(false)
    for (const other of [
      `/og/achievement/${ada.address}/first_mint.png`,
      `/og/achievement/${bob.address}/welcome.png`,
      '/og/achievement/unknown/welcome.png',
      `/og/achievement/${ada.address}/welcome.svg`,
    ])
      expect([other, (await server.get(other)).status]).toEqual([other, 404])
    await block(ada.address)
    expect((await server.get(picture)).status).toBe(404)
  })

  test('is not rendered for a blocked creator', async () => {
    await addCollection()
    await server.tokenOf(ada)
    await block(ada.address)
    expect((await server.get(`/og/collector/${ada.address}.png`)).status).toBe(404)
  })
})

describe('a title', () => {
  const sizes = [104, 80, 66, 52, 44]
  const fit = (text: string) => fitTitle(text, { sizes, width: 510 })

  test('is set as large as three lines of whole words allow', () => {
    expect(fit('Tidewater')).toEqual({ size: 104, lines: ['Tidewater'] })
    expect(fit('Letters from the Low Country')).toEqual({
      size: 80,
      lines: ['Letters from', 'the Low', 'Country'],
    })
  })

  test('of sixty characters is shown whole', () => {
    const name = 'The unreasonably long name of a collection of sixty letters'
    const { size, lines } = fit(name)
    expect([size, lines.join(' ')]).toEqual([44, name])
  })

  test('is broken where a word is too long, and cut after three lines', () => {
    const { size, lines } = fit('Wide'.repeat(40))
    expect([size, lines.length]).toEqual([44, 3])
    expect(lines[2]).toMatch(/…$/)
  })

  test('of one long word is broken after its underscores first', () => {
    expect(fit('a_name_of_thirty_characters_ok').lines).toEqual([
      'a_name_of_thirty_',
      'characters_ok',
    ])
  })

  test.each([
    ['Ærøskøbing, Łódź & “ğ”', 'Ærøskøbing, Łódź & “ğ”'],
    ['Tide 🌊 water', 'Tide water'],
    ['👩\u200d🎨 Ada 🏳\ufe0f\u200d🌈', 'Ada'],
    ['Ấn Độ', 'An Đo'],
    ['ＴＩＤＥ', 'TIDE'],
    ['<b>$&"\u0000', '<b>$&"'],
    ['波と光', undefined],
    ['Приливы', undefined],
    ['مد', undefined],
    ['ශ්\u200dරී', undefined],
    ['🌊', undefined],
    ['', undefined],
  ])('is drawn as far as the fonts have it: %s', (text, drawn) => {
    expect(toDrawableText(text)).toBe(drawn)
  })

  test('in a script that the fonts lack gives way to the symbol, then to the address', async () => {
    await addCollection({ name: '波と光', symbol: 'WAVE' })
    const symbol = await fetched(own)
    await server.database.updateTable('collections').set({ name: 'WAVE' }).execute()
    expect(symbol.equals(await fetched(own))).toBe(true)
    await server.database
      .updateTable('collections')
      .set({ name: '波と光', symbol: '波' })
      .execute()
    expect(symbol.equals(await fetched(own))).toBe(false)
  })
})

async function listKept(): Promise<string[]> {
  const folder = join(server.configuration.data_folder, 'files')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('-share.png'))
}
