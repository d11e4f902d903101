import type { Page } from '@playwright/test'

/** Tells the page that a script of it is gone; whether it then loads itself again. */
export async function loseScript(page: Page): Promise<boolean> {
  const asked = page.waitForResponse('**/health')
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await (await asked).finished()
  return page.evaluate(() =>
    Object.keys(sessionStorage).some((key) => key.startsWith('reloaded ')),
  )
}

/** The same where it does: a page that goes away answers no question. */
export async function loadAgainWithoutScript(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await loaded
}
