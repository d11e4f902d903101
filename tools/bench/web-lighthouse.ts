import { type Browser, chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Flags } from 'lighthouse'
import { findChromium } from '../chromium.mjs'
import { freePort } from '../local/ports.ts'
import { visitError } from './web-recording.ts'
import { mainThreadMs, type TraceEvent } from './web-trace.ts'

export type Preset = 'mobile' | 'desktop'

/** What one run of Lighthouse says of a page. Scores from 0 to 100, times in ms. */
export type Judged = {
  performance: number
  /** Accessibility, best practices and SEO; absent where only speed was asked for. */
  others: Record<string, number>
  lcpMs: number
  cls: number
  /** Beyond 50 ms a task, by the thread's own clock. */
  blockedMs: number
}

/** Runs Lighthouse once, in a browser of its own. Throws when it could not judge the page. */
export async function judgePage(
  url: string,
  { preset, isFloor }: { preset: Preset; isFloor: boolean },
): Promise<Judged> {
  const port = await freePort()
  const browser = await launch([`--remote-debugging-port=${port}`])
  try {
    const flags: Flags = {
      port,
      output: 'json',
      logLevel: 'silent',
      ...(isFloor && { onlyCategories: ['performance'] }),
    }
    const config = preset === 'desktop' ? desktopConfig : undefined
    const result = await lighthouse(url, flags, config)
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
    const { lhr, artifacts } = result
    if (lhr.runtimeError) throw visitError(url, lhr.runtimeError)
    const { performance, ...others } = Object.fromEntries(
      Object.entries(lhr.categories).map(([id, { score }]) => [id, (score ?? 0) * 100]),
    )
    const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
    return {
      performance: Math.round(performance ?? 0),
      others,
      lcpMs: numberOf('largest-contentful-paint'),
      cls: numberOf('cumulative-layout-shift'),
      // Safe: the trace is a list of Chromium's events.
      blockedMs: mainThreadMs(artifacts.Trace.traceEvents as TraceEvent[], {
        beyondMs: 50,
        slowdown: lhr.configSettings.throttling.cpuSlowdownMultiplier,
      }),
    }
  } finally {
    await browser.close()
  }
}

export function launch(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      ...args,
    ],
  })
}
