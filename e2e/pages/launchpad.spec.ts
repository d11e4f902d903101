import type { Page, Route } from '@playwright/test'
import { refuse } from '../fixtures/collection-sections.ts'
import { holdRequests } from '../fixtures/intercept.ts'
import { readLayoutShift, watchLayoutShift } from '../fixtures/layout-shift.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { standStill } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })
const cards = (page: Page) => page.locator('.grid article')
const search = (page: Page) => page.getByRole('searchbox')
const lowSun = '**/api/contract/local/low-sun'

/**
 * Refuses reads of a URL for a second each time; `settle` waits until there are no more
 * requests.
 */
async function refuseAlways(page: Page, url: string) {
  let requests = 0
  await page.route(url, (route) => {
    requests += 1
    return refuse(route, 429, 'too_many_requests', { 'retry-after': '1' })
  })
  const isQuiet = async () => {
    const before = requests
    await page.waitForTimeout(2500)
    return requests === before
  }
  return {
    requests: () => requests,
    settle: () => expect.poll(isQuiet).toBe(true),
  }
}

test.describe('the launchpad', () => {
  test('loses one section and keeps the others, until it is retried', async ({
    page,
    faults,
  }) => {
    faults.allow(/Failed to load resource|ERR_FAILED/)
    const popular = '**/api/contract/popular*'
    await page.route(popular, (route) => route.abort())
    // Reached by a link, it fetches everything itself.
    await page.goto('/collections')
    await hydrated(page)
    await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
    await expect(section(page, 'Popular')).toContainText(
      'This section could not be loaded',
    )
    await expect(section(page, 'Newest').locator('article').first()).toBeVisible()
    await expect(section(page, 'Trending').getByRole('listitem').first()).toBeVisible()

    await page.unroute(popular)
    await section(page, 'Popular').getByRole('button', { name: 'Try again' }).click()
    await expect(section(page, 'Popular').locator('article').first()).toBeVisible()
  })

  test('stops retrying a section that is refused again after the wait', {
    tag: '@soak',
  }, async ({ page, faults }) => {
    faults.allow(/Failed to load resource/)
    const refused = await refuseAlways(page, '**/api/contract/popular*')
    await page.goto('/collections')
    await hydrated(page)
    await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
    const popular = section(page, 'Popular')
    await expect(popular).toContainText('Too many requests')
    await refused.settle()
    await expect(popular).toContainText('You can try again now.')
    const requests = refused.requests()
    await popular.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(refused.requests).toBe(requests + 1)
  })

  test('has rails of what starts and what ends soon, the first first, without layout shift', async ({
    page,
    stack,
  }) => {
    const [first, second] = ['Quiet Shore Dawn', 'Quiet Shore Noon']
    for (const [name, seconds] of [
      [second, 1200],
      [first, 600],
    ] as const) {
      const opening = { start: fromNow(seconds), end: fromNow(86_400) }
      await newCollection({ url: stack.url, name, phases: [openPhase(opening)] })
    }
    await newCollection({
      url: stack.url,
      name: 'Quiet Shore Dusk',
      phases: [openPhase({ end: fromNow(900) })],
    })
    await watchLayoutShift(page)
    await page.goto('/')
    await hydrated(page)
    const starting = section(page, 'Starting soon')
    await expect(starting.getByRole('heading', { name: second })).toBeVisible()
    const names = await starting.getByRole('heading', { level: 3 }).allTextContents()
    expect(names.indexOf(first)).toBeLessThan(names.indexOf(second))
    expect(names.indexOf(first)).toBeGreaterThanOrEqual(0)
    await expect(
      starting.locator('article').filter({ hasNotText: /Open|Upcoming/ }),
    ).toHaveCount(0)
    const ending = section(page, 'Ending soon')
    await expect(ending.getByRole('heading', { name: 'Quiet Shore Dusk' })).toBeVisible()
    expect(await readLayoutShift(page)).toBeLessThan(0.01)
    await ending.getByRole('link', { name: 'See all' }).click()
    await expect(page).toHaveURL('/collections?sort_by=ending_soon&status=live')
  })

  test("keeps the ranking's network in the URL, and prefetches it on hover", async ({
    page,
  }) => {
    await page.goto('/')
    await hydrated(page)
    const other = section(page, 'Trending').getByRole('link', { name: 'Quay' })
    const requests = page.waitForRequest('**/api/contract/trending/local-two')
    await other.hover()
    await requests
    await other.click()
    await expect(page).toHaveURL('/?chain=local-two')
    await expect(page.getByRole('list', { name: 'Trending on Quay' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('list', { name: 'Trending on Quay' })).toBeVisible()
  })

  test('prefetches a collection on hover', { tag: '@soak' }, async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const link = section(page, 'Popular').locator('article a').first()
    const path = (await link.getAttribute('href')) ?? ''
    const requests = page.waitForRequest((request) =>
      request.url().endsWith(path.replace('/collection/', '/api/contract/')),
    )
    await link.focus()
    await requests
  })

  test('shows the plate where a picture is broken, without layout shift', {
    tag: '@soak',
  }, async ({ page, faults }) => {
    faults.allow(/Failed to load resource|ERR_FAILED/)
    await page.route('**/files/**', (route) => route.abort())
    await page.goto('/')
    await hydrated(page)
    const pictures = section(page, 'Newest').locator('article img')
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveAttribute('src', /^\/plates\//)
      const box = await picture.boundingBox()
      expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1))).toBeLessThan(1)
    }
  })

  test('shows the full network name of every card on the narrowest phone', {
    tag: '@soak',
  }, async ({ page, stack }) => {
    const phases = [openPhase()]
    await newCollection({ url: stack.url, name: 'A Day Left', phases })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/')
    await hydrated(page)
    const newest = section(page, 'Newest').locator('article')
    await expect(newest.getByText(/^(Live. )?Ends \d/).first()).toBeVisible()
    const names = newest.getByText(/^(Harbour|Quay), demo$/)
    expect(await names.count()).toBe(await newest.count())
    for (const name of await names.all()) {
      const hidden = await name.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      )
      expect(hidden).toBe(0)
    }
  })

  test('gets its plates from the cache', { tag: '@soak' }, async ({ page, request }) => {
    await page.goto('/')
    const plate = await page.locator('img[src^="/plates/"]').first().getAttribute('src')
    const first = await request.get(plate ?? '')
    expect(first.headers()['cache-control']).toMatch(/max-age=\d{4,}/)
    const etag = first.headers().etag ?? ''
    const again = await request.get(plate ?? '', { headers: { 'if-none-match': etag } })
    expect(again.status()).toBe(304)
  })
})

test.describe('a change of pages', () => {
  const changes = (page: Page) => page.evaluate(() => Number(sessionStorage.changes ?? 0))

  async function countChanges(page: Page) {
    await page.addInitScript(() => {
      const { startViewTransition } = Document.prototype
      Document.prototype.startViewTransition = function (...given) {
        sessionStorage.changes = Number(sessionStorage.changes ?? 0) + 1
        return startViewTransition.apply(this, given)
      }
    })
  }

  test('transitions between pages, and not within a page', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await countChanges(page)
    await page.goto('/')
    await hydrated(page)
    await section(page, 'Popular').locator('article a').first().click()
    await expect(page.getByRole('region', { name: 'Mint', exact: true })).toBeVisible()
    expect(await changes(page)).toBe(1)
    await expect(page.locator('main h1')).toBeFocused()

    await page.goto('/collections')
    await hydrated(page)
    await page.getByLabel('Sort').selectOption('newest')
    await expect(page).toHaveURL(/sort_by=newest/)
    expect(await changes(page)).toBe(1)
  })

  test('has no transition with reduced motion', { tag: '@soak' }, async ({ page }) => {
    await countChanges(page)
    await page.goto('/')
    await hydrated(page)
    await section(page, 'Popular').locator('article a').first().click()
    await expect(page.getByRole('region', { name: 'Mint', exact: true })).toBeVisible()
    expect(await changes(page)).toBe(0)
  })
})

test.describe('the list', () => {
  test('is searched from the keyboard, and URL and count follow', async ({ page }) => {
    await page.goto('/collections')
    await hydrated(page)
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('sun')
    await expect(page).toHaveURL(/search=sun/)
    await expect(page.getByRole('status').filter({ hasText: 'collection' })).toBeVisible()
    // The old list stays for a moment after the URL has changed.
    const titles = cards(page).getByRole('heading')
    await expect(titles.filter({ hasNotText: /\bsun/i })).toHaveCount(0)
    await expect(titles.first()).toBeVisible()
    // Keystrokes create no history entries.
    await page.goBack()
    await expect(page).not.toHaveURL(/\/collections/)
  })

  test('opens a pressed card before the search text is applied', {
    tag: '@soak',
  }, async ({ page }) => {
    const reads = await holdRequests(page, lowSun)
    await page.clock.install()
    await page.goto('/collections?sort_by=oldest&time_interval=all')
    await hydrated(page)
    await standStill(page)
    await search(page).focus()
    await page.keyboard.type('sun')
    await cards(page).getByRole('link', { name: 'Low Sun' }).click()
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(/\/collection\/local\/low-sun$/)
    reads.release()
    await page.clock.resume()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low Sun')
  })

  test("keeps its text, and fetches no other list, while a card's page is loading", {
    tag: '@soak',
  }, async ({ page }) => {
    const reads = await holdRequests(page, lowSun)
    await page.goto('/collections?search=low+sun&time_interval=all')
    await hydrated(page)
    const lists: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/contract/list')) lists.push(request.url())
    })
    const held = page.waitForRequest(lowSun)
    await cards(page).getByRole('link', { name: 'Low Sun' }).click()
    await held
    await expect(page).toHaveURL(/\/collection\/local\/low-sun$/)
    await expect(search(page)).toHaveValue('low sun')
    await expect(page.locator('.grid.dim')).toHaveCount(0)
    // Before the page is shown: it lists the creator's other collections then.
    expect(lists).toEqual([])
    reads.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low Sun')
  })

  test('dims the list while the next response is pending', { tag: '@soak' }, async ({
    page,
  }) => {
    await page.goto('/collections')
    await hydrated(page)
    const held: Route[] = []
    await page.route('**/api/contract/list*', (route) => void held.push(route))
    await page.getByLabel('Sort').selectOption('newest')
    await expect(page.locator('.grid.dim')).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('status').filter({ hasText: 'Updating' })).toBeVisible()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const route of held) await route.continue()
    await expect(page.locator('.grid.dim')).toHaveCount(0)
  })

  test('stops retrying a page that is refused again after the wait, and continues when pressed', {
    tag: '@soak',
  }, async ({ page, faults }) => {
    faults.allow(/Failed to load resource/)
    await page.goto('/collections')
    await hydrated(page)
    const refused = await refuseAlways(page, '**/api/contract/list*')
    await page.getByLabel('Sort').selectOption('newest')
    await expect(
      page.getByRole('heading', { name: 'Too many requests', level: 2 }),
    ).toBeVisible()
    await refused.settle()
    await page.unroute('**/api/contract/list*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('names the filters without a match, and removes them', { tag: '@soak' }, async ({
    page,
  }) => {
    await page.goto('/collections?search=zzzz&chain=local')
    await hydrated(page)
    await expect(
      page.getByRole('heading', { name: 'Nothing matches “zzzz” on Harbour' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(cards(page).first()).toBeVisible()
    await expect(page).not.toHaveURL(/zzzz|chain=/)
  })

  test('is limited by links from the keyboard, and every filter can be removed', async ({
    page,
  }) => {
    await page.goto('/collections?sort_by=oldest')
    await hydrated(page)
    const filter = (name: string) => page.getByRole('link', { name, exact: true })
    await filter('Sold out').press('Enter')
    await expect(page).toHaveURL('/collections?sort_by=oldest&status=sold_out')
    await expect(filter('Sold out')).toBeFocused()
    await expect(cards(page).filter({ hasNotText: 'Sold out' })).toHaveCount(0)
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'collection' })).toBeVisible()

    await page.keyboard.press('Tab')
    await expect(filter('Ended')).toBeFocused()

    await page.goto('/collections?status=upcoming&free=1&kind=edition&search=zzzz')
    const title = page.getByRole('heading', { name: /^No upcoming, free editions match/ })
    await expect(title).toBeVisible()
    await hydrated(page)
    await page.getByRole('button', { name: 'Remove filter Free' }).click()
    await expect(
      page.getByRole('heading', { name: /^No upcoming editions match/ }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await expect(page).toHaveURL('/collections')
    await expect(cards(page).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/status=upcoming/)
    await expect(
      page.getByRole('button', { name: 'Remove filter Upcoming' }),
    ).toBeVisible()
  })

  test('restores the card that was opened, with all loaded pages', {
    tag: '@soak',
  }, async ({ page }) => {
    // Collections of other tests do not move older cards.
    await page.goto('/collections?sort_by=oldest&time_interval=all')
    await hydrated(page)
    const first = await cards(page).count()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => cards(page).count()).toBeGreaterThan(first)
    const count = await cards(page).count()
    const card = cards(page).last()
    const name = (await card.getByRole('heading').textContent()) ?? ''
    await card.scrollIntoViewIfNeeded()
    const top = await page.evaluate(() => scrollY)
    await card.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await page.goBack()
    await expect.poll(() => cards(page).count()).toBe(count)
    await expect(cards(page).last()).toBeInViewport()
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - top))
      .toBeLessThan(3)
    await expect(page.getByLabel('Sort')).toHaveValue('oldest')
  })

  test('has a URL for every page, without JavaScript too', { tag: '@soak' }, async ({
    browser,
    stack,
  }) => {
    const context = await browser.newContext({
      baseURL: stack.url,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    // Collections of other tests move no older card to another page.
    await page.goto('/collections?time_interval=all&sort_by=oldest')
    const hrefs = () =>
      cards(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const shown = await hrefs()
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/page=2/)
    const others = await hrefs()
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter((href) => shown.includes(href))).toEqual([])

    await page.getByRole('link', { name: 'Upcoming', exact: true }).click()
    await expect(page).toHaveURL(/status=upcoming/)
    await expect(cards(page).filter({ hasNotText: /Open|Upcoming/ })).toHaveCount(0)
    await page.getByLabel('Sort').selectOption('newest')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/sort_by=newest.*status=upcoming/)
    await context.close()
  })
})
