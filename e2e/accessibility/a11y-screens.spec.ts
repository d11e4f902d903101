import { type Card, listCollections } from '@platemark/api/collections'
import { endpointUrl } from '@platemark/api/endpoint'
import type { APIRequestContext } from '@playwright/test'
import { violations } from '../fixtures/axe.ts'
import { drawn, isFull, isNarrowLight, pairs, soakUnless } from '../fixtures/extent.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { places } from './a11y-targets.ts'

for (const { width, theme, isSoak } of pairs) {
  const name = `every screen fits ${width} px in ${theme} and has no accessibility fault`
  test(name, soakUnless(!isSoak), async ({ browser, request, stack }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({
      baseURL: stack.url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    const paths = drawn(await screens(request), 4)
    // Outside of the soak each size takes every other one of them.
    const first = isNarrowLight({ width, theme }) ? 0 : 1
    for (const path of isFull ? paths : paths.filter((_, at) => at % 2 === first)) {
      await page.goto(path)
      await hydrated(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow, `${path} is wider than ${width} px`).toBeLessThanOrEqual(0)
      await expect(page.locator('h1'), path).toHaveCount(1)
      expect(await violations(page), path).toEqual([])
    }
    await context.close()
  })
}

/** Every page with its own URL, and a collection in every public state. */
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
  const fixed = places.flatMap(({ path }) => (typeof path === 'string' ? [path] : []))
  return [...new Set([...fixed, ...collections])]
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
