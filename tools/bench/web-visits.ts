import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { chromiumOptions } from '../chromium.mjs'
import { freePort } from '../local/ports.ts'

export type Preset = 'mobile' | 'desktop'

/** One visit of Lighthouse with an empty cache. Scores from 0 to 100, bytes as transferred. */
export type Run = {
  scores: Record<string, number>
  lcpMs: number
  tbtMs: number
  cls: number
  requests: number
  htmlBytes: number
  /** Size of the heaviest picture. */
  pictureBytes: number
}

/** Runs Lighthouse once in a new browser. Throws when it could not judge the page. */
export async function visit(
  url: string,
  { preset, hasScripts }: { preset: Preset; hasScripts: boolean },
): Promise<Run> {
  const port = await freePort()
  const args = ['--disable-background-networking', `--remote-debugging-port=${port}`]
  const browser = await chromium.launch(chromiumOptions(args))
  try {
    const flags = {
      port,
      logLevel: 'silent',
      // It would scroll, and load what the first screen does not show.
      disableFullPageScreenshot: true,
      ...(!hasScripts && {
        blockedUrlPatterns: ['*.js'],
        onlyCategories: ['performance'],
      }),
    } as const
    const config = preset === 'desktop' ? desktopConfig : undefined
    const result = await lighthouse(url, flags, config)
    if (!result) throw new Error(`Lighthouse returned no result: ${url}`)
    const { runtimeError } = result.lhr
    if (runtimeError)
      throw new Error(`${url}: ${runtimeError.code}, ${runtimeError.message}`)
    return toRun(result.lhr)
  } finally {
    await browser.close()
  }
}

// Parts for visitors who stay are fetched from 6 s on: they are no part of the load.
const LOAD_MS = 6000

type Transfer = { resourceType: string; transferSize: number; networkRequestTime: number }

function toRun({ categories, audits }: Result): Run {
  const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const { details } = audits['network-requests'] ?? {}
  // Safe: that audit lists transfers.
  const rows = (details?.type === 'table' ? details.items : []) as Transfer[]
  const loaded = rows.filter((row) => row.networkRequestTime < LOAD_MS)
  const bytesOf = (type: string) =>
    loaded.filter((row) => row.resourceType === type).map((row) => row.transferSize)
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [
        id,
        Math.round((score ?? 0) * 100),
      ]),
    ),
    lcpMs: numberOf('largest-contentful-paint'),
    tbtMs: numberOf('total-blocking-time'),
    cls: numberOf('cumulative-layout-shift'),
    requests: loaded.length,
    htmlBytes: bytesOf('Document')[0] ?? Number.NaN,
    pictureBytes: Math.max(0, ...bytesOf('Image')),
  }
}
