import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Request } from '@playwright/test'
import { root } from '../program.ts'

/** What one visit fetched. Bytes as they travelled, compressed. */
export type Load = {
  htmlBytes: number
  /** Scripts of the first view: what has to be there before the page is the app's. */
  firstScriptBytes: number
  /** Everything, until nothing more came to somebody who does not stay. */
  bytes: number
  requests: number
  /** Of the pictures that the first screen waits for, the heaviest. */
  pictureBytes: number
  cls: number
}

const QUIET_MS = 2500

/** A phone as Lighthouse imitates it. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }

/** Visits a page once and counts, with nothing kept from before. */
export async function countLoad(
  browser: Browser,
  url: string,
  firstScripts: string[],
): Promise<Load> {
  const context = await browser.newContext({ ...phone, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const finished: Request[] = []
    page.on('requestfinished', (request) => finished.push(request))
    await page.addInitScript({ content: `${watchShifts}${leaveSoon}` })
    await page.goto(url)
    await settle(finished)
    const first = await bytesOf(finished)
    // What shows only further down has to have its place, too.
    await scrollThrough(page)
    await settle(finished)
    const cls = Number(await page.evaluate('window.shifted'))
    const sum = (rows: typeof first) => rows.reduce((all, { bytes }) => all + bytes, 0)
    const isFirst = (path: string) => firstScripts.includes(path.slice(1))
    return {
      htmlBytes: sum(first.filter(({ type }) => type === 'document')),
      firstScriptBytes: sum(first.filter(({ path }) => isFirst(path))),
      bytes: sum(first),
      requests: first.length,
      pictureBytes: Math.max(
        0,
        ...first.filter(({ type }) => type === 'image').map(({ bytes }) => bytes),
      ),
      cls,
    }
  } finally {
    await context.close()
  }
}

async function bytesOf(requests: Request[]) {
  return Promise.all(
    requests.map(async (request) => ({
      path: new URL(request.url()).pathname,
      type: request.resourceType(),
      bytes: (await request.sizes()).responseBodySize,
    })),
  )
}

async function scrollThrough(page: Page) {
  const height = Number(await page.evaluate('document.body.scrollHeight'))
  for (let top = 0; top < height; top += 700) {
    await page.evaluate(`scrollTo(0, ${top})`)
    await page.waitForTimeout(150)
  }
}

/** Waits until nothing more arrives. A stream that stays open does not count. */
async function settle(finished: Request[]) {
  let seen = -1
  while (seen < finished.length) {
    seen = finished.length
    await new Promise((resume) => setTimeout(resume, QUIET_MS))
  }
}

/** Adds up in the page what moved without being asked to. */
const watchShifts = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) {
      if (!hadRecentInput) window.shifted += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/**
 * What a page fetches for those who stay on it (`useRareParts` in the web's `painted-part.tsx`) is
 * no part of its load, and a slow machine would still be counting by then: what waits for six
 * seconds does not come.
 */
const leaveSoon = `
{
  const wait = window.setTimeout
  window.setTimeout = (run, ms, ...rest) => (ms >= 6000 ? 0 : wait(run, ms, ...rest))
}
`

const assets = join(root, 'apps', 'web', 'dist', 'production', 'web', 'assets')

/** Every script of the build with what it weighs. */
export function builtScripts(): { file: string; bytes: number }[] {
  return readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      file: `assets/${file}`,
      bytes: statSync(join(assets, `${file}.br`)).size,
    }))
}
