import type { Page } from '@playwright/test'
import { places } from '../accessibility/a11y-targets.ts'
import { account } from '../fixtures/account-parts.ts'
import { drop, mint, openLive } from '../fixtures/collection-sections.ts'
import { holdRequests } from '../fixtures/intercept.ts'
import { fund, panel, rabby, readContractAddress } from '../fixtures/mint-panel.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, isTakenOver, test } from '../fixtures/stack.ts'
import {
  installTranslator,
  startTranslator,
  untranslated,
  ways,
} from '../fixtures/translator.ts'

/** Pages that the browser translates: each text becomes its upper case. */

const search = (page: Page) => page.getByRole('searchbox')
const cards = (page: Page) => page.locator('.grid article')
const section = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`, 'i') })
const home = (page: Page) => page.getByRole('link', { name: /^Launchpad$/i }).first()
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('a translated list is searched and filtered, and leads to a collection and its tokens', {
  tag: '@soak',
}, async ({ page }) => {
  await installTranslator(page)
  await page.goto('/collections')
  await hydrated(page)
  await startTranslator(page)
  await expect(title(page)).toHaveText('COLLECTIONS')
  await search(page).fill('sun')
  await expect(page).toHaveURL(/search=sun/)
  await expect(cards(page).getByText('LOW SUN')).toBeVisible()
  await search(page).fill('zzzz')
  await expect(page.getByText('NOTHING MATCHES “ZZZZ”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByLabel('Sort').selectOption('oldest')
  await expect(page).toHaveURL(/sort_by=oldest/)
  await cards(page).getByRole('link', { name: 'Low Sun' }).click()
  await expect(title(page)).toHaveText('LOW SUN')
  await page.locator('.lower').evaluate((element) => element.scrollIntoView())
  await section(page, 'Items').getByRole('link', { name: '#188' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('LOW SUN #188')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog')).toContainText('LOW SUN #187')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
  expect(await untranslated(page)).toEqual([])
})

test('a translated mint panel connects, shows a rejection, mints, and counts other mints', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await installTranslator(page)
  const options = { url: stack.url, name: 'Second Tongue', phases: [openPhase()] }
  const path = await newCollection(options)
  await openLive(page, path)
  await fund(stack, wallet)
  await startTranslator(page)
  await panel(page).getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rabby Wallet' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await panel(page).getByRole('spinbutton').press('ArrowUp')
  await expect(panel(page)).toContainText('PRICE, 2 × 0.002 ETH')
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await panel(page).getByRole('button', { name: 'Mint 2' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('NOTHING WAS SENT')
  wallet.setPolicy('eth_sendTransaction', 'allow')
  await panel(page).getByRole('button', { name: 'Mint 2' }).click()
  await expect(panel(page)).toContainText('#1 AND #2 ARE YOURS')
  await mint(stack, await readContractAddress(page, path), 1)
  const figures = panel(page).locator('.figures > span').first()
  await expect(figures).toHaveText('3 OF 100 MINTED')
  await panel(page).getByRole('button', { name: 'Mint more' }).click()
  await expect(panel(page)).toContainText('2 OF 5 MINTED')
  expect(await untranslated(page)).toEqual([])
})

test('a translated account signs in, saves its settings, and leaves; a failed section is retried', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/Failed to load resource|ERR_FAILED/)
  await rabby(page, stack)
  await installTranslator(page)
  await page.goto('/settings')
  await hydrated(page)
  await startTranslator(page)
  await page.getByRole('main').getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rabby Wallet' }).click()
  await page.getByRole('textbox', { name: 'Bio' }).fill('Prints about water.')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('1 UNSAVED CHANGE')
  await page.getByRole('textbox', { name: 'X', exact: true }).fill('a b')
  await expect(bar).toContainText('2 UNSAVED CHANGES')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('group', { name: 'Errors' })).toBeVisible()
  await page.getByRole('textbox', { name: 'X', exact: true }).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('.toast')).toContainText('PROFILE SAVED')
  await expect(bar).toContainText('ALL SAVED')

  await page.route('**/api/contract/popular*', (route) => route.abort())
  await home(page).click()
  const popular = section(page, 'Popular')
  await expect(popular).toContainText('THIS SECTION COULD NOT BE LOADED')
  await page.unroute('**/api/contract/popular*')
  await popular.getByRole('button', { name: 'Try again' }).click()
  await expect(popular.locator('article').first()).toBeVisible()
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Logout/i }).click()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  expect(await untranslated(page)).toEqual([])
})

test('a page translated before the app has started is hydrated, and keeps what was typed', {
  tag: '@soak',
}, async ({ page }) => {
  await installTranslator(page, { delayMs: 5000 })
  const app = await holdRequests(page, /\/assets\/ground-/)
  const requested = page.waitForRequest(/\/assets\/ground-/)
  await page.goto('/collections', { waitUntil: 'commit' })
  await requested
  await search(page).fill('sun')
  await startTranslator(page)
  await expect(title(page)).toHaveText('COLLECTIONS')
  app.release()
  await hydrated(page)
  await expect(search(page)).toHaveValue('sun')
})

test('a page that is translated while it loads, and again at once, is rendered anew', {
  tag: '@soak',
}, async ({ page }) => {
  await installTranslator(page, { isEarly: true })
  await page.goto(drop)
  await hydrated(page)
  await expect(title(page)).toHaveText('LOW SUN')
  await expect(panel(page)).toHaveCount(1)
  await home(page).click()
  await expect(section(page, 'Newest').locator('article').first()).toBeVisible()
  expect(await untranslated(page)).toEqual([])
})

test('a part that is translated before its script has loaded is shown', async ({
  page,
}) => {
  await installTranslator(page)
  const part = await holdRequests(page, /\/assets\/(mint-panel|collection-details)-/)
  await page.goto(drop, { waitUntil: 'commit' })
  await page.waitForFunction(isTakenOver, 'frame' as const)
  await startTranslator(page)
  part.release()
  await hydrated(page)
  await expect(panel(page)).toContainText('OF 240 MINTED')
})

for (const way of ways) {
  for (const isEarly of [false, true]) {
    const when = isEarly ? 'while it loads' : 'after it has loaded'
    test(`every page survives a translator that uses ${way}, ${when}`, {
      tag: '@soak',
    }, async ({ page, stack, faults }) => {
      faults.allow(/Failed to load resource/)
      test.setTimeout(180_000)
      await installTranslator(page, { way, isEarly })
      for (const { path } of places) {
        await page.goto(typeof path === 'string' ? path : await path(stack))
        const isApp = (await page.locator('#root').count()) > 0
        if (isApp) await hydrated(page)
        if (!isEarly) await startTranslator(page)
        if (!isApp) continue
        // A token's dialog makes the rest of its page inert.
        await translated(page)
        if (path === '/') continue
        await page.locator('header a[href="/"]').first().dispatchEvent('click')
        await expect(section(page, 'Newest').locator('article').first()).toBeVisible()
        await page.goBack()
        await translated(page)
      }
    })
  }
}

/** Waits until the heading is in capitals, except for names, which no translator changes. */
async function translated(page: Page): Promise<void> {
  const read = (heading: Element) => {
    // Safe: the copy of an element is one.
    const copy = heading.cloneNode(true) as Element
    for (const name of copy.querySelectorAll('[translate=no]')) name.remove()
    return copy.textContent
  }
  await expect.poll(() => page.locator('h1').evaluate(read)).toMatch(/^[^a-z]+$/)
}
