import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import type { Page } from '@playwright/test'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import {
  drop,
  edition,
  fault,
  fresh,
  mint,
  mintPanel,
  refuse,
  section,
  send,
  toEnd,
} from '../fixtures/collection-sections.ts'
import { drawn, isFull, isNarrowLight, pairs, soakUnless } from '../fixtures/extent.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

test('loads items, holders and activity as they come near', async ({ page }) => {
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await page.goto(drop)
  await hydrated(page)
  expect(reads.filter((path) => /\/(holders|activity|changes)$/.test(path))).toEqual([])

  await toEnd(page)
  const items = section(page, 'Items')
  await expect(items.getByRole('article')).toHaveCount(12)
  await expect(items.getByRole('article').first()).toContainText('Low Sun #188')
  const holders = section(page, 'Holders')
  await expect(holders.locator('h2')).toHaveText(/\d+ wallets hold 188 items/)
  await expect(holders.getByRole('row')).toHaveCount(6)
  await expect(holders.getByRole('row').nth(1)).toContainText(
    /0x\w{4}…\w{4}\d+\d(\.\d)?%/,
  )
  await expect(section(page, 'Activity').getByRole('listitem').first()).toContainText(
    /^Mint#18[78].* to 0x\w{4}…\w{4}0\.00\d\u00a0ETH/,
  )
  await expect(section(page, 'Change log')).toContainText(
    'Collection created for up to 240 items.',
  )
  await expect(section(page, 'More by').getByRole('article')).not.toHaveCount(0)
})

test('a phone has the headings and links of the lower page before it is scrolled', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  await page.goto(drop)
  await hydrated(page)
  const titles = page.locator('.lower h2')
  await passTime(page, async () => {
    await expect(titles.first()).toHaveText(/^Items/, shortly)
    await expect(titles.filter({ hasText: /^Share/ })).toHaveCount(1)
  })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('below a cover, name, state and price stand in the first 640 px of a phone', async ({
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(edition)
    await hydrated(page)
    const state = mintPanel(page).locator('.mint-panel-head .tag')
    const price = mintPanel(page).locator('.mini-phases .end').first()
    for (const part of [page.getByRole('heading', { level: 1 }), state, price]) {
      const box = await part.boundingBox()
      expect((box?.y ?? 999) + (box?.height ?? 0), `at ${width} px`).toBeLessThan(640)
    }
  }
})

test('leads to all items page by page, and back again', async ({ page }) => {
  await page.goto(drop)
  await hydrated(page)
  await toEnd(page)
  await page.getByRole('link', { name: 'Show all 188' }).click()
  await expect(page).toHaveURL(/\?tab=items#items$/)
  const items = section(page, 'Items')
  await expect(items.getByRole('article')).toHaveCount(24)
  await expect(section(page, 'Holders')).toHaveCount(0)
  await items.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/tab=items&page=2#items$/)
  await expect(items.getByRole('article').first()).toContainText('#164')
  await expect(items).toContainText('Page 2 of 8')
  await expect(items.getByRole('heading', { name: /^Items/ })).toBeFocused()
  await expect(items.getByRole('heading', { name: /^Items/ })).toBeInViewport()

  await page.reload()
  await expect(items.getByRole('article').first()).toContainText('#164')
  await expect(items.getByRole('heading', { name: /^Items/ })).toBeInViewport()
  await page.goBack()
  await expect(items.getByRole('article').first()).toContainText('#188')
  await page.getByLabel('Order').selectOption('Oldest first')
  await expect(page).toHaveURL(/order=oldest/)
  await expect(items.getByRole('article').first()).toContainText(/#1$|#10x/)
  await page.goBack()
  await expect(section(page, 'Holders')).toBeAttached()
})

test('shows the items of one owner, or that there are none', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const { data } = await (
    await fetch(`${stack.url}/api/contract/local/low-sun/holders`)
  ).json()
  const [{ address, quantity }] = data
  await page.goto(`${drop}?tab=items&owner=${address}`)
  const items = section(page, 'Items')
  await expect(items.getByRole('article')).toHaveCount(quantity)
  await items.getByRole('link', { name: /show all$/ }).click()
  await expect(items.getByRole('article')).toHaveCount(24)

  const stranger = privateKeyToAccount(generatePrivateKey()).address
  await page.goto(`${drop}?tab=items&owner=${stranger}`)
  await expect(items.getByRole('heading', { name: 'None of these' })).toBeVisible()
  await expect(items).toContainText('holds no Low Sun')
  await expect(items.getByRole('link', { name: 'Show all 188' })).toBeVisible()
})

test('shows visitors their own items, and a referral link', async ({ page, stack }) => {
  const { path, address } = await fresh(stack, 'Own Hand')
  const own = privateKeyToAccount(await mint(stack, address, 2))
  const api = `${stack.url}/api/contract/local/${address}`
  await expect.poll(async () => (await (await fetch(api)).json()).data.minted).toBe(2)
  await installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    ...firstNetwork(stack),
    accounts: [own],
  })
  await page.goto(path)
  await hydrated(page)
  await mintPanel(page).getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await toEnd(page)
  await expect(section(page, 'Activity').getByRole('listitem').first()).toContainText(
    '#1, #2 to you',
  )
  await expect(section(page, 'Holders').getByRole('row').nth(1)).toContainText('You')
  await expect(page.getByLabel('Your link')).toHaveValue(
    new RegExp(`${path}\\?ref=${own.address}$`, 'i'),
  )
  await section(page, 'Items').getByRole('link', { name: 'Yours 2' }).click()
  await expect(page).toHaveURL(/tab=items&owner=0x/)
  await expect(section(page, 'Items').getByText('Yours', { exact: true })).toHaveCount(2)
})

test('shows an edition as one item with its copies', async ({ page }) => {
  await page.goto(edition)
  await hydrated(page)
  await toEnd(page)
  const items = section(page, 'Items')
  await expect(items.getByRole('article')).toHaveCount(1)
  await expect(items.getByRole('article')).toContainText(/\d+ copies$/)
  await expect(items.getByRole('heading', { level: 2 })).toHaveText('Items')
  await expect(section(page, 'Holders').locator('h2')).toHaveText(
    /wallets hold \d+ copies/,
  )
  await expect(section(page, 'Holders').getByRole('row').first()).toContainText('Copies')
  await expect(section(page, 'Activity').getByRole('listitem').first()).toContainText(
    /^Mint\d+ cop(y|ies) to 0x/,
  )
})

test('offers no further mint when sold out', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const name = 'Single Sheet'
  const path = await newCollection({
    ...{ url: stack.url, name, phases: [openPhase()], max_supply: 1 },
  })
  const api = `${stack.url}/api/contract${path.slice('/collection'.length)}`
  const read = async () => (await (await fetch(api)).json()).data
  await mint(stack, (await read()).contract_address, 1)
  await expect.poll(async () => (await read()).state).toBe('sold_out')
  await page.goto(path)
  await hydrated(page)
  await toEnd(page)
  const share = page.getByRole('region', { name: `Share ${name}`, exact: true })
  await expect(share).toContainText('Minting is over')
  await expect(share.getByRole('button', { name: 'connect a wallet' })).toHaveCount(0)
  const phases = page.locator('#phases')
  await expect(phases).toContainText('None left')
  await expect(phases.getByText('now')).toBeVisible()
  await expect(phases.locator('.live')).toHaveCount(0)
  await expect(page.getByLabel('Order')).toHaveCount(0)
  const holders = section(page, 'Holders')
  await expect(holders.getByRole('row').nth(1)).toContainText('1100%')
  await expect(holders.getByRole('img', { name: /holder/ })).toHaveCount(0)
  await expect(section(page, 'Change log')).toContainText('for up to 1 item.')
})

test('does not count burned prints', { tag: '@soak' }, async ({ page, stack }) => {
  const { path, address } = await fresh(stack, 'Torn Sheet')
  const key = await mint(stack, address, 2)
  await send(stack, key, {
    to: address,
    data: encodeFunctionData({
      abi: dropCollectionAbi,
      functionName: 'burn',
      args: [1n],
    }),
  })
  const tokens = `${stack.url}/api/contract/local/${address}/tokens`
  const total = async () => (await (await fetch(tokens)).json()).meta?.total
  await expect.poll(total).toBe(1)
  await page.goto(path)
  await hydrated(page)
  await toEnd(page)
  const items = section(page, 'Items')
  await expect(items.getByRole('article')).toHaveCount(1)
  await expect(items.locator('h2')).toHaveText('Items 1')
})

test('breaks words that are wider than a phone, without overflow', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(
    await newCollection({
      url: stack.url,
      name: 'W'.repeat(60),
      phases: [openPhase({ title: 'M'.repeat(40) })],
    }),
  )
  await hydrated(page)
  await toEnd(page)
  expect(await wider()).toBe(0)
  await page.goto(`/collections?search=${'z'.repeat(60)}`)
  await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible()
  expect(await wider()).toBe(0)
})

test('shows the plate when the cover fails to load', { tag: '@soak' }, async ({
  page,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_FAILED/)
  await page.route('**/files/**', (route) => route.abort())
  await page.goto('/collection/local/tidewater')
  const cover = page.getByRole('img', { name: 'Cover of Tidewater' })
  await expect(cover).toHaveAttribute('src', /^\/plates\//)
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('filters the activity in the address', async ({ page }) => {
  await page.goto(`${drop}?tab=activity`)
  const activity = section(page, 'Activity')
  await expect(activity.getByRole('listitem')).toHaveCount(24)
  await activity.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(activity).toContainText('Page 2')
  await activity.getByLabel('Type').selectOption('Creation')
  await expect(page).toHaveURL(/\?tab=activity&type=created/)
  await expect(activity.getByRole('listitem')).toHaveCount(1)
  await expect(activity).toContainText('Collection created for up to 240 items.')
  await page.goto(`${drop}?tab=activity&type=freeze`)
  await expect(
    activity.getByRole('heading', { name: /^No activity of this type/ }),
  ).toBeVisible()
  await activity.getByRole('link', { name: 'Show all activity' }).click()
  await expect(activity.getByRole('listitem')).toHaveCount(24)
})

/** Addresses that name a section, and its heading. */
const sections = [
  ['#holders', 'Holders'],
  ['#changes', 'Change log'],
  ['?tab=holders', 'Holders'],
  ['?tab=changes#changes', 'Change log'],
] as const

test('a URL that names a section opens there', { tag: '@soak' }, async ({ page }) => {
  await page.goto(`${drop}#phases`)
  await expect(page.getByRole('heading', { name: 'Phases' })).toBeInViewport()
  for (const [address, name] of isFull ? sections : sections.slice(1, 3)) {
    await page.goto('about:blank')
    await page.goto(`${drop}${address}`)
    const title = page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) })
    await expect(title).toBeInViewport()
    await expect(page.locator('.lower [aria-busy]')).toHaveCount(0)
    await expect(title).toBeInViewport()
  }
})

const waiting = '/collection/local/slow-burn'
const upcomingBelowCover = '/collection/local/tidewater'

for (const [width, path] of [
  [1350, drop],
  [390, drop],
  [1350, waiting],
  [390, '/collection/local/kiln'],
] as const) {
  const name = `the layout is stable while the lower page of ${path} loads at ${width} px`
  test(name, soakUnless(width === 390 && path === drop), async ({ page }) => {
    await staysInPlace(page, { width, path })
  })
}

for (const [width, path] of [
  [1350, waiting],
  [390, waiting],
  [390, drop],
  [320, upcomingBelowCover],
  [390, upcomingBelowCover],
] as const) {
  const name = `the layout of ${path} is stable when times change to the viewer's zone, at ${width} px`
  const isDaily = width === 390 && path === upcomingBelowCover
  test(name, soakUnless(isDaily), async ({ browser, stack }) => {
    // At any hour, one of the two zones has another date than UTC.
    const isLate = new Date().getUTCHours() >= 12
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    for (const timezoneId of isFull ? zones : [zones[isLate ? 0 : 1]]) {
      const context = await browser.newContext({
        ...{ baseURL: stack.url, locale: 'en-GB', reducedMotion: 'reduce' },
        ...(timezoneId && { timezoneId }),
      })
      await staysInPlace(await context.newPage(), { width, path })
      await context.close()
    }
  })
}

/** Scrolls to the end of a page and fails when server-rendered elements have moved. */
async function staysInPlace(
  page: Page,
  { width, path }: { width: number; path: string },
): Promise<void> {
  await page.setViewportSize({ width, height: 940 })
  await page.goto(path)
  await page.evaluate(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Safe: entries of this type have these fields.
        const { value, sources } = entry as unknown as ShiftEntry
        const moved = sources.map(({ node }) => (node as Element | null)?.className)
        shifts.push({ value, moved: moved.join(' ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await hydrated(page)
  await slowlyToEnd(page)
  await expect(page.locator('.lower [aria-busy]')).toHaveCount(0)
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: Shift[] }).shifts,
  )
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(0.01)
}

type Shift = { value: number; moved: string }
type ShiftEntry = { value: number; sources: { node: Node | null }[] }

test('one failing list shows its own error, and loads on retry', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/500/)
  let isBroken = true
  await page.route(/\/api\/.*\/holders/, (route) =>
    isBroken ? refuse(route, 500, 'internal') : route.continue(),
  )
  await page.goto(drop)
  await hydrated(page)
  await toEnd(page)
  const holders = section(page, 'Holders')
  await expect(holders.getByRole('alert')).toContainText('Holders did not load')
  await expect(holders.getByRole('alert')).toContainText('Request 01TEST')
  await expect(section(page, 'Items').getByRole('article')).toHaveCount(12)
  await fault(page)
  isBroken = false
  await holders.getByRole('button', { name: 'Try again' }).click()
  await expect(holders.getByRole('row')).toHaveCount(6)
})

test('a rate-limited list waits, and retries once by itself', { tag: '@soak' }, async ({
  page,
  faults,
}) => {
  faults.allow(/429/)
  let answers = 0
  await page.route(/\/api\/.*\/activity/, (route) => {
    answers += 1
    return refuse(route, 429, 'too_many_requests', { 'retry-after': '2' })
  })
  // Observe from the start: the waiting state is brief.
  await page.goto(`${drop}?tab=activity`, { waitUntil: 'commit' })
  const activity = section(page, 'Activity')
  await expect(activity.getByRole('button')).toHaveText(/^Try again in [12] s$/)
  await expect.poll(() => answers).toBe(2)
  await expect(activity.getByRole('button')).toHaveText('Try again')
  expect(answers).toBe(2)
  await page.unroute(/\/api\/.*\/activity/)
  await activity.getByRole('button').click()
  await expect(activity.getByRole('listitem')).toHaveCount(24)
})

test('stays unchanged while the server does not respond', { tag: '@soak' }, async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  // From the start: the sections below may load early.
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(drop)
  await hydrated(page)
  await toEnd(page)
  await expect(section(page, 'Items').getByRole('alert')).toContainText(
    'Our server did not answer. Minting is not affected.',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low Sun')
  await page.unroute('**/api/**')
  await section(page, 'Items').getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Items').getByRole('article')).toHaveCount(12)
})

test('shows a name with markup as text, and long words within 320 px', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const name = `<b>${'Wellengang'.repeat(5)}</b>`
  const { path, address } = await fresh(stack, name)
  await mint(stack, address, 1)
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await toEnd(page)
  const card = section(page, 'Items').getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card.getByRole('link')).toHaveAccessibleName(`${name} #1`)
  const cut = await card
    .locator('.numbered')
    .evaluate((title) => title.scrollWidth - title.clientWidth)
  expect(cut).toBe(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Report this collection' }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
  const dialog = await page
    .getByRole('dialog')
    .evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(dialog).toBeLessThanOrEqual(0)
})

test('shows the plate when a picture fails to load', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/404/)
  await page.route(/\/files\//, (route) => route.fulfill({ status: 404 }))
  await page.goto(drop)
  await hydrated(page)
  await toEnd(page)
  const card = section(page, 'Items').getByRole('article').first()
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('img')).toHaveAttribute('src', /^\/plates\//)
})

const tails = ['', '?tab=items&page=2', '?tab=holders', '?tab=activity', '?tab=changes']

for (const { width, theme } of pairs) {
  const name = `the lower page fits ${width} px in ${theme} and has no accessibility fault`
  test(name, soakUnless(isNarrowLight({ width, theme })), async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    // Each tab shows one of the page's lists in full.
    for (const tail of drawn(tails, 1)) {
      await page.goto(drop + tail)
      await hydrated(page)
      await toEnd(page)
      await expect(section(page, 'More by').getByRole('article').first()).toBeVisible()
      await expect(page.locator('.lower [aria-busy]')).toHaveCount(0)
      await fault(page)
      const { scrollWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
      }))
      expect(scrollWidth).toBeLessThanOrEqual(width)
    }
  })
}

/** Scrolls from top to end, half a screen at a time. */
async function slowlyToEnd(page: Page) {
  const isAtEnd = () =>
    page.evaluate(
      () => innerHeight + scrollY >= document.documentElement.scrollHeight - 1,
    )
  while (!(await isAtEnd())) {
    await page.evaluate(() => scrollBy(0, innerHeight / 2))
    await page.waitForTimeout(150)
  }
}
