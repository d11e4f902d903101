import { AxeBuilder } from '@axe-core/playwright'
import { type Card, listCollections } from '@platemark/wire/collections'
import { endpointUrl } from '@platemark/wire/endpoint'
import type { APIRequestContext } from '@playwright/test'
import { expect, hydrated, test } from './stack.ts'

const widths = [320, 768, 1280]
const themes = ['light', 'dark'] as const

for (const theme of themes) {
  for (const width of widths) {
    test(`every screen fits ${width} px in ${theme} and has no accessibility fault`, async ({
      browser,
      request,
      stack,
    }) => {
      test.setTimeout(180_000)
      const context = await browser.newContext({
        baseURL: stack.url,
        colorScheme: theme,
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
      })
      const page = await context.newPage()
      for (const path of await screens(request)) {
        await page.goto(path)
        await hydrated(page)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        )
        expect(overflow, `${path} is wider than ${width} px`).toBeLessThanOrEqual(0)
        await expect(page.locator('h1'), path).toHaveCount(1)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`),
        ).toEqual([])
      }
      await context.close()
    })
  }
}

test('launchpad and list can be read without JavaScript', async ({ browser, stack }) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('a[href^="/collection/"]').count()).toBeGreaterThan(8)
  await page.goto('/collections')
  await page.getByRole('searchbox').fill('sun')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/search=sun/)
  await expect(page.locator('a[href^="/collection/"]').first()).toBeVisible()
  await context.close()
})

test('an unknown page is a 404 that leads on', async ({ page, faults }) => {
  faults.allow(/404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('link', { name: /launchpad/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/$/)
})

test('an unknown collection is a 404 with the page', async ({ page, faults }) => {
  faults.allow(/404/)
  const response = await page.goto('/collection/local/no-such-collection')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a missing asset is a 404 and never the page', async ({ request }) => {
  for (const path of [
    '/assets/gone.js',
    '/assets/gone.css',
    '/files/gone.webp',
    '/x.png',
  ]) {
    const response = await request.get(path, { headers: { accept: 'text/html' } })
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).not.toContain('<html')
  }
})

test('the theme is kept over a reload', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const background = () =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  expect(await background()).toBe(dark)
})

/** One page of every kind, and a collection in every state the example content holds. */
async function screens(request: APIRequestContext): Promise<string[]> {
  const cards = await allCards(request)
  const byState = new Map(cards.map((card) => [card.state, card]))
  expect(
    [...byState.keys()].sort(),
    'the example content shows every public state',
  ).toEqual(['ended', 'live', 'paused', 'sold_out', 'upcoming'])
  const collections = [...byState.values()].map(
    ({ chain_alias, alias, contract_address }) =>
      `/collection/${chain_alias}/${alias ?? contract_address}`,
  )
  return [
    '/',
    '/collections',
    '/collections?search=zzzz',
    '/no/such/page',
    ...collections,
  ]
}

async function allCards(request: APIRequestContext): Promise<Card[]> {
  const cards: Card[] = []
  for (let page = 1; ; page += 1) {
    const url = endpointUrl(listCollections, {
      query: { page, sort_by: 'newest', time_interval: 'all' },
    })
    const { data } = await (await request.get(url)).json()
    if (data.length === 0) return cards
    cards.push(...data)
  }
}
