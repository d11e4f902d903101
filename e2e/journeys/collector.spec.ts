import type { Page } from '@playwright/test'
import { soakUnless } from '../fixtures/extent.ts'
import { newCollectionByCommand, openPhase } from '../fixtures/new-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'

/** Journey of a collector, for every wallet. `@journey` runs in the soak. */

const wallets = [
  { rdns: 'io.metamask', name: 'MetaMask' },
  { rdns: 'io.rabby', name: 'Rabby Wallet' },
  { rdns: 'io.zerion.wallet', name: 'Zerion' },
  { rdns: 'com.okex.wallet', name: 'OKX Wallet' },
  { rdns: null, name: 'Demo wallet' },
]

let collection: string

test.beforeAll(async ({ stack }) => {
  test.setTimeout(120_000)
  collection = await newCollectionByCommand({
    url: stack.url,
    name: 'Journeys',
    max_supply: 100_000,
    phases: [openPhase({ max_per_wallet: 2 })],
  })
})

for (const { rdns, name } of wallets) {
  const title = `${name}: connect, sign in, mint, reload, log out @journey`
  test(title, soakUnless(name === 'MetaMask'), async ({ faults, page, stack }) => {
    // A read that is on its way at logout is refused, and read again without the token.
    faults.allow(/401 \(Unauthorized\) \S+\/api\/contract\//)
    const bridged =
      rdns === null
        ? undefined
        : await installWallet(page, rdns, {
            name,
            ...bothNetworks(stack),
          })
    await page.goto(collection)
    const before = await mintedCount(page)

    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    if (!bridged) await press(page, 'Sign a message', 'Sign')
    const account = page.getByRole('button', { name: /^Account menu/ })
    await expect(account).toBeVisible()

    const panel = page.getByRole('region', { name: 'Mint', exact: true })
    // The demo wallet requests its test funds by itself.
    if (bridged) {
      await panel.getByRole('button', { name: 'Get test ETH' }).click()
      await press(page, 'Get test funds', 'Get test ETH')
    }
    await panel.getByRole('button', { name: 'Mint 1' }).click()
    if (!bridged) await press(page, 'Confirm a transaction', 'Confirm')
    await expect(panel).toContainText(/#\d+ is yours/)
    await expect.poll(() => mintedCount(page)).toBeGreaterThan(before)

    await page.reload()
    await expect(account).toBeVisible()
    await expect.poll(() => mintedCount(page)).toBeGreaterThan(before)

    await account.click()
    await page.getByRole('menuitem', { name: /^Logout/ }).click()
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }),
    ).toBeVisible()
  })
}

async function mintedCount(page: Page): Promise<number> {
  const figures = page
    .getByRole('region', { name: 'Mint', exact: true })
    .locator('.figures')
  const text = await figures.innerText()
  return Number(/^([\d,]+)/.exec(text.trim())?.[1]?.replaceAll(',', ''))
}

async function press(page: Page, sheet: string, button: string): Promise<void> {
  await page
    .getByRole('dialog', { name: sheet })
    .getByRole('button', { name: button, exact: true })
    .click()
}
