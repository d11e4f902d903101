import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionRow } from '../../test/collection.ts'
import { ada, type TestServer, testServer } from '../../test/server.ts'
import { buildWeb, script } from '../../test/web.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    product_name: 'Printworks',
    public_url: 'https://mint.example',
    web_folder: buildWeb(),
    networks: [{ alias: 'base' }, { alias: 'local', is_demo: true }],
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const open = (url: string, headers: Record<string, string> = {}) =>
  server.get(url, { headers: { accept: 'text/html', ...headers } })

const plates = '0x00000000000000000000000000000000000000aa'

async function addCollection(changes: Record<string, unknown> = {}) {
  await server.database
    .insertInto('collections')
    .values(
      collectionRow({
        chain_id: 8453,
        address: plates,
        owner: ada.address.toLowerCase(),
        alias: 'plates',
        name: '</script><script>alert("$&")</script>',
        description: 'First line with "quotes".\nSecond line.',
        ...changes,
      }),
    )
    .execute()
}

describe('a page', () => {
  test('is rendered from responses of the own API, which it carries for the browser', async () => {
    const { status, headers, body } = await open('/')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(boot.route).toBe('launchpad')
    const urls = boot.answers.map(([url]: [string]) => url)
    expect(urls).toEqual([
      '/api/config',
      '/api/currency/list',
      '/api/contract/promoted',
      '/api/contract/popular',
      '/api/contract/newest',
    ])
    expect(boot.answers[0][1].data.product_name).toBe('Printworks')
    expect(body).toContain('<div id="root" data-route="launchpad"><main>$& [[')
  })

  test('names a banner that can be dismissed to its first script, and no other', async () => {
    const banner = { is_enabled: true, id: 'work-1', text: 'Back at six.' }
    for (const is_dismissible of [true, false]) {
      const actual = await testServer({
        web_folder: server.configuration.web_folder,
        banner: { ...banner, is_dismissible },
      })
      const { body } = await actual.get('/', { headers: { accept: 'text/html' } })
      const mark = is_dismissible ? ' data-banner="work-1"' : ''
      expect(body).toContain(`<html lang="en"${mark}><head>`)
      await actual.close()
    }
    expect((await open('/')).body).toContain('<html lang="en"><head>')
  })

  test('has its title, description and preloads in the head', async () => {
    const { body } = await open('/collections')
    const head = body.slice(0, body.indexOf('</head>'))
    expect(head).toContain('<title>Printworks | Collections</title>')
    expect(head).toContain('<link rel="preload" href="/x" as="image">')
    expect(head).toContain('href="/assets/text.woff2" as="font"')
    expect(head).toContain(
      '<meta property="og:url" content="https://mint.example/collections">',
    )
    expect(head).not.toContain('noindex')
  })

  test('carries the rows of its lists without unused fields', async () => {
    await addCollection({ chain_id: 31_337 })
    const { body } = await open('/')
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    const { data } = await server.get('/api/contract/newest')
    expect(data[0].contract_id).toMatch(/^[0-9a-f-]{36}$/)
    const { contract_id: _, created_at: __, ...card } = data[0]
    expect(boot.answers.at(-1)).toEqual(['/api/contract/newest', { data: [card] }])
  })

  test('carries its own styles and no other', async () => {
    expect((await open('/collections')).body).toContain('<style>.list{}</style>')
    expect((await open('/')).body).not.toContain('<style>')
  })

  test('of a signed-in user is kept from search engines', async () => {
    const { status, body } = await open('/settings')
    expect(status).toBe(200)
    expect(body).toContain('<meta name="robots" content="noindex">')
  })

  test('lists its hashes in the policy, is revalidated, and costs nothing unchanged', async () => {
    const { headers } = await open('/')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-scr'")
    expect(headers['content-security-policy']).toContain("style-src 'self' 'sha256-sty'")
    expect(headers['cache-control']).toBe('no-cache')
    const again = await open('/', { 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('is compressed strongly if it is cached, and lightly if not', async () => {
    for (const [url, quality] of [
      ['/', 10],
      ['/nope', 5],
    ] as const) {
      const headers = { accept: 'text/html', 'accept-encoding': 'br' }
      const { rawPayload } = await server.app.inject({ url, headers })
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      const body = brotliDecompressSync(rawPayload)
      expect([url, brotliCompressSync(body, { params }).length]).toEqual([
        url,
        rawPayload.length,
      ])
      const others = { [constants.BROTLI_PARAM_QUALITY]: quality === 10 ? 5 : 10 }
      expect(brotliCompressSync(body, { params: others }).length).not.toBe(
        rawPayload.length,
      )
    }
  })

  test('of a collection contains its name and first line, escaped', async () => {
    await addCollection()
    const { status, body } = await open('/collection/base/plates')
    expect(status).toBe(200)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain(
      'Printworks | &#60;/script&#62;&#60;script&#62;alert(&#34;$&#38;&#34;)',
    )
    expect(body).toContain('content="First line with &#34;quotes&#34;."')
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(boot.answers.at(-1)[1].data.name).toBe('</script><script>alert("$&")</script>')
  })

  test('of a hidden collection is not for search engines', async () => {
    await addCollection({ visibility: 'hidden' })
    const { status, body } = await open(`/collection/base/${getAddress(plates)}`)
    expect(status).toBe(200)
    expect(body).toContain('<meta name="robots" content="noindex">')
  })

  test('of a blocked collection responds with 451 and its place, nothing else, and not for search engines', async () => {
    const blocked_at = new Date()
    await addCollection({ alias: 'plates', name: 'Driftglass', blocked_at })
    for (const url of [
      '/collection/base/plates',
      `/collection/base/0x${'0'.repeat(38)}AA`,
    ]) {
      const { status, body, headers } = await open(url)
      expect([status, headers['cache-control']]).toEqual([451, 'no-cache'])
      expect(body).toContain('<meta name="robots" content="noindex">')
      expect(body).not.toMatch(/Driftglass|First line|Second line/)
      const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '')
      expect(boot.answers.at(-1)[1]).toMatchObject({
        error: { code: 'blocked' },
        data: { chain_alias: 'base', contract_address: `0x${'0'.repeat(38)}AA` },
      })
    }
  })

  test('of a missing collection is not found, and the browser need not request it again', async () => {
    for (const url of [
      '/collection/base/nothing',
      '/collection/mars/plates',
      '/collection/base/x',
    ]) {
      const { status, body } = await open(url)
      expect(status).toBe(404)
      expect(body).toContain('<title>Printworks | Not found</title>')
      expect(body).toContain('noindex')
      const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '')
      expect(boot.answers.at(-1)).toEqual([
        url.replace('/collection', '/api/contract'),
        null,
      ])
    }
  })

  test('that cannot be rendered is sent empty, with the data for the browser', async () => {
    const { status, body } = await open('/collections?search=unpaintable')
    expect(status).toBe(200)
    expect(body).toContain('<div id="root" data-route="collections"></div>')
  })

  test('fails like an essential read, with its retry time', async () => {
    const limited = await testServer({
      web_folder: buildWeb(),
      rate_limit_scale: 1 / 1200,
    })
    expect((await limited.get('/api/config')).status).toBe(200)
    const { status, headers } = await limited.get('/', {
      headers: { accept: 'text/html' },
    })
    expect([status, headers['retry-after']]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    await limited.close()
  })

  test.each([
    ['/collections/', '/collections'],
    ['/collections/?search=a/b/', '/collections?search=a/b/'],
    ['/collection/base/plates/', '/collection/base/plates'],
  ])('has one address: %s leads to %s', async (url, usual) => {
    const { status, headers } = await open(url)
    expect([status, headers.location]).toEqual([301, usual])
  })

  test.each(['//evil.example/', '//evil.example/%2f..', '/nope/'])(
    'never leads away: %s',
    async (url) => {
      const { status, headers } = await open(url)
      expect([status, headers.location]).toEqual([404, undefined])
    },
  )

  test('responds to a head request like to a read, without the body', async () => {
    const first = await open('/collections')
    const head = (known: string) =>
      server.send({
        method: 'HEAD',
        url: '/collections',
        headers: { accept: 'text/html', 'if-none-match': known },
      })
    const [fresh, same] = [await head('"other"'), await head(first.headers.etag ?? '')]
    expect([fresh.status, fresh.body, fresh.headers.etag]).toEqual([
      200,
      '',
      first.headers.etag,
    ])
    expect([same.status, same.body]).toEqual([304, ''])
  })

  test('with a query that the API refuses is left to the browser', async () => {
    const { status, body } = await open('/collections?page=0')
    expect(status).toBe(200)
    expect(body).not.toContain('page=0')
  })
})

describe('a missing page', () => {
  test.each([
    '/nope',
    '/404',
    '/collection',
    '/collection/base',
    '/Collections',
    '/admin/',
  ])('is told to people by the not-found page: %s', async (url) => {
    const { status, headers, body } = await open(url)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('noindex')
    expect(body).toContain('id="boot"')
  })

  test.each([
    '/assets/gone.js',
    '/assets/',
    '/app.css',
    '/favicon.ico',
    '/img/x.webp',
    '/.env',
    '/shell.json',
    '/index.html',
    '/assets/../../shell.json',
    '/assets/app-1a2b.js.br/x.js',
  ])('is told to programs in plain text, never by a page: %s', async (url) => {
    const { status, body } = await open(url)
    expect(status).toBe(404)
    expect(body).not.toContain('<')
  })

  test('is plain text for clients that do not accept HTML', async () => {
    const { status, body } = await server.get('/nope', { headers: { accept: '*/*' } })
    expect([status, body]).toEqual([404, 'Not found.\n'])
  })
})

describe('an asset', () => {
  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes).toString()],
    [undefined, (bytes: Buffer) => bytes.toString()],
  ] as const)(
    'is kept for ever and sent as it was compressed: %s',
    async (encoding, read) => {
      const response = await server.app.inject({
        url: '/assets/app-1a2b.js',
        ...(encoding && { headers: { 'accept-encoding': encoding } }),
      })
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      )
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(String(response.headers['content-type'])).toContain('javascript')
      expect(String(response.headers.vary).toLowerCase()).toContain('accept-encoding')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      expect(read(response.rawPayload)).toBe(script)
    },
  )

  test('of the public folder is cached for an hour', async () => {
    const { status, headers } = await server.get('/favicon.svg')
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
  })
})

test('without a web build, the page shows how to build it', async () => {
  const bare = await testServer()
  const { status, body } = await bare.get('/', { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  expect(body).toContain('npm run build')
  await bare.close()
})
