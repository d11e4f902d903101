import { connect, dropOptions, fund, panel, rabby } from '../fixtures/mint-panel.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test('amounts are exact or safely rounded, and long ones open by keyboard', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Long Division',
    phases: [openPhase({ price_wei: '1000000999000000000' })],
  })
  await page.goto(path)
  await hydrated(page)
  await expect(panel(page)).toContainText(/1\.000000999\sETH \+ 0\.0001\sfee/)
  const price = page.locator('.phases .amount')
  const exact = price.getByRole('tooltip')
  await expect(price).toContainText(/^1\.000001\sETH/)
  await expect(exact).toBeHidden()
  await price.focus()
  await expect(exact).toHaveText(/^1\.000000999\sETH$/)
  await expect(exact).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(exact).toBeHidden()
  await price.hover()
  await expect(exact).toBeVisible()

  await connect(page)
  const rows = panel(page).locator('.funds-needed dd')
  await expect(rows).toHaveCount(3)
  const shown = async () =>
    (await rows.allInnerTexts()).map((text) => Number.parseFloat(text) * 1e9)
  // The network fee is estimated a moment after the rest is known.
  await expect.poll(async () => (await shown())[2]).toBeGreaterThan(1_000_100_999)
  const [needed = 0, has = 0, missing = 0] = await shown()
  expect(Math.round(needed - has)).toBe(Math.round(missing))
  const title = await panel(page).getByRole('heading', { level: 3 }).innerText()
  expect(Math.round(Number.parseFloat(title) * 1e9)).toBe(Math.round(missing))

  await fund(stack, wallet, 'local', 9n * 10n ** 18n)
  await page.reload()
  await panel(page).getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
  const total = panel(page).locator('.price-rows dd')
  await expect(total).toHaveCount(4)
  await expect(total.first()).toHaveText(/^2\.000001998\sETH$/)
  const [prices = 0, fees = 0, network = 0, whole = 0] = (
    await total.allInnerTexts()
  ).map((text) => Math.round(Number.parseFloat(text) * 1e9))
  expect(prices + fees + network).toBe(whole)
})
