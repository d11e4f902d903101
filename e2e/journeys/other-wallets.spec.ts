import {
  account,
  connect,
  verifyDialog,
  walletDialog,
  walletRow,
} from '../fixtures/account-parts.ts'
import { drop } from '../fixtures/collection-sections.ts'
import { button, dropOptions, fund, minted, panel } from '../fixtures/mint-panel.ts'
import { newCollection } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

/** Wallets outside the five of the specification, and wallet apps with their own browser. */

test('a wallet outside the five connects, signs in, mints, survives a reload, and logs out', async ({
  page,
  stack,
}) => {
  const wallet = await installWallet(page, 'com.trustwallet.app', {
    ...firstNetwork(stack),
    name: 'Trust Wallet',
  })
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Sixth Door' }))
  await hydrated(page)
  await fund(stack, wallet)
  await connect(page).first().click()
  await walletRow(page, 'Trust Wallet').click()
  await expect(account(page)).toBeVisible()
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await page.reload()
  await minted(page, '1 of 100 minted')
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  await expect(connect(page).first()).toBeVisible()
  expect(wallet.calls('personal_sign')).toHaveLength(1)
})

test("a wallet app's browser on a phone, whose wallet arrives late, connects and stays connected", {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Android Mobile' })
  })
  await page.setViewportSize({ width: 390, height: 800 })
  const wallet = await installWallet(page, 'an.app', {
    ...firstNetwork(stack),
    found: 'injected',
    isLate: true,
  })
  await page.goto('/')
  await connect(page).click()
  await expect(walletDialog(page)).toContainText('No wallet found in this browser.')
  await wallet.announce()
  await expect(walletDialog(page)).not.toContainText('No wallet found')
  await walletRow(page, 'Browser wallet').click()
  await expect(account(page)).toBeVisible()
  await page.reload()
  await wallet.announce()
  await expect(account(page)).toBeVisible()
})

test('the dialog lists the usable wallets first, each once, and focuses the first', async ({
  page,
  stack,
}) => {
  await installWallet(page, 'io.rabby', firstNetwork(stack))
  await installWallet(page, 'com.example.other', {
    ...firstNetwork(stack),
    name: 'MetaMask',
  })
  await page.goto('/')
  await connect(page).click()
  await expect(walletDialog(page).locator('.wallet')).toHaveText([
    /^D?Demo wallet/,
    /^R?Rabby WalletInstalled/,
    /^A?AbstractInstalled/,
    /^M?MetaMaskcom\.example\.otherInstalled/,
    /^M?MetaMask.*Download/,
    /^Z?Zerion.*Download/,
    /^O?OKX Wallet.*Download/,
  ])
  await expect(walletRow(page, 'Demo wallet')).toBeFocused()
})

test('a wallet whose icon is missing, broken or of another host is shown with its letter', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const icons = {
    Acorn: 'data:image/svg+xml,',
    Birch: 'data:image/png;base64,iVBORw0KGgo=',
    Cedar: 'https://icons.example/cedar.png',
  }
  for (const [name, icon] of Object.entries(icons)) {
    const options = { ...firstNetwork(stack), name, icon }
    await installWallet(page, `com.example.${name.toLowerCase()}`, options)
  }
  await installWallet(page, 'io.rabby', firstNetwork(stack))
  await page.goto(drop)
  await hydrated(page)
  await panel(page).getByRole('button', { name: 'Connect Wallet' }).click()
  const pictures = walletDialog(page).locator('img')
  await expect(pictures).toHaveCount(1)
  for (const name of Object.keys(icons)) {
    await expect(walletRow(page, name).locator('.wallet-tile')).toHaveText(
      name.slice(0, 1),
    )
  }
  await expect(pictures).toBeVisible()
  await walletRow(page, 'Demo wallet').click()
  await page.getByRole('button', { name: 'Connecting...' }).click()
  await expect(verifyDialog(page).locator('.wallet-tile')).toHaveText('D')
  await expect(verifyDialog(page).locator('img')).toHaveCount(0)
})
