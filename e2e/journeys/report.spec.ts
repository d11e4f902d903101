import type { Page } from '@playwright/test'
import { drop, fault, refuse, toEnd } from '../fixtures/collection-sections.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test.describe('a report', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^Report / })
  const sending = (page: Page) => dialog(page).getByRole('button', { name: /^Send/ })

  async function open(page: Page) {
    await page.goto(drop)
    await hydrated(page)
    await toEnd(page)
    const link = page.getByRole('button', { name: 'Report this collection' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
  }

  test('is written and sent by keyboard alone', async ({ page }) => {
    await open(page)
    await fault(page)
    await sending(page).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Choose what is wrong.')
    await expect(dialog(page).getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(
      dialog(page).getByRole('radio', { name: /^Impersonation/ }),
    ).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('It says it is the harbour office.')
    await expect(dialog(page)).toContainText('33 of 1,000')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Your report was received.')
    await expect(dialog(page).getByRole('button').last()).toBeFocused()
    await fault(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(
      page.getByRole('button', { name: 'Report this collection' }),
    ).toBeFocused()
  })

  test('keeps the text through every failure', { tag: '@soak' }, async ({
    page,
    faults,
  }) => {
    faults.allow(/500|429|ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.clock.install()
    await open(page)
    // Nothing is seen beneath the buttons of the sheet.
    const foot = await dialog(page).locator('.report-choices').boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeCloseTo(640, 0)
    await dialog(page)
      .getByRole('radio', { name: /^Something else/ })
      .check()
    await sending(page).click()
    await expect(dialog(page)).toContainText(
      'Describe what is wrong, so that it can be reviewed.',
    )
    const text = dialog(page).getByRole('textbox')
    await text.fill('x'.repeat(1004))
    await expect(dialog(page)).toContainText('4 characters too many.')
    await expect(dialog(page)).toContainText('1,004 of 1,000')
    await text.fill('The same prints hang elsewhere.')

    await page.route('**/report', (route) => refuse(route, 500, 'internal'))
    await sending(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Your report was not sent.',
    )
    await expect(text).toHaveValue('The same prints hang elsewhere.')
    await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expect(sending(page)).toBeInViewport({ ratio: 1 })
    await fault(page)

    await page.unroute('**/report')
    await page.route('**/report', (route) =>
      refuse(route, 429, 'too_many_requests', { 'retry-after': '6' }),
    )
    await sending(page).click()
    await expect(sending(page)).toHaveText(/^Send in [1-6] s$/)
    await expect(sending(page)).toBeInViewport({ ratio: 1 })
    await expect(sending(page)).toBeDisabled()
    await expect(dialog(page)).toContainText('Too many reports from this connection.')
    await fault(page)
    await page.clock.fastForward(6000)
    await expect(sending(page)).toHaveText('Send again')

    await page.context().setOffline(true)
    await expect(dialog(page)).toContainText('You are offline.')
    await expect(sending(page)).toBeDisabled()
    await page.context().setOffline(false)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Report this collection' }).click()
    await expect(text).toHaveValue('The same prints hang elsewhere.')
    await page.unroute('**/report')
    await sending(page).click()
    await expect(dialog(page)).toContainText('Your report was received.')
  })

  test('of a blocked collection shows that it is blocked', { tag: '@soak' }, async ({
    page,
    faults,
  }) => {
    faults.allow(/451/)
    await page.route('**/report', (route) => refuse(route, 451, 'blocked'))
    await open(page)
    await dialog(page)
      .getByRole('radio', { name: /^Stolen work/ })
      .check()
    await sending(page).click()
    await expect(dialog(page)).toContainText('This collection is already blocked here.')
  })
})
