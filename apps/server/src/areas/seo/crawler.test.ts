import { routes } from '@platemark/api/routes'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { academyWithHistory } from '../../../test/academy.ts'
import { campaignFields, GIVEN_CAMPAIGN, openCampaign } from '../../../test/campaigns.ts'
import { insertCollection } from '../../../test/collection.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { buildWeb } from '../../../test/web.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer(
    {
      product_name: 'Printworks',
      public_url: 'https://mint.example',
      web_folder: buildWeb(),
      networks: [{ alias: 'base' }, { alias: 'local', is_demo: true }],
    },
    { academy: academyWithHistory() },
  )
})
beforeEach(async () => {
  await server.reset()
  await server.database
    .insertInto('chain_cursors')
    .values({
      ...{ chain_id: 31_337, genesis_hash: '0x', factory: '0x', block_hash: '0x' },
      ...{ block_number: 9, head_number: 9, confirmed_number: 9 },
      ...{ block_time: new Date(), updated_at: new Date() },
    })
    .execute()
  await addCollection()
  await openCampaign(server, campaignFields(31_337))
})
afterAll(() => server.close())

const address = '0x00000000000000000000000000000000000000AA'
const hostile = '</script><script>alert("$&\'`")</script>'

/**
 * Collection of ada at `address` on an embedded network, whose blocks are final at once.
 */
async function addCollection(changes: Record<string, unknown> = {}) {
  await insertCollection(server.database, {
    chain_id: 31_337,
    address: address.toLowerCase(),
    owner: ada.address.toLowerCase(),
    alias: 'tidewater',
    description: 'Five hundred prints of one estuary.\nMore below.',
    minted: 12,
    ...changes,
  })
}

const change = (changes: object) =>
  server.database.updateTable('collections').set(changes).execute()

/** Requests a page like curl, and parses what a crawler reads. */
async function crawl(url: string) {
  const { status, headers, body } = await server.get(url, {
    headers: { accept: 'text/html' },
  })
  const head = body.slice(0, body.indexOf('</head>'))
  const meta = new Map(
    [...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(
      ([, name = '', content = '']) => [name, unescaped(content)],
    ),
  )
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1]
  return {
    ...{ status, headers, head, body, meta },
    title: unescaped(/<title>(.*?)<\/title>/.exec(head)?.[1] ?? ''),
    canonical: unescaped(/<link rel="canonical" href="([^"]*)">/.exec(head)?.[1] ?? ''),
    data: data === undefined ? [] : JSON.parse(data)['@graph'],
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

type Check = {
  url: string
  title: string
  /** Absent: the page has no canonical URL. */
  canonical?: string
  image: string
  types: string[]
  isIndexed: boolean
  status?: number
}

const place = `local/${address}`
const page = '/og/page.png'

/** Every row of the route table; a missing one fails the first test. */
const checks: Record<string, Check[]> = {
  launchpad: [
    {
      url: '/?utm_source=mail&ref=0x1',
      title: 'Launchpad',
      canonical: '/',
      image: page,
      types: ['WebSite'],
      isIndexed: true,
    },
  ],
  collections: [
    {
      url: '/collections?ref=0x1&page=1&sort_by=trending',
      title: 'Collections',
      canonical: '/collections',
      image: page,
      types: ['CollectionPage', 'BreadcrumbList'],
      isIndexed: true,
    },
    {
      url: '/collections?utm_source=mail&page=2&chain=base',
      title: 'Collections',
      canonical: '/collections?page=2&chain=base',
      image: page,
      types: ['CollectionPage', 'BreadcrumbList'],
      isIndexed: true,
    },
    {
      url: '/collections?search=low+sun&sort_by=newest',
      title: 'Collections',
      canonical: '/collections?search=low+sun&sort_by=newest',
      image: page,
      types: ['CollectionPage', 'BreadcrumbList'],
      isIndexed: false,
    },
  ],
  collection: [
    {
      url: '/collection/local/tidewater?ref=0x1',
      title: 'Tidewater',
      canonical: '/collection/local/tidewater',
      image: `/og/collection/${place}.png`,
      types: ['VisualArtwork', 'BreadcrumbList'],
      isIndexed: true,
    },
    {
      url: '/collection/local/nothing',
      title: 'Not found',
      image: page,
      types: [],
      isIndexed: false,
      status: 404,
    },
    {
      url: '/collection/mars/tidewater',
      title: 'Not found',
      image: page,
      types: [],
      isIndexed: false,
      status: 404,
    },
  ],
  collector: [
    {
      url: `/collector/${ada.address}?tab=created`,
      title: short(ada.address),
      canonical: `/collector/${ada.address}`,
      image: `/og/collector/${ada.address}.png`,
      types: ['ProfilePage'],
      isIndexed: true,
    },
    {
      url: `/collector/${bob.address}`,
      title: short(bob.address),
      canonical: `/collector/${bob.address}`,
      image: page,
      types: ['ProfilePage'],
      isIndexed: false,
    },
    {
      url: '/collector/nobody',
      title: 'Not found',
      image: page,
      types: [],
      isIndexed: false,
      status: 404,
    },
  ],
  create: [
    {
      url: '/create',
      title: 'Create',
      canonical: '/create',
      image: page,
      types: ['WebPage', 'BreadcrumbList'],
      isIndexed: true,
    },
  ],
  about: [
    {
      url: '/about',
      title: 'About',
      canonical: '/about',
      image: page,
      types: ['AboutPage', 'BreadcrumbList'],
      isIndexed: true,
    },
  ],
  studio: [
    {
      url: '/studio',
      title: 'Studio',
      canonical: '/studio',
      image: page,
      types: [],
      isIndexed: false,
    },
  ],
  'studio-accept': [
    {
      url: '/studio/3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10/accept',
      title: 'Accept a collection',
      canonical: '/studio/3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10/accept',
      image: page,
      types: [],
      isIndexed: false,
    },
  ],
  'edit-collection': [
    {
      url: '/collection/local/tidewater/edit',
      title: 'Edit Tidewater',
      canonical: '/collection/local/tidewater/edit',
      image: page,
      types: [],
      isIndexed: false,
    },
    {
      url: '/collection/local/nothing/edit',
      title: 'Edit',
      image: page,
      types: [],
      isIndexed: false,
      status: 404,
    },
  ],
  'studio-collection': [
    {
      url: '/studio/3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10',
      title: 'Collection in the studio',
      canonical: '/studio/3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10',
      image: page,
      types: [],
      isIndexed: false,
    },
    {
      url: '/studio/no-id',
      title: 'Collection in the studio',
      image: page,
      types: [],
      isIndexed: false,
    },
  ],
  'studio-earnings': [
    {
      url: '/studio/earnings',
      title: 'Earnings',
      canonical: '/studio/earnings',
      image: page,
      types: [],
      isIndexed: false,
    },
  ],
  academy: [
    {
      url: '/academy?q=gas&utm_source=mail',
      title: 'Academy',
      canonical: '/academy',
      image: page,
      types: ['CollectionPage', 'BreadcrumbList'],
      isIndexed: true,
    },
  ],
  academy_detail: [
    {
      url: '/academy/wallet-basics',
      title: 'Your wallet, explained without jargon',
      canonical: '/academy/wallet-basics',
      image: '/og/academy/wallet-basics.png',
      types: ['Article', 'BreadcrumbList'],
      isIndexed: true,
    },
    missing('/academy/no-such-lesson'),
    {
      ...missing('/academy/gas-tokens'),
      title: 'Gas tokens',
      status: 410,
    },
  ],
  campaigns: [
    {
      url: '/campaigns',
      title: 'Campaigns',
      canonical: '/campaigns',
      image: page,
      types: ['CollectionPage', 'BreadcrumbList'],
      isIndexed: true,
    },
  ],
  campaign: [
    {
      url: `/campaigns/${GIVEN_CAMPAIGN}?page=2`,
      title: 'Quiet Shore',
      canonical: `/campaigns/${GIVEN_CAMPAIGN}`,
      image: `/og/campaign/${GIVEN_CAMPAIGN}.png`,
      types: ['WebPage', 'BreadcrumbList'],
      isIndexed: true,
    },
    missing('/campaigns/quiet-shore-none'),
  ],
  'soneium-guild-battle': [missing('/soneium-guild-battle')],
  'superchain-stamp-card': [missing('/superchain-stamp-card')],
  'academy-glossary': [
    {
      url: '/academy/glossary',
      title: 'Glossary',
      canonical: '/academy/glossary',
      image: page,
      types: ['DefinedTermSet', 'BreadcrumbList'],
      isIndexed: true,
    },
  ],
  // This server has no names.
  names: [missing('/names')],
  name: [missing('/names/quiet-shore')],
  saved: [
    {
      url: '/saved',
      title: 'Saved',
      canonical: '/saved',
      image: page,
      types: [],
      isIndexed: false,
    },
  ],
  settings: [
    {
      url: '/settings',
      title: 'Profile',
      canonical: '/settings',
      image: page,
      types: [],
      isIndexed: false,
    },
  ],
  '404': [missing('/404')],
}

function missing(url: string): Check {
  return {
    url,
    title: 'Not found',
    image: page,
    types: [],
    isIndexed: false,
    status: 404,
  }
}

function short(text: string): string {
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

describe('without JavaScript', () => {
  test('every page of the route table is checked', () => {
    const ids = routes.map(({ id }) => id)
    expect(Object.keys(checks).toSorted()).toEqual(ids.toSorted())
  })

  test.each(Object.values(checks).flat())('$url describes itself', async (check) => {
    const { status, title, canonical, meta, head, data } = await crawl(check.url)
    expect(status).toBe(check.status ?? 200)
    expect(title).toBe(`Printworks | ${check.title}`)
    const own =
      check.canonical === undefined ? '' : `https://mint.example${check.canonical}`
    expect([canonical, meta.get('og:url') ?? '']).toEqual([own, own])
    expect(meta.get('robots')?.includes('noindex')).toBe(!check.isIndexed)
    expect(meta.get('og:title')).toBe(title)
    expect(meta.get('description')).toMatch(/^.{10,200}$/)
    expect(meta.get('og:description')).toBe(meta.get('description'))
    expect(meta.get('twitter:card')).toBe('summary_large_image')
    expect(meta.get('og:image:alt')).not.toBe('')
    expect([meta.get('og:image:width'), meta.get('og:image:height')]).toEqual([
      '1200',
      '630',
    ])
    expect(data.map((one: object) => Object.entries(one)[0]?.[1])).toEqual(check.types)
    expect(head.match(/<title>/g)).toHaveLength(1)
    expect(head.match(/<meta name="theme-color"/g)).toHaveLength(2)

    expect(meta.get('og:image')).toBe(`https://mint.example${check.image}`)
    await expectPicture(check.image)
  })

  test('the shared link of an achievement has its medal, and a broken one the account', async () => {
    const claim = { achievement: 'welcome' }
    await server.post('/api/user/achievements/claim', claim, { as: ada })
    const own = `/collector/${ada.address}`
    const shared = `${own}?achievement=welcome`
    for (const [id, image, page] of [
      ['welcome', `/og/achievement/${ada.address}/welcome.png`, shared],
      ['%22x', `/og/collector/${ada.address}.png`, own],
    ] as const) {
      const { canonical, meta } = await crawl(`${own}?achievement=${id}`)
      expect(canonical).toBe(`https://mint.example${own}`)
      expect(meta.get('og:url')).toBe(`https://mint.example${page}`)
      expect(meta.get('og:image')).toBe(`https://mint.example${image}`)
      await expectPicture(image)
    }
  })

  test('a token has its own head and picture, and none if it was never minted', async () => {
    const { id } = await server.database
      .selectFrom('collections')
      .select('id')
      .executeTakeFirstOrThrow()
    const owner = bob.address.toLowerCase()
    await server.database
      .insertInto('tokens')
      .values({ collection_id: id, token_id: '7', owner })
      .execute()
    await server.database
      .insertInto('events')
      .values({
        ...{ chain_id: 31_337, block_number: 2, log_index: 0, collection_id: id },
        ...{ kind: 'mint', data: JSON.stringify({ first_token_id: '1' }) },
        ...{ tx_hash: `0x${'2'.repeat(64)}`, time: new Date() },
      })
      .execute()
    const { status, canonical, meta, data } = await crawl(
      '/collection/local/tidewater?token=7&ref=0x1',
    )
    expect(status).toBe(200)
    expect(canonical).toBe('https://mint.example/collection/local/tidewater?token=7')
    expect(meta.get('og:title')).toBe('Printworks | Tidewater #7')
    expect(meta.get('og:image')).toBe(`https://mint.example/og/token/${place}/7.png`)
    expect(data[1].itemListElement.at(-1).name).toBe('Tidewater #7')
    await expectPicture(`/og/token/${place}/7.png`)

    for (const token of ['99', 'seven', '-1']) {
      const unknown = await crawl(`/collection/local/tidewater?token=${token}`)
      expect([token, unknown.status, unknown.canonical]).toEqual([token, 404, ''])
      expect(unknown.meta.get('robots')).toBe('noindex')
    }
  })

  test('names of other people cannot end an element', async () => {
    await change({ name: hostile, description: hostile, symbol: hostile })
    const { status, title, meta, data, body } = await crawl('/collection/local/tidewater')
    expect(status).toBe(200)
    expect(body).not.toContain('<script>alert')
    expect(title).toBe(`Printworks | ${hostile}`)
    expect(meta.get('description')).toBe(hostile)
    expect(meta.get('og:image:alt')).toContain(hostile)
    expect(data[0]).toMatchObject({ name: hostile, description: hostile })
    await expectPicture(`/og/collection/${place}.png`)
  })

  test('an article has its summary, level and time, and a picture without words', async () => {
    const { meta, data, body } = await crawl('/academy/wallet-basics')
    expect(meta.get('og:type')).toBe('article')
    expect(meta.get('og:image:alt')).toContain('A large key')
    expect(data[0]).toMatchObject({
      headline: 'Your wallet, explained without jargon',
      url: 'https://mint.example/academy/wallet-basics',
      image: 'https://mint.example/og/academy/wallet-basics.png',
      timeRequired: 'PT8M',
      educationalLevel: 'beginner',
      dateModified: '2026-11-27',
      publisher: { name: 'Printworks' },
    })
    expect(body).not.toContain('explanation')
    expect((await server.get('/og/academy/no-such-lesson.png')).status).toBe(404)
  })

  test('a withdrawn article names what to read instead', async () => {
    const { status, meta, body } = await crawl('/academy/gas-tokens')
    expect([status, meta.get('robots')]).toEqual([410, 'noindex'])
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(boot.answers.at(-1)).toMatchObject([
      '/api/academy/gas-tokens',
      {
        error: { code: 'article_withdrawn' },
        data: { instead: { alias: 'gas-and-fees' } },
      },
    ])
  })

  test('a collection without a description is described by its kind', async () => {
    await change({ description: '' })
    const { meta } = await crawl('/collection/local/tidewater')
    expect(meta.get('description')).toMatch(/^Drop of 100 on .+ by 0x.{4}….{4}\.$/)
  })

  test('a long line is cut for previews', async () => {
    await change({ description: 'Estuary '.repeat(100) })
    const { meta } = await crawl('/collection/local/tidewater')
    expect([...(meta.get('description') ?? '')]).toHaveLength(200)
    expect(meta.get('description')).toMatch(/…$/)
  })

  test.each([
    ['hidden', { visibility: 'hidden' }],
    ['unlisted', { is_unlisted: true }],
  ])(
    'a collection that is %s answers to its link, and search engines pass it by',
    async (_, changes) => {
      await change(changes)
      const { status, meta } = await crawl(`/collection/${place}`)
      expect([status, meta.get('robots')]).toEqual([200, 'noindex'])
      await expectPicture(`/og/collection/${place}.png`)
    },
  )

  test('an unconfirmed collection is not indexed', async () => {
    await change({ chain_id: 8453 })
    const { status, meta } = await crawl('/collection/base/tidewater')
    expect([status, meta.get('robots')]).toEqual([200, 'noindex'])
  })

  test.each([
    ['blocked', { blocked_at: new Date() }, 451],
    ['deleted', { deleted_at: new Date() }, 404],
  ])(
    'a collection that is %s has no address, no name and no picture',
    async (_, changes, status) => {
      await change(changes)
      const found = await crawl('/collection/local/tidewater')
      expect(found.status).toBe(status)
      expect([found.canonical, found.meta.get('robots')]).toEqual(['', 'noindex'])
      expect(found.meta.get('og:image')).toBe('https://mint.example/og/page.png')
      expect(found.body).not.toContain('Tidewater')
      expect((await server.get(`/og/collection/${place}.png`)).status).toBe(404)
      expect((await server.get(`/og/token/${place}/1.png`)).status).toBe(404)
    },
  )

  test('a blocked collection shows that it is blocked, and its network', async () => {
    await change({ blocked_at: new Date() })
    const { meta, title, data } = await crawl('/collection/local/tidewater')
    expect([title, meta.get('og:title')]).toEqual([
      'Printworks | Not shown here',
      'Printworks | Not shown here',
    ])
    const description =
      'A collection on Harbour that is not shown on this site. Its contract is unchanged.'
    expect(meta.get('description')).toBe(description)
    expect(meta.get('og:description')).toBe(description)
    expect(data).toEqual([])
  })

  test('a missing asset responds with plain text', async () => {
    for (const url of ['/assets/gone.js', '/og/gone.png', '/sitemap/gone.css']) {
      const { status, body } = await server.get(url, { headers: { accept: 'text/html' } })
      expect([url, status]).toEqual([url, 404])
      expect(body).not.toContain('<')
    }
  })
})

describe('other URLs of a page redirect to the canonical one', () => {
  const leadsTo = async (url: string) => {
    const { status, headers } = await crawl(url)
    return [status, headers.location, headers['cache-control']]
  }

  test('from an address in any letter case to the slug, with the query', async () => {
    for (const name of [address, address.toLowerCase(), 'TIDEWATER', '%74idewater']) {
      expect(await leadsTo(`/collection/local/${name}?ref=0x1&x=a?b`)).toEqual([
        301,
        '/collection/local/tidewater?ref=0x1&x=a?b',
        'no-store',
      ])
    }
  })

  test('from an address in another letter case to that of the contract, without a slug', async () => {
    await change({ alias: null })
    expect(await leadsTo(`/collection/local/${address.toLowerCase()}`)).toEqual([
      301,
      `/collection/local/${address}`,
      'no-store',
    ])
    expect((await crawl(`/collection/local/${address}`)).status).toBe(200)
  })

  test('of a collector too', async () => {
    const url = `/collector/${ada.address.toLowerCase()}?tab=created`
    expect(await leadsTo(url)).toEqual([
      301,
      `/collector/${ada.address}?tab=created`,
      'no-store',
    ])
  })

  test('from the account of a collection to its page', async () => {
    expect(await leadsTo(`/collector/${address}`)).toEqual([
      302,
      '/collection/local/tidewater',
      'no-store',
    ])
  })

  test('from a former alias of an article to the present one', async () => {
    const { status, headers } = await server.get('/academy/what-is-a-wallet?from=mail', {
      headers: { accept: 'text/html' },
    })
    expect([status, headers.location]).toEqual([301, '/academy/wallet-basics?from=mail'])
  })

  test('from a slug that was changed to the one it has now', async () => {
    await change({ alias: 'low-sun' })
    await change({ alias: 'lower-sun' })
    for (const former of ['tidewater', 'low-sun']) {
      expect(await leadsTo(`/collection/local/${former}?ref=0x1`)).toEqual([
        301,
        '/collection/local/lower-sun?ref=0x1',
        'no-store',
      ])
    }
    expect((await crawl('/collection/local/lower-sun')).status).toBe(200)
    const [, edited] = await leadsTo('/collection/local/tidewater/edit')
    expect(edited).toBe('/collection/local/lower-sun/edit')
  })

  test('but not once another collection has that slug', async () => {
    await change({ alias: 'low-sun' })
    await addCollection({ address: `0x${'0'.repeat(38)}bb`, name: 'Kiln' })
    const { status, title } = await crawl('/collection/local/tidewater')
    expect([status, title]).toEqual([200, 'Printworks | Kiln'])
  })

  test('nor for one that was blocked or deleted since', async () => {
    await change({ alias: 'low-sun' })
    await change({ blocked_at: new Date() })
    expect((await crawl('/collection/local/tidewater')).status).toBe(451)
    await change({ blocked_at: null, deleted_at: new Date(), alias: null })
    expect((await crawl('/collection/local/tidewater')).status).toBe(404)
    expect((await crawl('/collection/local/low-sun')).status).toBe(404)
  })

  test('the last five slugs of a collection are known', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await change({ alias: `sun-${number}` })
      // The embedded database rounds times to milliseconds.
      await new Promise((resume) => setTimeout(resume, 2))
    }
    const known = await server.database
      .selectFrom('former_aliases')
      .select('alias')
      .orderBy('alias')
      .execute()
    expect(known.map(({ alias }) => alias)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `sun-${number}`),
    )
  })
})

describe('the page of a preview', () => {
  test('has the head of the page, and redirects to it', async () => {
    const own = await crawl('/collection/local/tidewater')
    const { status, title, meta, canonical, data, head } = await crawl(
      `/collection-meta-page/local/${address}?ref=0x1&b=%22%3E`,
    )
    expect(status).toBe(200)
    expect({ title, canonical, data }).toEqual({
      title: own.title,
      canonical: own.canonical,
      data: own.data,
    })
    expect([...meta]).toEqual([...own.meta])
    expect(unescaped(head)).toContain(
      '<meta http-equiv="refresh" content="0; url=/collection/local/tidewater?ref=0x1&b=%22%3E">',
    )
  })

  test.each([
    '/collection-meta-page/local/nothing',
    '/collection-meta-page/mars/tidewater',
    '/collection-meta-page/%2F%2Fevil.example/x',
  ])('of nothing is not found, and leads nowhere: %s', async (url) => {
    const { status, headers, body, meta } = await crawl(url)
    expect([status, headers.location, meta.get('robots')]).toEqual([
      404,
      undefined,
      'noindex',
    ])
    expect(body).not.toContain('http-equiv')
  })

  test('of a blocked collection redirects to the page that shows it', async () => {
    await change({ blocked_at: new Date() })
    const { status, headers } = await crawl('/collection-meta-page/local/tidewater?a=b')
    expect([status, headers.location]).toEqual([302, '/collection/local/tidewater?a=b'])
  })
})

async function expectPicture(url: string) {
  const response = await server.app.inject({ url })
  expect([url, response.statusCode]).toEqual([url, 200])
  const { format, width, height } = await sharp(response.rawPayload).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
}

test('the page of an account that only created is rendered with its collections', async () => {
  const creator = `/collector/${ada.address}`
  const readsCreated = async (path: string) =>
    (await server.get(path, { headers: { accept: 'text/html' } })).body.includes(
      `/api/contract/list?creator=${ada.address}`,
    )
  expect(await readsCreated(creator)).toBe(true)
  expect(await readsCreated(`${creator}?tab=nothing`)).toBe(true)
  expect(await readsCreated(`${creator}?tab=created`)).toBe(true)
  expect(await readsCreated(`${creator}?tab=collected`)).toBe(false)
  expect(await readsCreated(`/collector/${bob.address}`)).toBe(false)
})
