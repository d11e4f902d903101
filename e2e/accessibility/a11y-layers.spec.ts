import type { Locator, Page } from '@playwright/test'
import { account, dialog } from '../fixtures/account-parts.ts'
import { drop } from '../fixtures/collection-sections.ts'
import { soakUnless } from '../fixtures/extent.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { type BridgedWallet, installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'
import { inaccessible, settle, unreadable, whole } from './a11y-audit.ts'
import { walk } from './a11y-keyboard.ts'
import { motions, recordMotion } from './a11y-motion.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const item = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })

for (const { name, path, opener, layer } of [
  {
    name: 'the choice of wallets',
    path: '/about',
    opener: (page: Page) => button(page, 'Connect Wallet').first(),
    layer: (page: Page) => dialog(page, 'Connect to Platemark'),
  },
  {
    name: 'a report',
    path: drop,
    opener: (page: Page) => button(page, 'Report this collection'),
    layer: (page: Page) => dialog(page, /^Report /),
  },
  {
    name: 'a token',
    path: drop,
    opener: (page: Page) => page.getByRole('link', { name: 'Low Sun #188' }),
    layer: (page: Page) => dialog(page, 'Low Sun #188'),
  },
]) {
  const title = `${name} opens and closes by keyboard, and can be read at every zoom`
  test(title, soakUnless(false), async ({ page }) => {
    await page.goto(path)
    await settle(page)
    await opener(page).focus()
    await page.keyboard.press('Enter')
    expect(await check(page, layer(page))).toEqual([])
    await leave(page, layer(page), opener(page))
  })
}

const everyDialog =
  'every dialog of an account opens and closes by keyboard, and can be read at every zoom'
test(everyDialog, soakUnless(false), async ({ page, stack }) => {
  test.setTimeout(120_000)
  const wallet = await signIn(page, stack)
  const found: string[] = []
  for (const [entry, title] of [
    [/^Get test funds/, 'Get test funds'],
    [/^Network/, 'Networks'],
  ] as const) {
    await account(page).focus()
    await page.keyboard.press('ArrowDown')
    await item(page, entry).focus()
    await page.keyboard.press('Enter')
    found.push(...(await check(page, dialog(page, title))))
    await leave(page, dialog(page, title), account(page))
  }
  const leaving = button(page, 'Log out everywhere')
  await leaving.focus()
  await page.keyboard.press('Enter')
  found.push(...(await check(page, dialog(page, 'Log out everywhere?'))))
  await leave(page, dialog(page, 'Log out everywhere?'), leaving)

  wallet.setPolicy('personal_sign', 'reject')
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.reload()
  const waiting = button(page, 'Connecting...')
  await waiting.focus()
  await page.keyboard.press('Enter')
  found.push(...(await check(page, dialog(page, 'Verify your account'))))
  expect(found).toEqual([])
})

const walkedMenu =
  'the account menu is walked by arrows, and leaves the focus where it was'
test(walkedMenu, soakUnless(false), async ({ page, stack }) => {
  await signIn(page, stack)
  const items = page.getByRole('menuitem')
  await account(page).focus()
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await page.keyboard.press(key)
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(items.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(account(page)).toBeFocused()
  }
})

test('the menu of phones and the choice of networks close by Escape', async ({
  page,
}) => {
  await page.goto('/collections')
  await settle(page)
  const networks = page.locator('.networks summary')
  await networks.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('.networks input').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.networks .popover')).toBeHidden()
  await expect(networks).toBeFocused()

  await page.setViewportSize({ width: 320, height: 640 })
  const menu = button(page, /^(Close m|M)enu$/)
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#menu')).toBeVisible()
  const { wrong } = await walk(page)
  expect([...wrong, ...(await inaccessible(page))]).toEqual([])
  await page.locator('#menu a').first().focus()
  await page.keyboard.press('Escape')
  await expect(page.locator('#menu')).toBeHidden()
  await expect(menu).toBeFocused()
})

for (const [wish, moves] of [
  ['motion is allowed', true],
  ['the system reduces motion', false],
  ['the site setting reduces motion', false],
] as const) {
  const name = `pages ${moves ? 'animate' : 'are still'} where ${wish}`
  test(name, soakUnless(false), async ({ browser, stack }) => {
    const reducedMotion = wish.startsWith('the system') ? 'reduce' : 'no-preference'
    const context = await browser.newContext({ baseURL: stack.url, reducedMotion })
    if (wish.startsWith('the site')) {
      await context.addCookies([{ name: 'motion', value: 'reduced', url: stack.url }])
    }
    await recordMotion(context)
    const page = await context.newPage()
    const wallet = await installWallet(page, 'io.metamask', bothNetworks(stack))
    wallet.setPolicy('eth_requestAccounts', 'silent')
    await page.goto('/')
    await hydrated(page)
    const seen = await motions(page)
    await page.locator('main article a').first().click()
    await expect(page.getByRole('region', { name: 'Mint', exact: true })).toBeVisible()
    await button(page, 'Connect Wallet').first().click()
    await dialog(page, 'Connect to Platemark')
      .getByRole('button', { name: /^MetaMask/ })
      .click()
    await expect(page.locator('.spinner').first()).toBeVisible()
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)))
    const kinds = async () => {
      seen.push(...(await motions(page)))
      return [...new Set(seen.map((what) => what.split(' of ')[0]))].toSorted()
    }
    const all = ['animationstart', 'smooth scrolling', 'view transition']
    await expect.poll(kinds).toEqual(moves ? all : [])
    await context.close()
  })
}

/** Returns the faults of the layer that was just opened. */
async function check(page: Page, layer: Locator): Promise<string[]> {
  await expect(layer).toBeVisible()
  await expect(layer.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
  const { count, wrong } = await walk(page)
  expect(count).toBeGreaterThan(1)
  return [...wrong, ...(await unreadable(page)), ...(await inaccessible(page))]
}

async function leave(page: Page, layer: Locator, opener: Locator) {
  await page.setViewportSize(whole)
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
  await expect(opener).toBeFocused()
}

async function signIn(page: Page, stack: Stack): Promise<BridgedWallet> {
  const wallet = await installWallet(page, 'io.metamask', bothNetworks(stack))
  await page.goto('/settings')
  await hydrated(page)
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^MetaMask/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  return wallet
}
