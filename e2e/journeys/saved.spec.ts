import type { Page } from '@playwright/test'
import { violations } from '../fixtures/axe.ts'
import { drop, edition } from '../fixtures/collection-sections.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'

/** Collections and creators that a browser keeps, without an account. */

/** Creator of the example content. */
const creator = '/collector/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true })
const cards = (page: Page) => page.locator('.saved-page article.work')
const rows = (page: Page) => page.locator('.followed > li')

/** Opens a page and presses its button that saves or follows. */
async function press(page: Page, path: string, name: string, pressedName: string) {
  await page.goto(path)
  await hydrated(page)
  await expect(button(page, name)).toHaveAttribute('aria-pressed', 'false')
  await button(page, name).click()
  await expect(button(page, pressedName)).toHaveAttribute('aria-pressed', 'true')
}

test('a visitor saves and follows, finds both after logging in and out, and removes one', async ({
  page,
  stack,
}) => {
  await page.goto('/saved')
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await press(page, creator, 'Follow', 'Following')
  await press(page, drop, 'Save', 'Saved')
  await page.locator('.toast').getByRole('button', { name: 'See saved' }).click()
  await expect(page).toHaveURL('/saved')
  await expect(cards(page)).toHaveText(/Low Sun/)
  await expect(rows(page)).toHaveText(/\d+ collections/)

  await openWithSession(page, { url: stack.url, path: drop }, bothNetworks(stack))
  await expect(button(page, 'Saved')).toHaveAttribute('aria-pressed', 'true')
  const account = page.getByRole('button', { name: /^Account menu/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'Saved' }).click()
  await expect(cards(page)).toHaveText(/Low Sun/)
  await account.click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  await expect(button(page, 'Connect Wallet')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await page.reload()
  await expect(cards(page)).toHaveText(/Low Sun/)
  await expect(rows(page).getByRole('link').first()).toBeVisible()

  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violations(page)).toEqual([])
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > innerWidth,
    )
    expect([width, isWide]).toEqual([width, false])
  }

  // It stays in its place and can be saved again, until the page is left.
  await button(page, 'Saved Low Sun').click()
  await expect(button(page, 'Save Low Sun')).toBeFocused()
  await expect(cards(page)).toHaveText(/Low Sun/)
  await page.reload()
  await expect(page.getByText('No collection is saved.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

test('what cannot be read can be tried again in place, and what is gone is named', {
  tag: '@soak',
}, async ({ page, faults, context }) => {
  faults.allow(/50\d|404/)
  await press(page, drop, 'Save', 'Saved')
  await press(page, edition, 'Save', 'Saved')
  const list = '**/api/contract/list?*'
  await page.route(list, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/saved')
  const again = button(page, 'Try again')
  await expect(again).toBeVisible()
  await expect(cards(page)).toHaveText([/Undertow/, /Low Sun/])
  await again.click()
  await expect(again).toBeFocused()
  await page.unroute(list)
  await again.click()
  await expect(again).toBeHidden()
  await expect(cards(page).getByRole('link')).toHaveCount(2)

  // Another tab saves a collection that this site does not have.
  const other = await context.newPage()
  await other.goto('/about')
  await other.evaluate(async () => {
    const opened = indexedDB.open('platemark saved')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const store = opened.result.transaction('saved', 'readwrite').objectStore('saved')
    const read = store.get('list')
    await new Promise((resolve) => read.addEventListener('success', resolve))
    const gone = { kind: 'collection', chainId: 31337, name: 'Gone Print', savedAt: 1 }
    const put = store.put(
      [{ ...gone, address: `0x${'9'.repeat(40)}` }, ...read.result],
      'list',
    )
    await new Promise((resolve) => put.addEventListener('success', resolve))
    opened.result.close()
    const channel = new BroadcastChannel('platemark saved')
    channel.postMessage('list')
    channel.close()
  })
  await expect(cards(page).first()).toContainText('no longer exists on this site')
  await button(page, 'Saved Gone Print').click()
  await expect(button(page, 'Save Gone Print')).toBeVisible()
  await page.reload()
  await expect(cards(page)).toHaveText([/Undertow/, /Low Sun/])
})

test('more than a page of collections loads on, and the focus goes to the first of them', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/404/)
  await page.goto('/saved')
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await page.evaluate(async () => {
    const opened = indexedDB.open('platemark saved')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const store = opened.result.transaction('saved', 'readwrite').objectStore('saved')
    const entries = Array.from({ length: 25 }, (_, place) => ({
      ...{ kind: 'collection', chainId: 31337, name: `Print ${place + 1}`, savedAt: 1 },
      address: `0x${String(place).padStart(40, '9')}`,
    }))
    const put = store.put(entries, 'list')
    await new Promise((resolve) => put.addEventListener('success', resolve))
    opened.result.close()
  })
  await page.reload()
  await expect(cards(page)).toHaveCount(24)
  await button(page, 'Load more').press('Enter')
  await expect(cards(page).last()).toContainText('no longer exists on this site')
  await expect(button(page, 'Saved Print 25')).toBeFocused()
})

test('a browser that stores nothing says how long what is saved lasts', {
  tag: '@soak',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  await press(page, drop, 'Save', 'Saved')
  await expect(page.locator('.toast')).toContainText('until you close or reload')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Saved' }).click()
  await expect(page.locator('.saved-page .notice')).toContainText(
    'close or reload the page',
  )
  await expect(cards(page)).toHaveText(/Low Sun/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
})
