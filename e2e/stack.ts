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

/** Waits until React has taken over every part of the painted page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver, 'whole' as const)
}

type Fiber = {
  child: Fiber | null
  sibling: Fiber | null
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
}

/**
 * Whether React has taken over the frame of the painted page, or the whole of it. Runs in the
 * page, and reads what React keeps there: a part it has not reached is marked as dehydrated.
 */
export function isTakenOver(part: 'frame' | 'whole'): boolean {
  const root: object = document.getElementById('root') ?? {}
  const container = Object.entries(root).find(([key]) =>
    key.startsWith('__reactContainer'),
  )
  const frame: Fiber | undefined = container?.[1].stateNode.current
  if (!frame || frame.memoizedState?.isDehydrated) return false
  if (part === 'frame') return true
  const left = [frame]
  for (let fiber = left.pop(); fiber; fiber = left.pop()) {
    if (fiber.memoizedState?.dehydrated) return false
    if (fiber.child) left.push(fiber.child)
    if (fiber.sibling) left.push(fiber.sibling)
  }
  return true
}

export { expect }
