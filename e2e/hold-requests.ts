import type { Page } from '@playwright/test'

/** Keeps everything back that is asked for at `address`, until it is let go. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

/** Keeps the code of the wallet part back until it is let go. */
export function holdRuntime(page: Page): Promise<{ release(): void }> {
  return holdRequests(page, /assets\/runtime-/)
}
