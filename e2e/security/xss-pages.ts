import type { BrowserContext, Page } from '@playwright/test'
import { hydrated } from '../fixtures/stack.ts'
import { held } from './xss-payloads.ts'
import { addTo, recordDialogs, type Tally, type Wanted, watch } from './xss-watch.ts'

/** URL to open, and the expected content of its page. */
export type Visit = Wanted & {
  /** Path on the tested program. */
  path: string
}

/** Opens many pages, three at a time, and checks each after hydration. */
export function visitor(context: BrowserContext, origin: string, tally: Tally) {
  const pages: Page[] = []
  return async (visits: Visit[]): Promise<void> => {
    while (pages.length < 3) {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      recordDialogs(page, tally)
      pages.push(page)
    }
    const left = visits.toReversed()
    const visitOn = async (page: Page) => {
      for (let visit = left.pop(); visit; visit = left.pop()) {
        await inTime(open(page, origin, tally, visit), visit.path)
      }
    }
    await Promise.all(pages.map(visitOn))
  }
}

async function open(
  page: Page,
  origin: string,
  tally: Tally,
  { path, ...wanted }: Visit,
): Promise<void> {
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
  if ((await page.locator('#root').count()) > 0) await hydrated(page)
  await watch(page, tally, wanted)
  const opened = await page.evaluate(
    () => performance.getEntriesByType('navigation')[0]?.name ?? '',
  )
  addTo(tally.opened, wanted.kind, ...heldIn(opened))
}

/** Returns the payloads in every part of a URL, unescaped. */
function heldIn(address: string): string[] {
  const { pathname, searchParams, hash } = new URL(address)
  const parts = [pathname, hash].map(decodeURIComponent)
  return [...parts, ...searchParams.values()].flatMap(held)
}

/** Rejects with the name of a page that hangs. */
async function inTime(work: Promise<void>, path: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out after a minute')), 60_000)
  })
  try {
    await Promise.race([work, late])
  } catch (error) {
    throw new Error(`${path} could not be checked`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
