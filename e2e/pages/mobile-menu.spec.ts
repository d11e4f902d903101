import { standStill, untilMessaged } from '../fixtures/paused-clock.ts'
import { expect, test } from '../fixtures/stack.ts'

test('the phone menu leads a signed-in user to the user menu', async ({ page }) => {
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

test('a toast covers no entry of the phone menu', { tag: '@soak' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect/ }).click()
  await page
    .getByRole('dialog', { name: 'Connect to Platemark' })
    .getByRole('button', { name: /^Demo wallet/ })
    .click()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  await standStill(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  const message = page.locator('.toast')
  await untilMessaged(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link').first()).toBeVisible()
  const covered = await message.boundingBox()
  const entries = await menu.locator('a, button, input').all()
  const boxes = await Promise.all(entries.map((entry) => entry.boundingBox()))
  expect(boxes.length).toBeGreaterThan(3)
  expect(boxes.filter((box) => overlaps(box, covered))).toEqual([])
})

type Box = { x: number; y: number; width: number; height: number } | null

function overlaps(one: Box, other: Box): boolean {
  if (!one || !other) throw new Error('It is not shown.')
  return one.y < other.y + other.height && other.y < one.y + one.height
}
