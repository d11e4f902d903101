import type { Page, Route } from '@playwright/test'
import { loadAgainWithoutScript, loseScript } from '../fixtures/block-script.ts'
import { button, connect, fund, rabby } from '../fixtures/mint-panel.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { EVENTS } from '../fixtures/tabs.ts'

/** Chunks of the collection page that load after the first view. */
const parts = /\/assets\/(mint-panel|collection-details)-[^/]*\.js$/

const phases = (page: Page) => page.locator('#phases')
const calendar = (page: Page) => page.getByRole('button', { name: 'Add to calendar' })

test('a deferred part is hydrated in place, once its script has loaded', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const held = await hold(page)
  await page.goto(await upcoming(stack.url, 'Late Proof'))
  await held.requested()
  await phases(page).evaluate((section) =>
    Object.assign(section, { isServerRendered: true }),
  )
  await expect(page.getByText('Painted by hand.')).toBeVisible()

  held.release()
  await hydrated(page)
  const isSame = await phases(page).evaluate((section) => 'isServerRendered' in section)
  expect(isSame).toBe(true)
})

test('updates before the script of a part leave the server-rendered HTML', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  const path = await upcoming(stack.url, 'Early News')
  // The stream would contradict the mocked updates.
  faults.allow(/ERR_FAILED/)
  await page.route(EVENTS, (route) => route.abort())
  const held = await hold(page)
  await page.clock.install()
  const read = `**/api/contract${path.slice('/collection'.length)}`
  let reads = 0
  await page.route(read, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    reads += 1
    await route.fulfill({ response, json: { data: { ...body.data, minted: 7 } } })
  })
  await page.goto(path)
  await held.requested()
  await phases(page).evaluate((section) =>
    Object.assign(section, { isServerRendered: true }),
  )
  await passTime(page, async () => expect(reads).toBeGreaterThan(0))
  await expect(page.locator('.collection-facts')).toContainText('0 0%')

  held.release()
  await expect(page.locator('.collection-facts')).toContainText('7 7%')
  const isSame = await phases(page).evaluate((section) => 'isServerRendered' in section)
  expect(isSame).toBe(true)
  // The page keeps polling, also while it closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test("a button pressed before its part's script has loaded is replayed", async ({
  page,
  stack,
}) => {
  const held = await hold(page)
  await page.goto(await upcoming(stack.url, 'Quick Hands'))
  await held.requested()
  await calendar(page).first().click()
  await calendar(page).first().click()
  const download = page.waitForEvent('download')
  const downloads: string[] = []
  page.on('download', (one) => downloads.push(one.suggestedFilename()))
  held.release()
  await download
  await hydrated(page)
  expect(downloads).toHaveLength(1)
})

test('a button pressed before the app starts is replayed once its part is hydrated', async ({
  page,
  stack,
}) => {
  const held = await hold(page, /\/assets\/ground-[^/]*\.js$/)
  const path = await newCollection({
    url: stack.url,
    name: 'First Pull',
    phases: [openPhase()],
  })
  // Held requests would delay the load event, too.
  await page.goto(path, { waitUntil: 'commit' })
  await held.requested()
  const panel = page.getByRole('region', { name: 'Mint', exact: true })
  await panel.getByRole('button', { name: 'Connect Wallet' }).click()
  held.release()
  await expect(page.getByRole('dialog')).toContainText('Demo wallet')
})

test('a part whose script fails stays as server-rendered, and navigation works', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_FAILED/)
  await page.route(parts, (route) => route.abort())
  // A reloading page may not reach its load event.
  await page.goto(await upcoming(stack.url, 'Lost Sheet'), { waitUntil: 'commit' })
  // Missing scripts of a newer release reload the page once.
  await page.waitForFunction(() =>
    performance.getEntriesByType('navigation').some((entry) => {
      // Safe: entries of this type are of this kind.
      const { type } = entry as PerformanceNavigationTiming
      return type === 'reload'
    }),
  )
  await expect(page.getByText('Painted by hand.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Phases' })).toBeVisible()
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Newest' })).toBeVisible()
})

test('a missing script does not reload the page while a wallet request is pending', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  const { url } = stack
  await page.goto(
    await newCollection({ url, name: 'Held Breath', phases: [openPhase()] }),
  )
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await button(page, 'Mint 1').click()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  expect(await loseScript(page)).toBe(false)
  await wallet.answer('eth_sendTransaction', 'reject')
  await expect(button(page, 'Mint 1')).toBeVisible()
  await loadAgainWithoutScript(page)
})

/** Maximum wait of the app for the page's lead image, in ms. */
const PICTURE_MS = 1500

test('the app is fetched after the page and its lead image are painted, and the inlined stylesheet never', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  const { paintedAt, pictured, began } = await firstView(page)
  expect(began).toBeGreaterThan(paintedAt)
  expect(began).toBeGreaterThan(Math.min(pictured, paintedAt + PICTURE_MS))
  const sheets = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/first-[^/]*\.css$/.test(name)),
  )
  expect(sheets).toEqual([])
})

test('the app starts a little later when the lead image does not load', {
  tag: '@soak',
}, async ({ page }) => {
  await page.route(/\/(files|plates)\//, () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
  const { paintedAt, began } = await firstView(page)
  expect(began).toBeGreaterThan(paintedAt + PICTURE_MS)
})

const conditions = Object.entries({
  'in the background': "Object.defineProperty(document, 'hidden', { value: true })",
  'in a browser that emits no paint entries':
    'PerformanceObserver.prototype.observe = () => {}',
  'in a browser without PerformanceObserver': 'delete window.PerformanceObserver',
  'in a browser whose PerformanceObserver throws':
    "PerformanceObserver.prototype.observe = () => { throw new Error('Refused') }",
})

for (const [condition, script] of conditions) {
  test(`a page ${condition} starts its app as well`, { tag: '@soak' }, async ({
    page,
  }) => {
    await page.addInitScript({ content: script })
    await page.goto('/')
    await hydrated(page)
  })
}

/** Returns the times of paint, lead image and app request, in ms. */
function firstView(page: Page) {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
    // Safe: entries of this type are of this kind.
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const app = files.find(({ name }) => /\/assets\/ground-[^/]*\.js$/.test(name))
    const shown = files.find(({ name }) => name === picture?.currentSrc)
    return {
      paintedAt: paint?.startTime ?? Number.NaN,
      // An image that the app did not wait for may arrive later.
      pictured: shown?.responseEnd ?? Number.POSITIVE_INFINITY,
      began: app?.startTime ?? Number.NaN,
    }
  })
}

/** Holds scripts; `requested` waits until the page requests one of them. */
async function hold(page: Page, scripts = parts) {
  const waiting: Route[] = []
  let isHeld = true
  await page.route(scripts, (route) => {
    if (!isHeld) return route.continue()
    waiting.push(route)
  })
  return {
    requested: () => expect.poll(() => waiting.length).toBeGreaterThan(0),
    release: () => {
      isHeld = false
      for (const route of waiting) void route.continue()
    },
  }
}

function upcoming(url: string, name: string): Promise<string> {
  const phase = openPhase({ start: fromNow(3600) })
  return newCollection({ url, name, phases: [phase], description: 'Painted by hand.' })
}
