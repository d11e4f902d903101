import { drawn } from '../fixtures/extent.ts'
import { expect, hydrated, isTakenOver, test } from '../fixtures/stack.ts'

test('a page that is left before hydration has finished gives way to the next one', {
  tag: '@soak',
}, async ({ page }) => {
  const devices = await page.context().newCDPSession(page)
  await devices.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript({ content: `(${pressEarly})(${isTakenOver})` })

  for (const from of drawn(['/collections', '/settings'], 1)) {
    await page.goto(from)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await hydrated(page)
    expect(await page.evaluate(() => document.documentElement.dataset.pressed)).toBe(
      'early',
    )
  }
})

/**
 * Presses the home link after React handles its events and before hydration has finished.
 */
function pressEarly(isReached: typeof isTakenOver) {
  const channel = new MessageChannel()
  const again = () => channel.port2.postMessage(null)
  channel.port1.onmessage = () => {
    if (location.pathname === '/') return
    if (!isReached('frame')) return again()
    document.documentElement.dataset.pressed = isReached('whole') ? 'late' : 'early'
    document.querySelector<HTMLElement>('header a[href="/"]')?.click()
  }
  again()
}
