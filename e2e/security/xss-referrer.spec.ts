import { listCollections } from '@platemark/api/collections'
import type { Page } from '@playwright/test'
import { connectApi } from '../../tools/local/api.ts'
import { drop } from '../fixtures/collection-sections.ts'
import { drawn } from '../fixtures/extent.ts'
import { type ForeignPage, openForeignSite } from '../fixtures/foreign-page.ts'
import { test as base, expect, hydrated } from '../fixtures/stack.ts'
import { bundled, held, payloads } from './xss-payloads.ts'
import {
  addTo,
  countByKind,
  newTally,
  recordDialogs,
  type Tally,
  watch,
} from './xss-watch.ts'

/** All payloads, in batches that fit a referrer. */
const texts = bundled(payloads, 1800)

/** A foreign site whose pages send their full URL as referrer. */
const test = base.extend<{ site: ForeignPage }>({
  site: async ({ stack, context, faults }, use) => {
    test.setTimeout(300_000)
    const site = await openForeignSite((path) => ({
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><title>x</title><meta name="referrer" content="unsafe-url">${
        path === '/panel'
          ? `<script type="module" src="${stack.url}/widget/platemark-mint.js"></script>`
          : ''
      }<main></main>`,
    }))
    faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
    faults.allow(/status of 404/)
    await context.addInitScript(countReads)
    await use(site)
    await site.close()
  },
})

test("neither reads nor shows a visitor's referrer", async ({ context, stack, site }) => {
  const tally = newTally()
  const paths = drawn(await somePaths(stack.url), 3)
  const visits = paths.flatMap((path) => texts.map((text) => ({ path, text })))
  const visitAll = async () => {
    const page = await context.newPage()
    recordDialogs(page, tally)
    for (let next = visits.pop(); next; next = visits.pop()) {
      await page.goto(foreignAddress(site, '/', next.text))
      await follow(page, stack.url, next.path)
      await watch(page, tally, { kind: next.path })
      await judge(page, tally, next.path, next.text)
    }
    await page.close()
  }
  await Promise.all([visitAll(), visitAll()])
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  const all = Object.fromEntries(paths.map((path) => [path, payloads.length]))
  expect(countByKind(tally.opened)).toEqual(all)
})

test("no response repeats a request's referrer", async ({ stack, request }) => {
  for (const path of await somePaths(stack.url)) {
    for (const text of texts) {
      // Unescaped, unlike browsers; a header contains bytes.
      const referer = `https://site.example/?${Buffer.from(text).toString('latin1')}`
      const answer = await request.get(path, { headers: { referer } })
      const written = JSON.stringify(answer.headers()) + (await answer.text())
      expect(held(written), path).toEqual([])
    }
  }
})

test('the mint component does neither on foreign pages', async ({
  page,
  stack,
  site,
}) => {
  const tally = newTally()
  recordDialogs(page, tally)
  const referrers: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(stack.url))
      referrers.push(request.headers().referer ?? '')
  })
  const { chain_alias, contract_address, name } = await someCollection(stack.url)
  for (const text of texts) {
    await page.goto(foreignAddress(site, '/panel', text))
    await page.locator('main').evaluate(
      (main, attributes) => {
        const panel = document.createElement('platemark-mint')
        for (const [key, value] of attributes) panel.setAttribute(key, value)
        main.append(panel)
      },
      Object.entries({ chain: chain_alias, address: contract_address }),
    )
    await expect(page.getByRole('group', { name: `Mint ${name}` })).toBeVisible()
    await watch(page, tally, { kind: 'panel', texts: [name], ours: [stack.url] })
    await judge(page, tally, 'panel', text)
  }
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  // Requests to the API contain the embedding page's URL, as that page allows.
  expect(
    new Set(referrers.flatMap((address) => held(decodeURIComponent(address)))).size,
  ).toBe(payloads.length)
})

/** Returns a page of the foreign site with the text in its URL, minimally escaped. */
function foreignAddress({ origin }: ForeignPage, path: string, text: string): string {
  return `${origin}${path}?${text.replaceAll('%', '%25').replaceAll('#', '%23')}`
}

/** Follows a link from the foreign site. */
async function follow(page: Page, origin: string, path: string): Promise<void> {
  await page.locator('main').evaluate((main, href) => {
    const link = document.createElement('a')
    link.href = href
    main.append(link)
    link.click()
  }, origin + path)
  await page.waitForURL((url) => url.origin === origin, { waitUntil: 'domcontentloaded' })
  if ((await page.locator('#root').count()) > 0) await hydrated(page)
}

type Counted = { reads: number; from: string }

/** Runs in every page before its scripts: counts reads of the referrer. */
function countReads() {
  const counted: Counted = { reads: 0, from: document.referrer }
  Object.assign(globalThis, { counted })
  Object.defineProperty(Document.prototype, 'referrer', {
    get() {
      counted.reads += 1
      return counted.from
    },
  })
}

/** Records the page's referrer, and where a part of it was read or is shown. */
async function judge(
  page: Page,
  tally: Tally,
  kind: string,
  text: string,
): Promise<void> {
  const { reads, from, shown } = await page.evaluate((texts) => {
    // Safe: set by the init script.
    const { counted } = globalThis as unknown as { counted: Counted }
    const written: string[] = []
    const read = (tree: ParentNode & Node) => {
      const all = NodeFilter.SHOW_ALL
      const walker = document.createTreeWalker(tree, all)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        written.push(node.nodeValue ?? '')
        if (!(node instanceof Element)) continue
        written.push(...[...node.attributes].map(({ value }) => value))
        if (node.shadowRoot) read(node.shadowRoot)
      }
    }
    read(document)
    const from = counted.from || location.href
    const parts = [...texts, from.slice(from.indexOf('?') + 1)]
    const isShown = (part: string) => written.some((one) => one.includes(part))
    return { reads: counted.reads, from, shown: parts.filter(isShown) }
  }, held(text))
  if (reads > 0) tally.wrong.push(`${kind}: read the referrer ${reads} times: ${text}`)
  tally.wrong.push(...shown.map((part) => `${kind}: shows ${part}`))
  addTo(
    tally.opened,
    kind,
    ...held(decodeURIComponent(from.slice(from.indexOf('?') + 1))),
  )
}

/** Returns one page of every kind. */
async function somePaths(url: string): Promise<string[]> {
  const { creator } = await someCollection(url)
  return [
    ...['/', '/collections', drop, `${drop}?token=1`],
    ...[`/collector/${creator.address}`, '/about', '/settings', '/nothing', '/api/docs'],
  ]
}

async function someCollection(url: string) {
  const [card] = await connectApi(url).call(listCollections, { query: {} })
  if (!card) throw new Error('There is no collection.')
  return card
}
