import { expect, type Page } from '@playwright/test'
import { colorRules, createAxe, listViolations } from '../fixtures/axe.ts'
import { toEnd } from '../fixtures/collection-sections.ts'
import { hydrated } from '../fixtures/stack.ts'
import { misfits } from './a11y-fit.ts'

export const whole = { width: 1280, height: 900 }

/** Scrolls to the end and waits until the whole page is loaded. */
export async function settle(page: Page) {
  if ((await page.locator('#root').count()) > 0) await hydrated(page)
  if ((await page.locator('.lower').count()) > 0) await toEnd(page)
  // The last section of the launchpad has no placeholder, as it may be empty.
  if ((await page.locator('.launchpad').count()) > 0) {
    await expect(page.getByRole('region', { name: 'Ending soon' })).toBeVisible()
  }
  const waiting = page.locator('[aria-busy=true], .skeleton')
  await expect
    .poll(async () => {
      // Sections that were scrolled past quickly load when they are near the viewport
      // again.
      await waiting.evaluateAll(([first]) => first?.scrollIntoView())
      return waiting.count()
    })
    .toBe(0)
}

/**
 * Returns what overflows at 200 % zoom, on the narrowest screen, with large and with wide
 * text.
 */
export async function unreadable(page: Page): Promise<string[]> {
  const found: string[] = []
  const look = async (how: string) => {
    found.push(...(await misfits(page)).map((what) => `${how}: ${what}`))
  }
  for (const [width, height] of [
    [640, 450],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await look(`${width} px`)
  }
  await page.setViewportSize(whole)
  for (const [how, rules] of [
    ['large letters', 'html { font-size: 200% }'],
    [
      'wide letters',
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    ],
  ] as const) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }, rules)
    await look(how)
    await page.evaluate(() => document.adoptedStyleSheets.pop())
  }
  return found
}

/**
 * Returns axe's violations of WCAG 2.2 AA and best practices; in the dark theme those of
 * colors.
 */
export async function inaccessible(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  // The page below an open dialog is inert, and was audited without it.
  const isCovered = (await page.locator('dialog[open]').count()) > 0
  const inside = isCovered ? 'dialog[open]' : 'html'
  const light = await createAxe(page).include(inside).withTags(tags).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await createAxe(page).include(inside).withRules(colorRules).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  return [...listViolations(light), ...listViolations(dark)]
}
