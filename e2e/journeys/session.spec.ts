import type { Page } from '@playwright/test'
import { account, connect, walletDialog, walletRow } from '../fixtures/account-parts.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks, firstNetwork } from '../fixtures/wallet-networks.ts'

/** Signed-in features; signing in and out is tested in sign-in.spec.ts. */

test("the dialog holds the focus, the text to sign names the wallet's network, and the focus ends on the user button", async ({
  page,
  stack,
}) => {
  const wallet = await installWallet(page, 'io.metamask', bothNetworks(stack))
  await page.goto('/')
  await connect(page).click()
  await expect(walletRow(page, 'Demo wallet')).toBeFocused()
  const visited = new Set<string>()
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: element, body } = document
      // The browser's own controls are between the last stop and the first.
      if (element === body) return 'the browser'
      return element?.closest('dialog') ? element.outerHTML : 'the page behind'
    })
    visited.add(focused)
  }
  expect(visited).not.toContain('the page behind')
  // Five download links, the demo wallet and the close button.
  expect(visited.size).toBeGreaterThanOrEqual(7)
  await page.keyboard.press('Escape')
  await expect(connect(page)).toBeFocused()

  await connect(page).click()
  await expect(walletDialog(page).getByText('Installed')).toHaveCount(3)
  await walletRow(page, 'MetaMask').click()
  await expect(account(page)).toBeFocused()
  await expect(walletDialog(page)).toBeHidden()
  const [[message] = []] = wallet.calls('personal_sign')
  expect(Buffer.from(String(message).slice(2), 'hex').toString()).toContain(
    'Chain ID: 31337',
  )
})

test('the demo wallet shows the full text, and keeps its account across sign-ins', async ({
  page,
}) => {
  await page.goto('/')
  const sheet = page.getByRole('dialog', { name: 'Sign a message' })
  const signInAndOut = async () => {
    await connect(page).click()
    await walletRow(page, 'Demo wallet').click()
    await expect(sheet).toContainText('wants you to sign in with your Ethereum account')
    await sheet.getByRole('button', { name: 'Sign', exact: true }).click()
    await account(page).click()
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
    const address = await page.locator('.account-top b').innerText()
    await page.getByRole('menuitem', { name: /^Logout/ }).click()
    return address
  }
  const address = await signInAndOut()
  expect(await signInAndOut()).toBe(address)
})

test('the demo wallet confirms no transaction that would fail', async ({ page }) => {
  await page.goto('/')
  await connect(page).click()
  await walletRow(page, 'Demo wallet').click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(account(page)).toBeVisible()

  const refused = page.evaluate(sendMoreThanThereIs)
  const sheet = page.getByRole('dialog', { name: 'Confirm a transaction' })
  await expect(sheet.getByRole('alert')).toContainText('would fail')
  await expect(sheet.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  expect(await refused).toBe(4001)
})

test('wallets that are not installed lead to their download pages', {
  tag: '@soak',
}, async ({ page }) => {
  await page.goto('/')
  await connect(page).click()
  const links = walletDialog(page).getByRole('link', { name: /Download/ })
  await expect(links).toHaveCount(4)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('href', /^https:\/\//)
  }
  await expect(links.last()).toContainText('OKX Wallet')
})

test('while a wallet request is pending, a second click is ignored', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const first = await installWallet(page, 'io.metamask', bothNetworks(stack))
  const second = await installWallet(page, 'io.rabby', bothNetworks(stack))
  first.setPolicy('eth_requestAccounts', 'silent')
  await page.goto('/')
  await connect(page).click()
  await walletRow(page, 'MetaMask').click()
  await expect(walletRow(page, 'MetaMask')).toHaveAttribute('aria-busy', 'true')
  await expect(walletRow(page, 'Rabby Wallet')).toHaveAttribute('aria-disabled', 'true')
  await walletRow(page, 'MetaMask').click()
  await walletRow(page, 'Rabby Wallet').click({ force: true })
  await expect.poll(() => first.calls('eth_requestAccounts').length).toBe(1)
  expect(second.calls('eth_requestAccounts')).toHaveLength(0)
})

test('the user menu works by keyboard and closes on an outside press', async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  await account(page).focus()
  await page.keyboard.press('ArrowDown')
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  await expect(account(page)).toBeFocused()

  await account(page).click()
  await expect(items.first()).toBeVisible()
  await page.mouse.click(5, 500)
  await expect(items).toHaveCount(0)
})

test('the account menu changes the theme and stays open', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  await account(page).click()
  const theme = page.getByRole('menuitem', { name: /^Theme/ })
  await theme.focus()
  await page.keyboard.press('Enter')
  await expect(theme).toContainText('Light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the wallet switches to a known network, and an unknown one is added', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await signIn(page, stack, { onlyFirst: true })
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Network/ }).click()
  await page
    .getByRole('dialog', { name: 'Networks' })
    .getByRole('button', { name: /^Quay/ })
    .click()
  await page.getByRole('button', { name: 'Switch to Quay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Quay to MetaMask' })
  await expect(dialog).toContainText('31338')
  await dialog.getByRole('button', { name: 'Add and switch' }).click()
  await expect(dialog).toBeHidden()
  const [[added] = []] = wallet.calls('wallet_addEthereumChain')
  expect(added).toMatchObject({
    chainId: '0x7a6a',
    rpcUrls: [`${stack.url}/rpc/local-two`],
  })
})

test('test funds arrive after they were requested', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Get test funds/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Get test funds' })
  await expect(dialog).toContainText('0 ETH')
  await dialog.getByRole('button', { name: /^Get test ETH/ }).click()
  await expect(page.locator('.toast')).toContainText('Test funds arrived on Harbour.')
})

async function signIn(page: Page, stack: Stack, { onlyFirst = false } = {}) {
  const known = onlyFirst ? firstNetwork(stack) : bothNetworks(stack)
  const wallet = await installWallet(page, 'io.metamask', known)
  await page.goto('/')
  await connect(page).click()
  await walletRow(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  return wallet
}

/** Requests a transaction from the announced demo wallet; returns the error code. */
async function sendMoreThanThereIs(): Promise<unknown> {
  type Provider = {
    request(call: { method: string; params?: unknown[] }): Promise<unknown>
  }
  const provider = await new Promise<Provider>((resolve) => {
    addEventListener('eip6963:announceProvider', (event) => {
      if (event instanceof CustomEvent && event.detail.info.rdns === 'demo') {
        resolve(event.detail.provider)
      }
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  const accounts = await provider.request({ method: 'eth_accounts' })
  const from = Array.isArray(accounts) ? accounts[0] : undefined
  const value = '0xd3c21bcecceda1000000'
  try {
    return await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from, to: from, value }],
    })
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : undefined
  }
}
