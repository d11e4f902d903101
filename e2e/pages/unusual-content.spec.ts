import type { Page } from '@playwright/test'
import { addUnusualRows } from '../../apps/server/test/unusual-rows.ts'
import { settle } from '../accessibility/a11y-audit.ts'
import { misfits } from '../accessibility/a11y-fit.ts'
import { expect, test } from '../fixtures/stack.ts'
import { openStack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'
import {
  longCollection,
  makeUnusual,
  writeLongProfile,
} from '../fixtures/unusual-content.ts'

const narrow = { width: 320, height: 640 }

/** Screenshots are taken only on request. */
const pictures = process.env.PLATEMARK_E2E_PICTURES

test.use({ viewport: narrow })

/** Expects that the open page fits into its width in both themes, and hides no text. */
async function fits(page: Page, place: string): Promise<void> {
  await settle(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = [...(await misfits(page)), ...(await page.evaluate(findShortened))]
    expect.soft(found, `${place}, ${colorScheme}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, place).toBeLessThanOrEqual(narrow.width)
    if (pictures) {
      const name = place.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)
      await page.screenshot({
        path: `${pictures}/${name}-${colorScheme}.png`,
        fullPage: true,
      })
    }
  }
}

/**
 * Returns the texts that end with dots and can be read in full nowhere: neither by their title, nor
 * behind a link beside them, nor elsewhere on the page. Runs in the page.
 */
function findShortened(): string[] {
  const headings = [...document.querySelectorAll('h1, h2')]
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 ||
    element.scrollHeight > element.clientHeight + 1
  return [...document.querySelectorAll('main *, dialog[open] *')]
    .filter((element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      const isShort = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      if (!isShort || element instanceof HTMLInputElement || !isCut(element)) return false
      if (element.closest('[title], a[href], button')) return false
      if (element.closest('article, li, tr')?.querySelector('[title], a[href]'))
        return false
      return !headings.some(({ textContent }) =>
        textContent.includes(element.textContent),
      )
    })
    .map(
      (element) => `shortened: ${element.className} ${element.textContent.slice(0, 40)}`,
    )
}

test('the longest texts of a collection and a profile fit into 320 px in both themes', async ({
  page,
  stack,
}) => {
  const { address } = await writeLongProfile(stack)
  await page.goto(`/collector/${address}`)
  await fits(page, 'collector')
  await page.goto(await longCollection(stack))
  await fits(page, 'collection')
})

test('long, right-to-left, tiny and huge content fits into 320 px wherever it is shown', {
  tag: '@soak',
}, async ({ browser, faults }) => {
  test.setTimeout(300_000)
  faults.allow(/status of 404/)
  const { stack, restart, close } = await openStack(['--empty'])
  try {
    const { creator, label, long, right } = await makeUnusual(stack)
    await restart((database) =>
      addUnusualRows(database, {
        phases: long.contract_address,
        holders: right.contract,
      }),
    )
    const context = await browser.newContext({ baseURL: stack.url, viewport: narrow })
    const page = await context.newPage()
    for (const path of [
      ...['/', '/collections', long.path, right.path],
      ...[
        `${right.path}?tab=holders`,
        `${right.path}?tab=items`,
        `${right.path}?token=1`,
      ],
      ...['created', 'activity'].map((tab) => `/collector/${creator.address}?tab=${tab}`),
      `/collector/${right.owner.address}?tab=collected`,
      ...['/names', `/names?name=${label}`, `/names/${label}`],
    ]) {
      await page.goto(path)
      await fits(page, path)
    }
    await openAs(page, stack, { account: creator, path: '/studio' })
    for (const path of [
      ...['/studio', `/studio/${long.contract_id}`, '/studio/earnings'],
      ...[`${long.path}/edit`, '/settings'],
    ]) {
      await page.goto(path)
      await fits(page, path)
    }
    await context.close()
  } finally {
    await close()
  }
})
