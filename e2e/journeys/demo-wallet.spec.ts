import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { account, dialog } from '../fixtures/account-parts.ts'
import {
  button,
  callAs,
  createChainClient,
  dropOptions,
  panel,
  readContractAddress,
  readMintFee,
  someoneElse,
} from '../fixtures/mint-panel.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** The demo wallet's sheets, and the faucet that fills it. */

test("the demo wallet's sheet shows the minted collection and the page's total; a full wallet gets no funds", {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Named Work' }))
  await hydrated(page)
  const shown = await page.locator('.hero-art img').first().getAttribute('src')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await dialog(page, 'Connect to Platemark').getByText('Demo wallet').click()
  await dialog(page, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await expect(account(page)).toBeVisible()

  await account(page).click()
  await page.getByRole('menuitem', { name: /^Get test funds/ }).click()
  const faucet = dialog(page, 'Get test funds')
  await expect(faucet).toContainText('You have the maximum, 10 ETH.')
  await expect(faucet.getByRole('button', { name: 'Get test ETH' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const onPage = page.locator('.price-rows .total dd')
  await expect(onPage).toHaveText(/^0\.0021\d+/)
  const paid = Number.parseFloat(await onPage.innerText())
  await button(page, 'Mint 1').click()
  const sheet = dialog(page, 'Confirm a transaction')
  await expect(sheet.locator('.what').last()).toContainText('Mint 1')
  await expect(sheet.locator('.what').last()).toContainText('Named Work')
  await expect(sheet.locator('.mat img')).toHaveAttribute('src', shown ?? '')
  await expect(sheet.getByRole('term').first()).toHaveText(/^Price, 1\s×\s0\.002\sETH$/)
  const amounts = sheet.getByRole('definition')
  await expect(amounts.filter({ hasText: 'ETH' })).toHaveCount(5)
  const [prices = 0, mintFee = 0, fee = 0, total = 0, left = 0] = (
    await amounts.allInnerTexts()
  ).map((text) => Math.round(Number.parseFloat(text) * 1e9))
  expect([prices, mintFee]).toEqual([2_000_000, 100_000])
  expect([prices + mintFee + fee, total + left]).toEqual([total, 10 * 1e9])
  expect(total).toBe(Math.round(paid * 1e9))
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel(page)).toContainText('#1 is yours')
})

/** 0.0021 ETH in wei. */
const price = '0x775f05a074000'

test("the demo wallet's sheet names what a payment needs and what the wallet has", {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.goto('/about')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await dialog(page, 'Connect to Platemark').getByText('Demo wallet').click()
  await dialog(page, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await expect(account(page)).toBeVisible()
  const [from] = await request(page, 'eth_accounts', [])
  const sheet = dialog(page, 'Confirm a transaction')
  for (const [balance, reason] of [
    [
      price,
      /needs 0\.0021\d+\sETH with the network fee\. .* has 0\.0021\sETH on Harbour/,
    ],
    ['0x5af3107a4000', /needs 0\.0021\sETH and the network fee\. .* has 0\.0001\sETH/],
  ] as const) {
    await createChainClient(stack).request({
      ...{ method: 'anvil_setBalance', params: [from, balance] },
    } as never)
    const payment = { from, to: from, value: price }
    const refused = expect(
      request(page, 'eth_sendTransaction', [payment]),
    ).rejects.toThrow('The request was rejected.')
    await expect(sheet).toContainText('This transfer would fail.')
    await expect(sheet).toContainText(reason)
    await sheet.getByText('Close', { exact: true }).click()
    await refused
  }
})

test("the demo wallet's sheet shows what a withdrawal pays, less the network fee", {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.goto('/studio/earnings')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await dialog(page, 'Connect to Platemark').getByText('Demo wallet').click()
  await dialog(page, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await expect(account(page)).toBeVisible()
  const [payee = ''] = await request(page, 'eth_accounts', [])
  const payees = [{ address: payee, bps: 10_000 }]
  const path = await newCollection({
    ...{ url: stack.url, name: 'Paid Work', terms: { payees } },
    // Enough for a fee below one percent.
    phases: [openPhase({ price_wei: String(parseEther('0.02')) })],
  })
  const contract = await readContractAddress(page, path)
  const value = (parseEther('0.02') + (await readMintFee(page, path))) * 3n
  await callAs(stack, await someoneElse(stack), contract, 'mint', [3n], { value })

  await page.reload()
  await page.getByRole('button', { name: /^Withdraw 0\.06\sETH$/ }).click()
  const sheet = dialog(page, 'Confirm a transaction')
  await expect(sheet.locator('.what').last()).toContainText('Withdraw earnings')
  await expect(sheet.getByRole('term').first()).toHaveText('You get')
  const amounts = sheet.getByRole('definition')
  await expect(amounts.filter({ hasText: 'ETH' })).toHaveCount(4)
  const [paid = 0, fee = 0, kept = 0, left = 0] = (await amounts.allInnerTexts()).map(
    (text) => Math.round(Number.parseFloat(text) * 1e9),
  )
  expect([paid, paid - fee, left]).toEqual([60_000_000, kept, 10 * 1e9 + kept])
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^0\.06\sETH arrived$/)).toBeVisible()
})

/** Calls the demo wallet as any page may. */
function request(page: Page, method: string, params: unknown[]): Promise<string[]> {
  return page.evaluate(
    async (call) => {
      const provider = await new Promise<{
        request: (call: object) => Promise<string[]>
      }>((resolve) => {
        addEventListener('eip6963:announceProvider', (event) => {
          if (event instanceof CustomEvent && event.detail.info.name === 'Demo wallet')
            resolve(event.detail.provider)
        })
        dispatchEvent(new Event('eip6963:requestProvider'))
      })
      return provider.request(call)
    },
    { method, params },
  )
}
