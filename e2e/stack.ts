import { test as base, expect, type Page } from '@playwright/test'
import type { Stack } from './start-stack.ts'

type Faults = {
  /** Lets a test expect what every other test forbids, by a pattern of its text. */
  allow(pattern: RegExp): void
}

/**
 * Journeys through the real program. Every test also asserts that the page logged no error,
 * broke no policy and asked no foreign host for anything.
 */
export const test = base.extend<{ faults: Faults; stack: Stack }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
  stack: async ({}, use) => {
    const written = process.env.PLATEMARK_E2E_STACK
    if (!written) throw new Error('The program was not started.')
    await use(JSON.parse(written))
  },
  baseURL: async ({ stack }, use) => use(stack.url),
  faults: [
    async ({ context, stack }, use) => {
      const seen: string[] = []
      const allowed: RegExp[] = []
      context.on('page', (page) => {
        page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
        page.on('console', (message) => {
          if (message.type() === 'error') seen.push(`console: ${message.text()}`)
        })
        page.on('request', (request) => {
          const url = new URL(request.url())
          if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== stack.url) {
            seen.push(`foreign request: ${url.origin}`)
          }
        })
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(
            `policy violation: ${event.violatedDirective} ${event.blockedURI}`,
          )
        })
      })
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(
        seen.filter((text) => !allowed.some((pattern) => pattern.test(text))),
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until React has taken the painted page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const painted = document.getElementById('root')?.firstElementChild
    return painted && Object.keys(painted).some((key) => key.startsWith('__reactFiber'))
  })
}

export { expect }
