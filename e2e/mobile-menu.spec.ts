import { expect, test } from './stack.ts'

test('the menu of phones leads who is signed in to the account', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog', { name: 'Connect to Platemark' })
    .getByRole('button', { name: /^Demo wallet/ })
    .click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: /0x[0-9a-fA-F]{4}…/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
})
