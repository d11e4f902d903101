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

test('a page stays where it was scrolled before its scripts ran', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/academy', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Go further' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 600))
  release()
  await hydrated(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(600)
})
