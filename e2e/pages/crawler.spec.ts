import { get } from 'node:http'
import { routes } from '@platemark/api/routes'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { operator } from '../fixtures/operator.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** Content of a page without JavaScript, as the server sends it. */
type Page = { status: number; bytes: number; html: string }

/** Fetches like `curl --compressed`: no scripts, no redirects. */
async function crawl(base: string, path: string): Promise<Page> {
  const headers = { accept: 'text/html' }
  const bytes = await weigh(new URL(path, base), { ...headers, 'accept-encoding': 'br' })
  const response = await fetch(new URL(path, base), {
    headers: headers,
    redirect: 'manual',
  })
  return { status: response.status, bytes, html: await response.text() }
}

/** Returns the transferred size of a response body. */
function weigh(url: URL, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (answer) => {
      let bytes = 0
      for await (const chunk of answer) bytes += chunk.length
      resolve(bytes)
    }).on('error', reject)
  })
}

function text(html: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return html
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name) => named[name] ?? '')
}

const metaOf = (html: string, name: string) =>
  text(
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ??
      '',
  )

/**
 * Within a tenth of the first window of TCP, ten segments of 1,460 bytes (RFC 6928): the end of a
 * page is data, each picture of which is named by a hash of 32 bytes.
 */
const MAX_PAGE_BYTES = 16_060
/** Pages of text are longer; their beginning, with all styles, is within that window. */
const MAX_TEXT_BYTES = 20_000
const textPages = ['academy_detail', 'academy-glossary']

const longest = {
  name: '<b>"Sixty" & more</b> </script>$& of the whole name 12345678',
  description: Array.from(
    { length: 40 },
    (_, index) => `Line ${index}: ${Math.sin(index + 1).toString(36)} & ink, paper.`,
  )
    .join('\n')
    .slice(0, 2000),
}

test('every public page has its content without JavaScript, within its size limit', async ({
  stack,
}) => {
  const creator = `0x${'1'.padStart(64, '7')}` as const
  const collection = await newCollection({
    url: stack.url,
    name: longest.name,
    description: longest.description,
    creatorKey: creator,
    phases: Array.from({ length: 9 }, (_, index) =>
      openPhase({
        phase_id: index,
        kind: 'allowlist',
        title: `Friends of the printer, part ${index} of ten`,
        start: fromNow(-3600 + index),
      }),
    ).concat(openPhase()),
    lists: Array.from({ length: 9 }, (_, index) => ({
      phase_id: index,
      entries: [{ address: `0x${String(index + 1).padStart(40, '0')}` }],
    })),
  })
  // Home shows it in large, with its full text.
  const place = collection.replace('/collection/', '')
  await operator(stack, 'promote', place, '--label', 'Promoted')
  const { html: shown } = await crawl(stack.url, collection)
  const owner = /"creator":\{"address":"(0x[0-9a-fA-F]{40})"/.exec(shown)?.[1]
  const addresses: Record<string, string[]> = {
    launchpad: ['/'],
    collections: ['/collections', '/collections?sort_by=newest&page=2'],
    collection: [collection, await anyToken(stack.url)],
    collector: [`/collector/${owner}`],
    about: ['/about'],
    academy: ['/academy'],
    'academy-glossary': ['/academy/glossary'],
    academy_detail: ['/academy/phases-and-allowlists'],
    create: ['/create'],
    names: ['/names'],
    name: ['/names/saltworks'],
    campaigns: ['/campaigns'],
    // Both campaigns of the example content have a route of their own.
    campaign: [],
    'soneium-guild-battle': ['/soneium-guild-battle'],
    'superchain-stamp-card': ['/superchain-stamp-card'],
    saved: ['/saved'],
  }
  const open = routes.filter(({ id, access }) => access === 'public' && id !== '404')
  expect(Object.keys(addresses).toSorted()).toEqual(open.map(({ id }) => id).toSorted())

  const visits = Object.entries(addresses).flatMap(([id, paths]) =>
    paths.map((path) => ({ id, path })),
  )
  for (const { id, path } of visits) {
    const { status, bytes, html } = await crawl(stack.url, path)
    const meta = (name: string) => metaOf(html, name)
    expect([path, status]).toEqual([path, 200])
    const titles = [...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, one = '']) =>
      text(one),
    )
    expect(titles).toEqual([meta('og:title')])
    expect(titles[0]).toMatch(/^Platemark \| ./)
    expect([path, html.match(/<h1[ >]/g)?.length]).toEqual([path, 1])
    expect(meta('description')).toMatch(/.{10,}/)
    expect(html).toContain(
      `<link rel="canonical" href="${meta('og:url').replaceAll('&', '&#38;')}">`,
    )
    await expectShareImage(stack.url, meta('og:image'))
    expect
      .soft(bytes, `${path} weighs ${bytes} bytes`)
      .toBeLessThanOrEqual(textPages.includes(id) ? MAX_TEXT_BYTES : MAX_PAGE_BYTES)
  }
})

test('a missing page returns 404, without a canonical URL', async ({ stack }) => {
  for (const path of [
    '/nothing',
    '/collection/local/nothing',
    '/collector/nobody',
    '/404',
  ]) {
    const { status, html } = await crawl(stack.url, path)
    expect([path, status]).toEqual([path, 404])
    expect(metaOf(html, 'robots')).toBe('noindex')
    expect(html).not.toContain('rel="canonical"')
    expect(text(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')).toMatch(/^Platemark \| ./)
  }
  expect((await crawl(stack.url, '/assets/gone.js')).html).toBe('Not found.\n')
})

test('a preview page links to the page itself', async ({ page, stack }) => {
  const path = await newCollection({
    url: stack.url,
    name: 'Previewed',
    phases: [openPhase()],
  })
  await page.goto(`/collection-meta-page${path.replace('/collection', '')}?ref=0x1`)
  await expect(page).toHaveURL(`${path}?ref=0x1`)
  await hydrated(page)
  await expect(page).toHaveTitle('Platemark | Previewed')
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
})

/** Returns the page of a token of the example content. */
async function anyToken(base: string): Promise<string> {
  const read = async (path: string) => (await fetch(new URL(path, base))).json()
  const [card] = (await read('/api/contract/popular')).data
  const place = `${card.chain_alias}/${card.contract_address}`
  const [token] = (await read(`/api/contract/${place}/tokens`)).data
  return `/collection/${card.chain_alias}/${card.alias}?token=${token.token_id}`
}

async function expectShareImage(base: string, url: string) {
  const response = await fetch(new URL(new URL(url).pathname, base))
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([url, response.status, response.headers.get('content-type')]).toEqual([
    url,
    200,
    'image/png',
  ])
  // The header of a PNG contains its size.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
}
