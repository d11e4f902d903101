import { networks } from '@platemark/chains/networks'
import { findNetworkLook } from '@platemark/plates/engraving/network-mark'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    product_name: 'Printworks',
    networks: [{ alias: 'local', is_demo: true }],
  })
})
afterAll(() => server.close())

const drawing = async (url: string) => {
  const { statusCode, headers, body } = await server.app.inject({ url })
  return { statusCode, headers, body }
}

describe('drawings of campaigns, achievements and networks', () => {
  test.each([
    '/marks/emblems/burin.svg',
    '/marks/emblems/aquatint.svg?theme=dark',
    '/marks/postmarks/local/2026-02-28.svg?theme=system',
    '/marks/postmarks/local/pending.svg',
    '/marks/networks/local.svg?theme=system',
    '/marks/medals/gold/creator_sold_out.svg?theme=system',
    '/marks/medals/silver/early_bird-locked.svg',
  ])('%s is a cached picture without scripts', async (url) => {
    const { statusCode, headers, body } = await drawing(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': expect.stringContaining('max-age=604800'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(await sharp(Buffer.from(body)).metadata()).toMatchObject({ format: 'svg' })
    // Outlines, so that no reader needs the fonts.
    expect(body).not.toContain('<text')
  })

  test.each([
    '/marks/emblems/unknown.svg',
    '/marks/postmarks/unknown/pending.svg',
    '/marks/networks/unknown.svg',
    '/marks/networks/local.png',
    '/marks/medals/iron/welcome.svg',
    '/marks/medals/gold/x.svg',
    '/marks/postmarks/local/2026-02-30.svg',
    '/marks/postmarks/local/1926-02-02.svg',
    '/marks/postmarks/local/2026-02-02.png',
  ])('%s is not found', async (url) => {
    expect((await drawing(url)).statusCode).toBe(404)
  })

  test('another theme than the three is refused', async () => {
    const { statusCode } = await drawing('/marks/emblems/burin.svg?theme=sepia')
    expect(statusCode).toBe(422)
  })

  test('every network has a mark that differs from all others without its colour', () => {
    const shapes = networks.map(({ alias }) => {
      const look = findNetworkLook(alias)
      return look ? `${look.form} ${look.motif} ${look.isOutline ?? false}` : alias
    })
    expect(networks.filter(({ alias }) => !findNetworkLook(alias))).toEqual([])
    expect(new Set(shapes).size).toBe(networks.length)
  })

  test('exactly the test networks have an outline', () => {
    for (const { alias, isTestnet } of networks) {
      expect([alias, findNetworkLook(alias)?.isOutline ?? false]).toEqual([
        alias,
        isTestnet,
      ])
    }
  })
})
