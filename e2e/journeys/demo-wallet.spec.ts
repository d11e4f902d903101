import type { Page } from '@playwright/test'
import { button, dropOptions, panel } from '../fixtures/mint-panel.ts'
import { newCollection } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** The demo wallet's sheets, and the faucet that fills it. */

const account = (page: Page) => page.getByRole('button', { name: /^Account menu/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test("the demo wallet's sheet shows picture and name of the minted collection; a full wallet gets no funds", {
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

  await button(page, 'Mint 1').click()
  const sheet = dialog(page, 'Confirm a transaction')
  await expect(sheet.locator('.what').last()).toContainText('Mint 1')
  await expect(sheet.locator('.what').last()).toContainText('Named Work')
  await expect(sheet.locator('.mat img')).toHaveAttribute('src', shown ?? '')
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel(page)).toContainText('#1 is yours')
})
