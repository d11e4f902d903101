import type { Page } from '@playwright/test'
import { expect, test } from './stack.ts'
import { installWallet } from './wallet-bridge.ts'

const extensions = [
  { rdns: 'io.metamask', name: 'MetaMask' },
  { rdns: 'io.rabby', name: 'Rabby Wallet' },
  { rdns: 'io.zerion.wallet', name: 'Zerion' },
  { rdns: 'com.okex.wallet', name: 'OKX Wallet' },
]

const connect = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' })
const connecting = (page: Page) => page.getByRole('button', { name: 'Connecting...' })
const account = (page: Page) => page.getByRole('button', { name: /^Account menu/ })
const walletDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Connect to Platemark' })
const verifyDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Verify your account' })
const row = (page: Page, name: string) =>
  walletDialog(page).getByRole('button', { name: new RegExp(`^${name}`) })
const storedToken = (page: Page) =>
  page.evaluate(() => localStorage.getItem('access_token'))

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

for (const { rdns, name } of extensions) {
  test(`${name}: connect, sign in, reload, log out`, async ({ page, stack }) => {
    const wallet = await installWallet(page, rdns, networks(stack.rpcUrls))
    await page.goto('/')
    await connect(page).click()
    await expect(walletDialog(page).getByText('Installed')).toHaveCount(2)
    await row(page, name).click()

    await expect(account(page)).toBeVisible()
    await expect(account(page)).toBeFocused()
    await expect(walletDialog(page)).toBeHidden()
    expect(await storedToken(page)).toMatch(/^plm_/)
    const [[message] = []] = wallet.calls('personal_sign')
    expect(Buffer.from(String(message).slice(2), 'hex').toString()).toContain(
      'Chain ID: 31337',
    )

    await page.reload()
    await expect(account(page)).toBeVisible()
    expect(wallet.calls('personal_sign')).toHaveLength(1)

    await account(page).click()
    await expect(page.getByText(short(wallet.address()))).toBeVisible()
    await page.getByRole('menuitem', { name: /^Logout/ }).click()
    await expect(connect(page)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage)))
      .not.toContain('access_token')
    await page.reload()
    await expect(connect(page)).toBeVisible()
  })
}

test('Demo wallet: connect, sign in, reload, log out, and the same account again', async ({
  page,
}) => {
  await page.goto('/')
  await connect(page).click()
  await row(page, 'Demo wallet').click()
  const sheet = page.getByRole('dialog', { name: 'Sign a message' })
  await expect(sheet).toContainText('wants you to sign in with your Ethereum account')
  await sheet.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(account(page)).toBeVisible()

  await page.reload()
  await expect(account(page)).toBeVisible()
  await account(page).click()
  const copy = page.getByRole('button', { name: 'Copy address' })
  await expect(copy).toBeVisible()
  const address = await page.locator('.account-top b').innerText()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  await expect(connect(page)).toBeVisible()

  await connect(page).click()
  await row(page, 'Demo wallet').click()
  await sheet.getByRole('button', { name: 'Sign', exact: true }).click()
  await account(page).click()
  await expect(page.locator('.account-top b')).toHaveText(address)
})

test('Demo wallet: refusing its sheet ends in the reset', async ({ page }) => {
  await page.goto('/')
  await connect(page).click()
  await row(page, 'Demo wallet').click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(walletDialog(page).getByText('You declined to sign.')).toBeVisible()
  await walletDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(connect(page)).toBeVisible()
})

test('Demo wallet: a transaction that would fail cannot be confirmed', async ({
  page,
}) => {
  await page.goto('/')
  await connect(page).click()
  await row(page, 'Demo wallet').click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(account(page)).toBeVisible()

  const refused = page.evaluate(sendMoreThanThereIs)
  const sheet = page.getByRole('dialog', { name: 'Confirm a transaction' })
  await expect(sheet.getByRole('alert')).toContainText('would fail')
  await expect(sheet.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  expect(await refused).toBe(4001)
})

test('wallets that are not installed lead to their download pages', async ({ page }) => {
  await page.goto('/')
  await connect(page).click()
  const links = walletDialog(page).getByRole('link', { name: /Download/ })
  await expect(links).toHaveCount(5)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('href', /^https:\/\//)
  }
  await expect(links.last()).toContainText('Abstract')
})

test('a rejected connection is told under its row and may be tried again', async ({
  page,
  stack,
}) => {
  const wallet = await installWallet(page, 'io.metamask', networks(stack.rpcUrls))
  wallet.setPolicy('eth_requestAccounts', 'reject')
  await page.goto('/')
  await connect(page).click()
  await row(page, 'MetaMask').click()
  await expect(walletDialog(page).getByText('You declined the request.')).toBeVisible()
  await expect(walletDialog(page).getByRole('alert')).toContainText(
    'Nothing was shared with Platemark.',
  )
  await expect(page.locator('.connect')).toHaveText('Connect Wallet')
  expect(await storedToken(page)).toBeNull()

  wallet.setPolicy('eth_requestAccounts', 'allow')
  await walletDialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(account(page)).toBeVisible()
})

test('a rejected signature disconnects the wallet and says so', async ({
  page,
  stack,
}) => {
  const wallet = await installWallet(page, 'io.rabby', networks(stack.rpcUrls))
  wallet.setPolicy('personal_sign', 'reject')
  await page.goto('/')
  await connect(page).click()
  await row(page, 'Rabby Wallet').click()
  await expect(walletDialog(page).getByRole('alert')).toContainText(
    'The wallet was disconnected and nothing was saved.',
  )
  await expect(page.locator('.connect')).toHaveText('Connect Wallet')
  await expect.poll(() => wallet.calls('wallet_revokePermissions').length).toBe(1)
  await expect(page.locator('.toast')).toContainText('You declined to sign.')
  expect(await storedToken(page)).toBeNull()
})

const refusals = [
  { policy: 'locked', title: 'MetaMask is locked.' },
  { policy: 'pending', title: 'MetaMask is already asking.' },
  { policy: 'broken', title: 'MetaMask did not connect.' },
] as const

for (const { policy, title } of refusals) {
  test(`a wallet that is ${policy} is told apart`, async ({ page, stack }) => {
    const wallet = await installWallet(page, 'io.metamask', networks(stack.rpcUrls))
    wallet.setPolicy('eth_requestAccounts', policy)
    await page.goto('/')
    await connect(page).click()
    await row(page, 'MetaMask').click()
    await expect(walletDialog(page).getByRole('alert')).toContainText(title)
    await expect(row(page, 'MetaMask')).toBeEnabled()
  })
}

test('while one wallet is asked, a second click is ignored', async ({ page, stack }) => {
  const first = await installWallet(page, 'io.metamask', networks(stack.rpcUrls))
  const second = await installWallet(page, 'io.rabby', networks(stack.rpcUrls))
  first.setPolicy('eth_requestAccounts', 'silent')
  await page.goto('/')
  await connect(page).click()
  await row(page, 'MetaMask').click()
  await expect(row(page, 'MetaMask')).toHaveAttribute('aria-busy', 'true')
  await expect(row(page, 'Rabby Wallet')).toHaveAttribute('aria-disabled', 'true')
  await row(page, 'MetaMask').click()
  await row(page, 'Rabby Wallet').click({ force: true })
  await expect.poll(() => first.calls('eth_requestAccounts').length).toBe(1)
  expect(second.calls('eth_requestAccounts')).toHaveLength(0)
})

test('a wallet that answers after its dialog was closed is let go', async ({
  page,
  stack,
}) => {
  const wallet = await installWallet(page, 'io.metamask', networks(stack.rpcUrls))
  wallet.setPolicy('eth_requestAccounts', { delayMs: 700 })
  await page.goto('/')
  await connect(page).click()
  await row(page, 'MetaMask').click()
  await page.keyboard.press('Escape')
  await expect(connect(page)).toBeVisible()
  await expect.poll(() => wallet.calls('wallet_revokePermissions').length).toBe(1)
  await expect(connect(page)).toBeVisible()
  expect(wallet.calls('personal_sign')).toHaveLength(0)
})

test('another account in the wallet resets the session', async ({ page, stack }) => {
  const wallet = await signIn(page, stack.rpcUrls)
  await wallet.switchAccount()
  await expect(connect(page)).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await expect(page.locator('.toast')).toContainText('You switched accounts.')
})

test('another account while signing resets the session', async ({ page, stack }) => {
  const wallet = await installWallet(page, 'io.metamask', networks(stack.rpcUrls))
  wallet.setPolicy('personal_sign', { delayMs: 2_000 })
  await page.goto('/')
  await connect(page).click()
  await row(page, 'MetaMask').click()
  await expect(row(page, 'MetaMask')).toContainText('Sign the message')
  await wallet.switchAccount()
  await expect(walletDialog(page).getByRole('alert')).toContainText(
    'You switched accounts.',
  )
  await expect(page.locator('.connect')).toHaveText('Connect Wallet')
})

test('a wallet that lets go by itself signs nobody out of the server', async ({
  page,
  stack,
}) => {
  const wallet = await signIn(page, stack.rpcUrls)
  await wallet.disconnect()
  await expect(connect(page)).toBeVisible()
  expect(await storedToken(page)).toMatch(/^plm_/)

  await connect(page).click()
  await row(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  expect(wallet.calls('personal_sign')).toHaveLength(1)
})

test('a wallet that was removed leaves Connect Wallet after a reload', async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack.rpcUrls)
  // A page without the bridge is a browser whose extension is gone.
  const bare = await context.newPage()
  await bare.goto('/')
  await expect(connect(bare)).toBeVisible()
})

test('connected without a token reads Connecting... and leads to the verify dialog', async ({
  page,
  stack,
}) => {
  const wallet = await signIn(page, stack.rpcUrls)
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.reload()
  await connecting(page).click()
  await expect(verifyDialog(page)).toContainText(short(wallet.address()))
  await expect(verifyDialog(page).locator('pre')).toContainText('Nonce:')
  await verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(account(page)).toBeVisible()
})

test('closing the verify dialog disconnects the wallet', async ({ page, stack }) => {
  const wallet = await signIn(page, stack.rpcUrls)
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.reload()
  await connecting(page).click()
  await verifyDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(connect(page)).toBeVisible()
  await expect.poll(() => wallet.calls('wallet_revokePermissions').length).toBe(1)
})

test('a refused signature in the verify dialog offers to try again', async ({
  page,
  stack,
}) => {
  const wallet = await signIn(page, stack.rpcUrls)
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.reload()
  wallet.setPolicy('personal_sign', 'reject')
  await connecting(page).click()
  await verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(verifyDialog(page).getByRole('alert')).toContainText(
    'You declined to sign.',
  )

  wallet.setPolicy('personal_sign', 'allow')
  await verifyDialog(page).getByRole('button', { name: 'Try again' }).click()
  await verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(account(page)).toBeVisible()
})

test('a token the server no longer takes asks for a new signature', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/401/)
  await signIn(page, stack.rpcUrls)
  await page.evaluate(() => localStorage.setItem('access_token', `plm_${'x'.repeat(43)}`))
  await page.reload()
  await expect(connecting(page)).toBeVisible()
  await expect.poll(() => storedToken(page)).toBeNull()
})

test('an unreachable server keeps the token and tries again', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/Failed to load resource|ERR_/)
  await signIn(page, stack.rpcUrls)
  await page.route('**/api/user/get', (route) => route.abort())
  await page.reload()
  await expect(page.locator('.toast')).toContainText('Your account could not be loaded.')
  expect(await storedToken(page)).toMatch(/^plm_/)
  await page.unroute('**/api/user/get')
  await connecting(page).click()
  await expect(account(page)).toBeVisible()
})

test('two tabs sign in and out together', async ({ page, context, stack }) => {
  await installWallet(context, 'io.metamask', networks(stack.rpcUrls))
  const other = await context.newPage()
  await other.goto('/')
  await page.goto('/')
  await connect(page).click()
  await row(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  await expect(account(other)).toBeVisible()

  await account(page).click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  await expect(connect(page)).toBeVisible()
  await expect(connect(other)).toBeVisible()
})

test('a wallet that announces itself late appears in the open dialog', async ({
  page,
  stack,
}) => {
  const wallet = await installWallet(page, 'io.zerion.wallet', {
    ...networks(stack.rpcUrls),
    isLate: true,
  })
  await page.goto('/')
  await connect(page).click()
  await expect(walletDialog(page).getByRole('link', { name: /^Zerion/ })).toBeVisible()
  await wallet.announce()
  await expect(row(page, 'Zerion')).toContainText('Installed')
})

test('the dialog keeps the focus inside and gives it back', async ({ page }) => {
  await page.goto('/')
  await connect(page).click()
  await expect(walletDialog(page).getByRole('link').first()).toBeFocused()
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    )
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(connect(page)).toBeFocused()
})

test('the account menu works by keyboard and closes on a press outside', async ({
  page,
  stack,
}) => {
  await signIn(page, stack.rpcUrls)
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

test('the wallet is moved to a network it knows, and told of one it does not', async ({
  page,
  stack,
}) => {
  const wallet = await signIn(page, stack.rpcUrls, { onlyFirst: true })
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Network/ }).click()
  await page
    .getByRole('dialog', { name: 'Networks' })
    .getByRole('button', { name: /^Local Two/ })
    .click()
  await page.getByRole('button', { name: 'Switch to Local Two' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Local Two to MetaMask' })
  await expect(dialog).toContainText('31338')
  await dialog.getByRole('button', { name: 'Add and switch' }).click()
  await expect(dialog).toBeHidden()
  const [[added] = []] = wallet.calls('wallet_addEthereumChain')
  expect(added).toMatchObject({
    chainId: '0x7a6a',
    rpcUrls: [`${stack.url}/rpc/local-two`],
  })
})

test('test funds arrive after they were asked for', async ({ page, stack }) => {
  await signIn(page, stack.rpcUrls)
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Get test funds/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Get test funds' })
  await expect(dialog).toContainText('0 ETH')
  await dialog.getByRole('button', { name: /^Get test ETH/ }).click()
  await expect(page.locator('.toast')).toContainText('Test funds arrived on Local.')
})

function networks(rpcUrls: { local: string; 'local-two': string }) {
  return { rpcUrls: { 31337: rpcUrls.local, 31338: rpcUrls['local-two'] } }
}

async function signIn(
  page: Page,
  rpcUrls: { local: string; 'local-two': string },
  { onlyFirst = false } = {},
) {
  const known = onlyFirst ? { rpcUrls: { 31337: rpcUrls.local } } : networks(rpcUrls)
  const wallet = await installWallet(page, 'io.metamask', known)
  await page.goto('/')
  await connect(page).click()
  await row(page, 'MetaMask').click()
  await expect(account(page)).toBeVisible()
  return wallet
}

/** Asks the announced demo wallet for a transaction; answers the code of its refusal. */
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
