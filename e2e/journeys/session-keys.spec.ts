import type { Page } from '@playwright/test'
import { createClient, http } from 'viem'
import { violations } from '../fixtures/axe.ts'
import { enter, tabTo } from '../fixtures/keyboard.ts'
import { button, panel } from '../fixtures/mint-panel.ts'
import { inState } from '../fixtures/mint-panel-state.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { test as base, expect, hydrated } from '../fixtures/stack.ts'
import { openStack, type Stack } from '../fixtures/start-stack.ts'
import { approve, dismiss, openWindow } from '../fixtures/wallet-windows.ts'

// A smart account on the stand-in for Abstract's testnet: its owner answers in windows, and its
// session keys mint without one.

type Program = { stack: Stack; path: string }

const test = base.extend<object, { program: Program }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
    async ({}, use) => {
      const { stack, close } = await openStack(['--empty', '--abstract'])
      const path = await newCollection({
        url: stack.url,
        chain_alias: 'abstract-testnet',
        name: 'Quiet Shore Keys',
        phases: [openPhase({ max_per_wallet: 50 })],
      })
      await use({ stack, path })
      await close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stack: async ({ program }, use) => use(program.stack),
})

test.beforeEach(({ faults }) => {
  faults.allow(/^foreign request: http:\/\/127\.0\.0\.1:\d+$/)
  faults.allow(/Cross-Origin-Opener-Policy/)
})

const dialog = (page: Page) => page.getByRole('dialog')
const connect = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
const section = (page: Page) => page.getByRole('region', { name: 'Session keys' })

/** Approves the request of the window that a press opens, and returns what it asked. */
async function confirm(page: Page, press: () => Promise<void>): Promise<string> {
  const popup = await openWindow(page, press)
  const request = popup.locator('#request')
  await expect(request).toBeVisible()
  const text = (await request.textContent()) ?? ''
  await approve(popup)
  return text
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await connect(page).click()
  const row = dialog(page).getByRole('button', { name: /^A?Abstract/ })
  await approve(await openWindow(page, () => row.click()))
  const sign = dialog(page).getByRole('button', { name: 'Sign message' })
  await confirm(page, () => sign.click())
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
}

async function openCollection(page: Page, { path }: Program): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await inState(page, 'ready')
}

/** Goes on to the next mint once one has ended well. */
async function mintMore(page: Page): Promise<void> {
  await inState(page, 'success')
  await button(page, 'Mint more').click()
  await inState(page, 'ready')
}

const mint = (page: Page) => button(page, /^Mint \d/)

/** Opens the dialog of a session key, and leads to its terms. */
async function chooseKey(page: Page, tokens: number): Promise<void> {
  await button(page, 'Mint without a prompt').click()
  const stepper = dialog(page).getByRole('spinbutton', { name: 'Items in total' })
  await stepper.fill(String(tokens))
  await stepper.press('Enter')
  await dialog(page).getByRole('button', { name: '1 hour' }).click()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText(`Items: at most ${tokens} in all`)
}

const signKey = (page: Page) =>
  dialog(page).getByRole('button', { name: /^Sign in Abst/ })

test('a smart account is deployed by its first mint, mints by a session key within its limits, and ends it', async ({
  page,
  program,
}) => {
  test.setTimeout(120_000)
  await signIn(page)
  await openCollection(page, program)
  expect(await confirm(page, () => mint(page).click())).toContain('privy_sendSmartWallet')
  await mintMore(page)

  // A window that is closed, and one that the browser blocks, leave the terms as they are.
  await chooseKey(page, 2)
  await expect(dialog(page)).toContainText('Receiver must be your account 0x')
  await expect(dialog(page)).toContainText('Network fees: at most')
  expect(await violations(page)).toEqual([])
  await dismiss(await openWindow(page, () => signKey(page).click()))
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText('User rejected request')
  await page.evaluate(() => {
    const open = window.open
    window.open = () => {
      window.open = open
      return null
    }
  })
  await signKey(page).click()
  await expect(alert).toContainText('Your browser blocked the Abstract window.')
  await confirm(page, () => signKey(page).click())
  await expect(dialog(page)).toContainText('The session key is active.')
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  // Two tokens without a window; the next one is the owner's again.
  const windows: Page[] = []
  page.context().on('page', (popup) => windows.push(popup))
  for (const left of ['2 items left', '1 item left']) {
    await expect(panel(page)).toContainText(
      `Your session key mints without a prompt: ${left}`,
    )
    await mint(page).click()
    await mintMore(page)
  }
  expect(windows).toEqual([])
  await confirm(page, () => mint(page).click())
  await inState(page, 'success')

  await page.goto('/settings')
  await hydrated(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const show = section(page).getByRole('button', { name: 'Show session keys' })
  await expect(show).toBeVisible()
  expect(requests.filter((url) => /\/rpc\//.test(url))).toEqual([])
  await show.click()
  await expect(section(page)).toContainText('Used up')
  await expect(section(page)).toContainText('Items: at most 2 in all, 0 left')
  await expect(section(page)).toContainText('This browser')
  expect(await violations(page, 'section:has(.session-terms)')).toEqual([])
  const end = section(page).getByRole('button', { name: /^End: Mint from/ })
  expect(await confirm(page, () => end.click())).toContain('privy_sendSmartWallet')
  await expect(section(page)).toContainText('No session key is open.')
})

test('a session key is made by keyboard alone, and ended with the logout, when asked', {
  tag: '@soak',
}, async ({ page, program }) => {
  test.setTimeout(90_000)
  await signIn(page)
  await openCollection(page, program)
  await enter(button(page, 'Mint without a prompt'))
  const tokens = dialog(page).getByRole('spinbutton', { name: 'Items in total' })
  await tabTo(tokens)
  await page.keyboard.press('ArrowDown')
  await enter(dialog(page).getByRole('button', { name: '7 days' }))
  await enter(dialog(page).getByRole('button', { name: 'Continue' }))
  await expect(dialog(page)).toContainText('Items: at most 4 in all')
  await confirm(page, () => enter(signKey(page)))
  await expect(dialog(page)).toContainText('The session key is active.')
  await enter(dialog(page).getByRole('button', { name: 'Done' }))
  await expect(button(page, 'Create another key')).toBeFocused()
  await enter(page.getByRole('button', { name: /^Account menu/ }))
  const logOut = page.getByRole('menuitem', { name: /^Logout/ })
  await page.keyboard.press('End')
  await expect(logOut).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('End session keys, too?')
  expect(await violations(page)).toEqual([])
  const end = dialog(page).getByRole('button', { name: 'End them and log out' })
  await confirm(page, () => enter(end))
  await expect(connect(page)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test('a session key past its end leaves the mint to the owner, and its browser may forget it', {
  tag: '@soak',
}, async ({ page, program }) => {
  test.setTimeout(120_000)
  await signIn(page)
  await openCollection(page, program)
  await chooseKey(page, 3)
  await confirm(page, () => signKey(page).click())
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await passChainTime(program.stack, 3_700)
  await confirm(page, () => mint(page).click())
  await inState(page, 'success')
  await page.goto('/settings')
  await hydrated(page)
  await section(page).getByRole('button', { name: 'Show session keys' }).click()
  await expect(section(page)).toContainText('Expired')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  await dialog(page).getByRole('button', { name: 'Log out only' }).click()
  await expect(connect(page)).toBeVisible()
  const kept = await page.evaluate(async () => {
    const opened = indexedDB.open('platemark-sessions')
    await new Promise((done) => opened.addEventListener('success', done))
    const store = opened.result.transaction('session keys').objectStore('session keys')
    const counted = store.count()
    await new Promise((done) => counted.addEventListener('success', done))
    return counted.result
  })
  expect(kept).toBe(0)
})

/** Lets time pass on the chain behind the node of smart accounts, which is the third one. */
async function passChainTime({ rpcUrls }: Stack, seconds: number): Promise<void> {
  const url = new URL(rpcUrls['local-two'])
  url.port = String(Number(url.port) + 1)
  const client = createClient({ transport: http(url.href) })
  await client.request({ method: 'evm_increaseTime', params: [seconds] } as never)
  await client.request({ method: 'evm_mine', params: [] } as never)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the terms and the list of session keys fit', { tag: '@soak' }, async ({
    page,
    program,
  }) => {
    test.setTimeout(120_000)
    await signIn(page)
    await openCollection(page, program)
    await chooseKey(page, 3)
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(await isWide()).toBe(false)
    await confirm(page, () => signKey(page).click())
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.goto('/settings')
    await hydrated(page)
    await section(page).getByRole('button', { name: 'Show session keys' }).click()
    await expect(section(page)).toContainText('This browser')
    expect(await isWide()).toBe(false)
    await expect(panel(page)).toBeHidden()
  })
})
