import type { Page, Route } from '@playwright/test'
import { loadAgainWithoutScript, loseScript } from '../fixtures/block-script.ts'
import { button, connect, fund, rabby } from '../fixtures/mint-panel.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** Scripts of the parts that the collection page leaves until after the first view. */
const parts = /\/assets\/(mint-panel|collection-details)-[^/]*\.js$/

const phases = (page: Page) => page.locator('#phases')
const calendar = (page: Page) => page.getByRole('button', { name: 'Add to calendar' })

test('a painted part is taken over as it stands, once its script is there', async ({
  page,
  stack,
}) => {
  const held = await hold(page)
  await page.goto(await upcoming(stack.url, 'Late Proof'))
  await held.asked()
  await phases(page).evaluate((section) => Object.assign(section, { isPainted: true }))
  await expect(page.getByText('Painted by hand.')).toBeVisible()

  held.release()
  await hydrated(page)
  const isSame = await phases(page).evaluate((section) => 'isPainted' in section)
  expect(isSame).toBe(true)
})

test('news that come before the script of a part leave what was painted', async ({
  page,
  stack,
  faults,
}) => {
  const path = await upcoming(stack.url, 'Early News')
  // The stream tells the truth, and these news are made up.
  faults.allow(/ERR_FAILED/)
  await page.route('**/events', (route) => route.abort())
  const held = await hold(page)
  await page.clock.install()
  const read = `**/api/contract${path.slice('/collection'.length)}`
  let asked = 0
  await page.route(read, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    asked += 1
    await route.fulfill({ response, json: { data: { ...body.data, minted: 7 } } })
  })
  await page.goto(path)
  await held.asked()
  await phases(page).evaluate((section) => Object.assign(section, { isPainted: true }))
  await passTime(page, async () => expect(asked).toBeGreaterThan(0))
  await expect(page.locator('.collection-facts')).toContainText('0 0%')

  held.release()
  await expect(page.locator('.collection-facts')).toContainText('7 7%')
  const isSame = await phases(page).evaluate((section) => 'isPainted' in section)
  expect(isSame).toBe(true)
  // The page goes on asking, also while it closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a button pressed before the script of its part is pressed again when it is there', async ({
  page,
  stack,
}) => {
  const held = await hold(page)
  await page.goto(await upcoming(stack.url, 'Quick Hands'))
  await held.asked()
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

test('a button pressed before anything has started is pressed once its part is there', async ({
  page,
  stack,
}) => {
  const held = await hold(page, /\/assets\/ground-[^/]*\.js$/)
  const path = await newCollection({
    url: stack.url,
    name: 'First Pull',
    phases: [openPhase()],
  })
  // What is held back would hold up the end of loading, too.
  await page.goto(path, { waitUntil: 'commit' })
  await held.asked()
  const panel = page.getByRole('region', { name: 'Mint', exact: true })
  await panel.getByRole('button', { name: 'Connect Wallet' }).click()
  held.release()
  await expect(page.getByRole('dialog')).toContainText('Demo wallet')
})

test('a part whose script is not to be had stays as it was painted, and the page can be left', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_FAILED/)
  await page.route(parts, (route) => route.abort())
  // A page that is loaded again may not have come to its first end.
  await page.goto(await upcoming(stack.url, 'Lost Sheet'), { waitUntil: 'commit' })
  // Missing scripts of a newer release load the page again, once.
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

test('a script that is gone takes no page away from under a wallet that is asked', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  const { url } = stack
  await page.goto(
    await newCollection({ url, name: 'Held Breath', phases: [openPhase()] }),
  )
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'ask')
  await button(page, 'Mint 1').click()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  expect(await loseScript(page)).toBe(false)
  await wallet.answer('eth_sendTransaction', 'reject')
  await expect(button(page, 'Mint 1')).toBeVisible()
  await loadAgainWithoutScript(page)
})

/** As long as the app waits for the picture of its page, in ms. */
const PICTURE_MS = 1500

test('the app is fetched once the painted page is on the screen, with its picture', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  const { painted, pictured, began } = await firstView(page)
  expect(began).toBeGreaterThan(painted)
  expect(began).toBeGreaterThan(Math.min(pictured, painted + PICTURE_MS))
})

test('an app whose picture does not come starts all the same, a little later', async ({
  page,
}) => {
  await page.route(/\/(files|plates)\//, () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
  const { painted, began } = await firstView(page)
  expect(began).toBeGreaterThan(painted + PICTURE_MS)
})

test('the sheet that stands in the page is not fetched', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const sheets = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/first-[^/]*\.css$/.test(name)),
  )
  expect(sheets).toEqual([])
})

for (const [told, script] of Object.entries({
  'in the background': "Object.defineProperty(document, 'hidden', { value: true })",
  'in a browser that tells no paint': 'PerformanceObserver.prototype.observe = () => {}',
  'in a browser that has no word for a paint': 'delete window.PerformanceObserver',
  'in a browser that refuses to tell paints':
    "PerformanceObserver.prototype.observe = () => { throw new Error('Refused') }",
})) {
  test(`a page ${told} starts its app as well`, async ({ page }) => {
    await page.addInitScript({ content: script })
    await page.goto('/')
    await hydrated(page)
  })
}

/** When the page was painted, its picture had come, and the app was asked for, in ms. */
function firstView(page: Page) {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
    // Safe: entries of this type are of this kind.
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const app = files.find(({ name }) => /\/assets\/ground-[^/]*\.js$/.test(name))
    const shown = files.find(({ name }) => name === picture?.currentSrc)
    return {
      painted: paint?.startTime ?? Number.NaN,
      // A picture that the app did not wait for may come later still.
      pictured: shown?.responseEnd ?? Number.POSITIVE_INFINITY,
      began: app?.startTime ?? Number.NaN,
    }
  })
}

/** Holds back scripts; `asked` waits until the page wants one of them. */
async function hold(page: Page, scripts = parts) {
  const waiting: Route[] = []
  let isHeld = true
  await page.route(scripts, (route) => {
    if (!isHeld) return route.continue()
    waiting.push(route)
  })
  return {
    asked: () => expect.poll(() => waiting.length).toBeGreaterThan(0),
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
