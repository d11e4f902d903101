import type { Locator, Page, Route } from '@playwright/test'
import {
  account,
  connect,
  dialog,
  verifyDialog,
  walletDialog,
  walletRow,
} from '../fixtures/account-parts.ts'
import { violations } from '../fixtures/axe.ts'
import { drop } from '../fixtures/collection-sections.ts'
import { drawn, isNarrowLight, pairs, soakUnless } from '../fixtures/extent.ts'
import { holdRuntime } from '../fixtures/intercept.ts'
import { standStill, untilMessaged } from '../fixtures/paused-clock.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { type BridgedWallet, installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

const connecting = (page: Page) => page.getByRole('button', { name: 'Connecting...' })
const item = (page: Page, name: string) =>
  page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
const message = (page: Page) => page.locator('.toast')
const storedToken = (page: Page) =>
  page.evaluate(() => localStorage.getItem('access_token'))

const states = [
  'the wallet dialog on its way',
  'the wallet dialog',
  'a wallet that failed',
  'a pending wallet',
  'the account menu',
  'the faucet',
  'the networks',
  'a refused switch',
  'an unknown network',
  'the verify dialog',
  'the verify dialog after a refusal, with its message',
] as const

/** States that axe checks. */
const audited = drawn(states, 2)

for (const { width, theme } of pairs) {
  const name = `every dialog fits ${width} px in ${theme} and has no accessibility fault`
  test(name, soakUnless(isNarrowLight({ width, theme })), async ({ browser, stack }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({
      baseURL: stack.url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: 640 },
    })
    const page = await context.newPage()
    await showWalletDialog(page, stack)
    const wallet = await showMenu(page, stack)
    await showNetworks(page, wallet)
    await showVerifyDialog(page, wallet)
    await context.close()
  })
}

async function showWalletDialog(page: Page, stack: Stack) {
  const rabby = await installWallet(page, 'io.rabby', firstNetwork(stack))
  rabby.setPolicy('eth_requestAccounts', 'locked')
  const runtime = await holdRuntime(page)
  await page.goto('/')
  await hydrated(page)
  await connect(page).click()
  await expect(walletDialog(page).locator('.skeleton').first()).toBeVisible()
  await check(page, 'the wallet dialog on its way')
  runtime.release()
  await expect(walletRow(page, 'Demo wallet')).toBeFocused()
  await check(page, 'the wallet dialog')
  await walletRow(page, 'Rabby Wallet').click()
  await expect(walletDialog(page).getByRole('alert')).toBeVisible()
  await check(page, 'a wallet that failed')
  rabby.setPolicy('eth_requestAccounts', 'silent')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(walletRow(page, 'Rabby Wallet')).toHaveAttribute('aria-busy', 'true')
  await check(page, 'a pending wallet')
  await page.keyboard.press('Escape')
}

async function showMenu(page: Page, stack: Stack): Promise<BridgedWallet> {
  await answerWithBalance(page, 12.34)
  const wallet = await signIn(page, stack)
  await account(page).click()
  await expect(item(page, 'Logout')).toBeVisible()
  await check(page, 'the account menu')
  await item(page, 'Get test funds').click()
  await expect(dialog(page, 'Get test funds')).toContainText('ETH')
  await check(page, 'the faucet')
  await page.keyboard.press('Escape')
  return wallet
}

async function showNetworks(page: Page, wallet: BridgedWallet) {
  await account(page).click()
  await item(page, 'Network').click()
  await expect(dialog(page, 'Networks')).toBeVisible()
  await check(page, 'the networks')
  wallet.setPolicy('wallet_switchEthereumChain', 'reject')
  await page.getByRole('button', { name: /^Quay/ }).click()
  await page.getByRole('button', { name: 'Switch to Quay' }).click()
  await expect(dialog(page, 'Switch to Quay').getByRole('alert')).toContainText(
    'The network was not switched.',
  )
  await check(page, 'a refused switch')
  wallet.setPolicy('wallet_switchEthereumChain', 'allow')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page, 'Add Quay to MetaMask')).toBeVisible()
  await check(page, 'an unknown network')
  await page.keyboard.press('Escape')
}

async function showVerifyDialog(page: Page, wallet: BridgedWallet) {
  wallet.setPolicy('personal_sign', 'reject')
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.reload()
  await connecting(page).click()
  await expect(verifyDialog(page).locator('pre')).toContainText('Nonce:')
  await check(page, 'the verify dialog')
  await verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(verifyDialog(page).getByRole('alert')).toBeVisible()
  await expect(message(page)).toBeVisible()
  await check(page, 'the verify dialog after a refusal, with its message')
}

async function check(page: Page, what: (typeof states)[number]) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow, `${what} is too wide`).toBeLessThanOrEqual(0)
  if (audited.includes(what)) expect(await violations(page), what).toEqual([])
}

test('the text to sign is shown in the verify dialog and can be collapsed', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await signIn(page, stack)
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.reload()
  await connecting(page).click()
  await expect(verifyDialog(page)).toContainText(
    'Signing is free: it sends no transaction.',
  )
  const text = verifyDialog(page).locator('pre')
  await expect(text).toContainText('wants you to sign in with your Ethereum account')
  await verifyDialog(page).getByText('Message you will sign').click()
  await expect(text).toBeHidden()
  await expect(
    verifyDialog(page).getByRole('button', { name: 'Sign message' }),
  ).toBeEnabled()
})

test('a balance shows a dot and a line with two decimals, a zero balance none', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await answerWithBalance(page, 12.3)
  await signIn(page, stack)
  await page.getByRole('button', { name: 'Account menu, balance to withdraw' }).click()
  await expect(page.locator('.account-balance')).toContainText('~$12.30')
  await page.keyboard.press('Escape')

  await answerWithBalance(page, 0)
  await page.reload()
  await account(page).click()
  await expect(item(page, 'Logout')).toBeVisible()
  await expect(page.locator('.account-balance')).toHaveCount(0)
  await expect(account(page)).not.toHaveAccessibleName(/withdraw/)
})

test('a toast stays while hovered or focused, else for five seconds', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.clock.install()
  const wallet = await installWallet(page, 'io.metamask', firstNetwork(stack))
  wallet.setPolicy('eth_requestAccounts', 'reject')
  await page.goto('/')
  await connect(page).click()
  await expect(walletRow(page, 'MetaMask')).toBeVisible()
  await standStill(page)
  await walletRow(page, 'MetaMask').click()
  await untilMessaged(page)
  await page.keyboard.press('Escape')

  await message(page).hover()
  await page.clock.runFor(20_000)
  await expect(message(page)).toBeVisible()
  const close = page.getByRole('button', { name: 'Close this message' })
  await close.focus()
  await page.mouse.move(5, 500)
  await page.clock.runFor(20_000)
  await expect(message(page)).toBeVisible()
  await close.blur()
  await page.clock.runFor(6_000)
  // It fades before it is gone.
  await page.clock.resume()
  await expect(message(page)).toHaveCount(0)
})

test('no toast covers the open user menu', { tag: '@soak' }, async ({ page, stack }) => {
  await page.clock.install()
  await signIn(page, stack)
  await account(page).click()
  await item(page, 'Get test funds').click()
  await expect(page.getByRole('button', { name: /^Get test ETH/ })).toBeVisible()
  await standStill(page)
  await page.getByRole('button', { name: /^Get test ETH/ }).click()
  await untilMessaged(page)
  for (const width of [320, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 640 })
    await account(page).click()
    await expect(item(page, 'Logout')).toBeVisible()
    const isOver = await overlap(message(page), page.locator('.account-panel'))
    expect(isOver, `at ${width} px`).toBe(false)
    await page.keyboard.press('Escape')
  }
})

test('logging out calls the server first and keeps a pending mint', async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  const token = await storedToken(page)
  await page.evaluate(keepMint)
  const logoutRequest = page.waitForRequest('**/api/logout')
  await account(page).click()
  await item(page, 'Logout').click()
  expect((await logoutRequest).headers().authorization).toBe(`Bearer ${token}`)
  await expect(connect(page)).toBeFocused()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await page.evaluate(readMint)).toBe('kept')
})

test('signing in sends a stored token, so that its session ends', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await installWallet(page, 'io.metamask', firstNetwork(stack))
  wallet.setPolicy('personal_sign', 'wait')
  await page.goto('/')
  await connect(page).click()
  await walletRow(page, 'MetaMask').click()
  await expect(walletRow(page, 'MetaMask')).toContainText('Sign the message')
  const former = `plm_${'x'.repeat(43)}`
  const sent = page.waitForRequest('**/api/oauth/login')
  await page.evaluate((token) => localStorage.setItem('access_token', token), former)
  await wallet.answer('personal_sign', 'allow')
  expect((await sent).headers().authorization).toBe(`Bearer ${former}`)
  await expect(account(page)).toBeVisible()
  expect(await storedToken(page)).not.toBe(former)
})

for (const [status, code] of [
  [429, 'too_many_requests'],
  [503, 'chain_unavailable'],
  [500, 'internal'],
] as const) {
  const name = `a ${status} keeps the token, and the user is refetched by itself`
  test(name, soakUnless(false), async ({ page, stack, faults }) => {
    faults.allow(/Failed to load resource/)
    await signIn(page, stack)
    const token = await storedToken(page)
    let requests = 0
    await page.route('**/api/user/get', (route) => {
      requests += 1
      return requests > 1 ? route.continue() : refuse(route, status, code)
    })
    await page.reload()
    await expect(message(page)).toContainText('Your account could not be loaded.')
    await expect(account(page)).toBeVisible()
    expect(await storedToken(page)).toBe(token)
    expect(requests).toBe(2)
  })
}

test('a session that ends on an open page shows a toast until it is dismissed', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/401/)
  await signIn(page, stack)
  await page.route('**/api/user/get', (route) => refuse(route, 401, 'unauthenticated'))
  await page.clock.install({ time: Date.now() + 61_000 })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(message(page)).toContainText('Your session has ended.')
  await page.clock.runFor(10_000)
  await expect(message(page)).toBeVisible()
  await page.unroute('**/api/user/get')
  await message(page).getByRole('button', { name: 'Sign in again' }).click()
  await verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(account(page)).toBeVisible()
})

test('a public page opens although the stored token has expired', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/401/)
  await page.goto('/collections?search=low+sun')
  await hydrated(page)
  const dead = `plm_${'x'.repeat(43)}`
  await page.evaluate((token) => localStorage.setItem('access_token', token), dead)
  await page.locator(`main a[href="${drop}"]`).first().click()
  await expect(page).toHaveURL(new RegExp(`${drop}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low Sun')
  await expect.poll(() => storedToken(page)).toBeNull()
})

test('a token that another tab drops leaves this one connected', {
  tag: '@soak',
}, async ({ context, page, stack }) => {
  const wallet = await installWallet(context, 'io.metamask', firstNetwork(stack))
  await page.goto('/')
  await connect(page).click()
  await walletRow(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await expect(account(other)).toBeVisible()

  await other.evaluate(() => localStorage.removeItem('access_token'))
  await expect(connecting(page)).toBeVisible()
  expect(wallet.calls('wallet_revokePermissions')).toHaveLength(0)
})

test('a wallet that announces itself long after a reload is restored', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await installWallet(page, 'io.metamask', {
    ...firstNetwork(stack),
    isLate: true,
  })
  await page.goto('/')
  await connect(page).click()
  await wallet.announce()
  await walletRow(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()

  // The wait of a second begins once the runtime has loaded.
  const runtime = await holdRuntime(page)
  await page.reload()
  await expect(connecting(page)).toBeVisible()
  runtime.release()
  await expect(connect(page)).toBeVisible()
  await wallet.announce()
  await expect(account(page)).toBeVisible()
  expect(wallet.calls('personal_sign')).toHaveLength(1)
})

test('a wallet that is locked at a reload leaves the token for when it is not', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await signIn(page, stack)
  wallet.setPolicy('eth_accounts', 'locked')
  // The wallet responds at once, so the header is checked first.
  const runtime = await holdRuntime(page)
  await page.reload()
  await expect(connecting(page)).toBeVisible()
  runtime.release()
  await expect(connect(page)).toBeVisible()
  expect(await storedToken(page)).toMatch(/^plm_/)
  wallet.setPolicy('eth_accounts', 'allow')
  await connect(page).click()
  await walletRow(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  expect(wallet.calls('personal_sign')).toHaveLength(0)
})

test('a wallet that does not respond after a reload blocks nothing for long', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await signIn(page, stack)
  wallet.setPolicy('eth_accounts', 'silent')
  await page.clock.install()
  await page.reload()
  await expect(connecting(page)).toBeVisible()
  await expect.poll(() => wallet.calls('eth_accounts').length).toBeGreaterThan(0)
  await page.clock.runFor(11_000)
  await connect(page).click()
  await expect(walletDialog(page)).toBeVisible()
})

test('a blocked popup can be opened from the dialog', { tag: '@soak' }, async ({
  page,
}) => {
  await page.addInitScript(announceBlockedWallet)
  await page.goto('/')
  await connect(page).click()
  await walletRow(page, 'Abstract').click()
  await expect(walletDialog(page).getByRole('alert')).toContainText(
    'Your browser blocked the Abstract window.',
  )
  await expect(
    walletDialog(page).getByRole('button', { name: 'Open the Abstract window' }),
  ).toBeVisible()
})

test('dialogs about a wallet close when the wallet disconnects', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await signIn(page, stack)
  await account(page).click()
  await item(page, 'Network').click()
  await expect(dialog(page, 'Networks')).toBeVisible()
  await wallet.disconnect()
  await expect(dialog(page, 'Networks')).toBeHidden()
  await connect(page).click()
  await walletRow(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function signIn(page: Page, stack: Stack): Promise<BridgedWallet> {
  const { url } = stack
  const wallet = await openWithSession(page, { url, path: '/' }, firstNetwork(stack))
  await expect(account(page)).toBeVisible()
  return wallet
}

/** Adds a balance to the response, because no contract owes the tests anything. */
async function answerWithBalance(page: Page, balance: number) {
  await page.route('**/api/user/get', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { data: { ...body.data, balance } } })
  })
}

function refuse(route: Route, status: number, code: string): Promise<void> {
  const error = { code, message: 'Not now.', request_id: 'request' }
  return route.fulfill({
    status,
    json: { error },
    ...(status === 429 && { headers: { 'retry-after': '1' } }),
  })
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const a = await one.boundingBox()
  const b = await other.boundingBox()
  if (!a || !b) throw new Error('Both must be visible.')
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x
  const isApart = a.y + a.height <= b.y || b.y + b.height <= a.y
  return !isBeside && !isApart
}

/** Runs in the page: returns the stored mint of the mint panel. */
async function keepMint(): Promise<void> {
  const request = indexedDB.open('platemark', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('pending mints')
  await new Promise((resolve) => {
    request.onsuccess = resolve
  })
  const kept = request.result
    .transaction('pending mints', 'readwrite')
    .objectStore('pending mints')
    .put('kept', 'account:chain:contract')
  await new Promise((resolve) => {
    kept.onsuccess = resolve
  })
  request.result.close()
}

/** Runs in the page. */
async function readMint(): Promise<unknown> {
  const request = indexedDB.open('platemark', 1)
  await new Promise((resolve) => {
    request.onsuccess = resolve
  })
  const kept = request.result
    .transaction('pending mints')
    .objectStore('pending mints')
    .get('account:chain:contract')
  await new Promise((resolve) => {
    kept.onsuccess = resolve
  })
  return kept.result
}

/** Runs in the page: a popup wallet, whose popup the browser blocks. */
function announceBlockedWallet() {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_accounts') return []
    throw new Error('Failed to initialize request')
  }
  const info = {
    uuid: crypto.randomUUID(),
    rdns: 'xyz.abs.privy',
    name: 'Abstract',
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  }
  const provider = { request, on: () => {}, removeListener: () => {} }
  const detail = Object.freeze({ info, provider })
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
