import type { Page } from '@playwright/test'

/** Keeps the code of the wallet part back until it is let go. */
export async function holdRuntime(page: Page): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/assets\/runtime-/, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
