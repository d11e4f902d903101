import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { MintCode, Unavailable } from '@platemark/rules/mint-cases'
import type { Page } from '@playwright/test'
import { panel } from './mint-page.ts'
import { expect, test } from './stack.ts'

/** What the panel says first for each reason of `unavailable`. */
const reasonTitles: Record<Unavailable, RegExp> = {
  network: /is not answering/,
  not_indexed: /Still being read/,
  blocked: /Not offered here/,
  too_often: /Asked too often/,
  lists: /The list cannot be read/,
}

type Reached = Exclude<MintCode, 'unavailable'> | `unavailable-${Unavailable}`

/**
 * The panel is in this state, without a fault of accessibility, for the keyboard alone, at rest
 * for those who want no motion. `variant` names its pictures.
 */
export async function inState(
  page: Page,
  state: Reached,
  variant: string = state,
): Promise<void> {
  const [code = '', reason] = state.split('-')
  await expect(panel(page)).toHaveAttribute('data-state', code)
  // Safe: what stands behind the dash is a reason.
  if (reason) await expect(panel(page)).toContainText(reasonTitles[reason as Unavailable])
  const { violations } = await new AxeBuilder({ page }).include('.mint-panel').analyze()
  expect(violations.map(({ id, nodes }) => `${state} ${id}: ${nodes[0]?.html}`)).toEqual(
    [],
  )
  expect(await panel(page).evaluate(movingIn), `${state} moves`).toEqual([])
  await reachedByTab(page, state)
  if (pictures) await picture(page, join(pictures, `mint-${variant}`))
}

/** Only pictures that somebody asks for are taken. */
const pictures = process.env.PLATEMARK_E2E_PICTURES

/** What is animated in an element, besides how opaque something is. Runs in the page. */
function movingIn(element: Element): string[] {
  const still = ['offset', 'computedOffset', 'easing', 'composite', 'opacity']
  return element
    .getAnimations({ subtree: true })
    .filter(({ playState }) => playState === 'running')
    .flatMap(({ effect }) =>
      effect instanceof KeyframeEffect ? effect.getKeyframes() : [],
    )
    .flatMap((frame) => Object.keys(frame).filter((name) => !still.includes(name)))
}

const controls = 'a[href], button:enabled, input:enabled, summary'

/** Every control of the panel is met by the tab key, in reading order, and shows it. */
async function reachedByTab(page: Page, state: string): Promise<void> {
  const unmet = async () => {
    await panel(page).focus()
    const all = await panel(page).locator(controls).count()
    const missed: unknown[] = []
    for (let at = 0; at < all; at += 1) {
      await page.keyboard.press('Tab')
      const met = await panel(page).evaluate(focusIn, controls)
      if (met.at !== at || !met.isMarked) missed.push({ at, met })
    }
    return missed
  }
  // The panel of a connected wallet may take the place of the painted one meanwhile.
  await expect.poll(unmet, `${state} by the tab key`).toEqual([])
}

/** Which control has the focus, and whether a ring shows it. Runs in the page. */
function focusIn(element: Element, selector: string) {
  const { activeElement } = document
  const at = [...element.querySelectorAll(selector)].indexOf(activeElement ?? element)
  const { boxShadow, outlineStyle } = getComputedStyle(activeElement ?? element)
  return { at, isMarked: boxShadow !== 'none' || outlineStyle !== 'none' }
}

/** The panel at three widths in both themes. */
async function picture(page: Page, path: string): Promise<void> {
  test.setTimeout(test.info().timeout + 15_000)
  const before = page.viewportSize()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await panel(page).screenshot({ path: `${path}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
