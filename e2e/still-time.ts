import type { Page } from '@playwright/test'
import { expect } from './stack.ts'

/** Stops the installed clock of a page: from here on time passes only as far as it is let. */
export async function standStill(page: Page): Promise<void> {
  // On a slow machine the moment is past when it is asked for; the clock stands by then.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  }).toPass()
}

/** Lets time pass on a page that stands still until it tells a message, which then stays. */
export async function untilMessaged(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return page.locator('.toast').isVisible()
    })
    .toBe(true)
}
