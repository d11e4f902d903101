import { violations } from '../fixtures/axe.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test('the work of a collection opens in full screen, zooms by keys and has its original', async ({
  page,
}) => {
  await page.goto('/collection/local/low-sun')
  await hydrated(page)
  const link = page.getByRole('link', { name: 'View Low Sun full screen' })
  await link.click()
  const viewer = page.getByRole('dialog', { name: 'Low Sun' })
  const picture = viewer.getByRole('img')
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0
  await expect(picture).toBeVisible()
  await expect(viewer.getByRole('group')).toBeFocused()
  const whole = await widthOf()
  const [width, height] = [page.viewportSize()?.width, page.viewportSize()?.height]
  expect(await viewer.boundingBox()).toMatchObject({ x: 0, y: 0, width, height })

  await page.keyboard.press('+')
  await expect(viewer.getByRole('status')).toHaveText('150%')
  await expect.poll(widthOf).toBeCloseTo(whole * 1.5, -1)
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByRole('status')).toHaveText('200%')
  await viewer.getByRole('group').press('0')
  await expect(viewer.getByRole('status')).toHaveText('100%')
  await expect(viewer.getByRole('link', { name: /^Original/ })).toHaveAttribute(
    'href',
    (await link.getAttribute('href')) ?? '',
  )
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(link).toBeFocused()
})

test('a picture fills 60 % of the view of a token, and its full screen keeps the arrows', async ({
  page,
  stack,
}) => {
  const { path } = await mintedCollection(stack, { name: 'Quiet Shore Large' }, 2)
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${path}?token=1`)
    const view = page.locator('.token-view')
    await expect(view).not.toHaveAttribute('aria-busy')
    const box = async (selector: string) => page.locator(selector).boundingBox()
    const art = (await box('.token-art img'))?.width ?? 0
    expect(art / ((await view.boundingBox())?.width ?? 1)).toBeGreaterThanOrEqual(0.6)
    const overflow = await view.evaluate((one) => one.scrollHeight - one.clientHeight)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await hydrated(page)
  await page
    .getByRole('link', { name: /^View Quiet Shore Large .* #1 full screen$/ })
    .click()
  await expect(page.locator('.art-viewer').getByRole('group')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/token=1$/)
  await page.keyboard.press('Escape')
  await expect(page.locator('.art-viewer')).toBeHidden()
  await expect(page.locator('.token-view')).toBeVisible()
})
