import type { Page } from '@playwright/test'
import { violations } from '../fixtures/axe.ts'
import { isFull, pairs } from '../fixtures/extent.ts'
import { expect, test } from '../fixtures/stack.ts'
import { unreadable, whole } from './a11y-audit.ts'
import { walk } from './a11y-keyboard.ts'

/**
 * Asserts that a page as it stands has no accessibility fault; in the soak at every width
 * in both themes, at every zoom, and that Tab reaches each control in order and shows it,
 * except on a page with times, whose fields have more stops than one.
 */
export async function auditState(page: Page, state: string): Promise<void> {
  if (!isFull) {
    expect(await violations(page), state).toEqual([])
    return
  }
  test.setTimeout(test.info().timeout + 60_000)
  for (const { width, theme } of pairs) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    expect(await violations(page), `${state}, ${width} px, ${theme}`).toEqual([])
    await picture(page, state, width, theme)
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(whole)
  const hasTimes = (await page.locator('input[type=datetime-local]').count()) > 0
  const { wrong } = hasTimes ? { wrong: [] } : await walk(page)
  expect([...wrong, ...(await unreadable(page))], state).toEqual([])
}

/** Screenshots are taken only on request. */
const pictures = process.env.PLATEMARK_E2E_PICTURES

async function picture(page: Page, state: string, width: number, theme: string) {
  if (!pictures) return
  const name = `create-${state.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  const path = `${pictures}/${name}-${width}-${theme}.png`
  await page.screenshot({ path, fullPage: true })
}
