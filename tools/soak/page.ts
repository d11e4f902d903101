import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Card, getCollection } from '@platemark/api/collections'
import { endpointUrl } from '@platemark/api/endpoint'
import { listenToCollection } from '@platemark/api/live'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../chromium.mjs'
import { connectApi } from '../local/api.ts'
import { createLocation, pause, startProgram, stopProgram } from '../program.ts'
import { findLiveDrop, mintOne } from './minting.ts'
import { report, unless } from './report.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)

/** The first chain of the program. */
const CHAIN = 'local'
const MINT_EVERY_MS = 2000
/** Samples of each half: the first leaves and reopens the page, the second keeps it open. */
const SAMPLES = 30
/** `live_per_client` of docs/limits.md. */
const LIVE_PER_CLIENT = 50

/** Figures after a garbage collection. */
type Sample = { heap: number; nodes: number; listeners: number; timers: number }

/** Allowed growth: a share of the first value, and an absolute amount. */
const slack: Record<keyof Sample, readonly [share: number, absolute: number]> = {
  heap: [0.1, 1_000_000],
  nodes: [0.1, 100],
  listeners: [0, 10],
  timers: [0, 3],
}

/** Keeps every timer that runs in `window.timers`. */
const countTimers = `
  window.timers = new Set()
  for (const kind of ['Timeout', 'Interval']) {
    const [start, stop] = [window['set' + kind], window['clear' + kind]]
    window['set' + kind] = (run, ...rest) => {
      const id = start((...given) => {
        if (kind === 'Timeout') window.timers.delete(id)
        return run(...given)
      }, ...rest)
      window.timers.add(id)
      return id
    }
    window['clear' + kind] = (id) => {
      window.timers.delete(id)
      stop(id)
    }
  }`

const place = await createLocation('page')
const program = await startProgram(place)
const browser = await chromium.launch(chromiumOptions(['--enable-precise-memory-info']))
try {
  const api = connectApi(program.url)
  const drop = await findLiveDrop(api, CHAIN, (minutes * 60_000) / MINT_EVERY_MS)
  const params = { chain_alias: CHAIN, contract_address: drop.contract_address }

  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript({ content: countTimers })
  await page.goto(`${program.url}/collection/${CHAIN}/${drop.contract_address}`)
  const left = await visit(page, drop, leaveAndReturn)
  const stayed = await visit(page, drop, scroll)
  const { minted } = await api.call(getCollection, { params })
  const shown = await readShown(page, minted)
  await browser.close()

  const open = await countOpenStreams(endpointUrl(listenToCollection, { params }))
  report([
    ...listGrowth(left).map((line) => `${line} while the page was left and opened again`),
    ...listGrowth(stayed).map((line) => `${line} while the page stayed open`),
    ...unless(shown === minted, `the page shows ${shown} minted, expected ${minted}`),
    ...unless(open === 0, `${open} streams are open after the page was closed`),
  ])
} finally {
  await browser.close()
  await stopProgram(program)
  rmSync(place.folder, { recursive: true, force: true })
}

/** Mints for half of the time, and samples after each `move`. */
async function visit(
  page: Page,
  drop: Card,
  move: (page: Page, turn: number) => Promise<void>,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = Date.now()
  const between = (minutes * 60_000) / 2 / SAMPLES
  while (samples.length < SAMPLES) {
    await mintOne(program.rpcUrls[0] ?? '', drop)
    await pause(MINT_EVERY_MS)
    if (Date.now() < began + (samples.length + 1) * between) continue
    await move(page, samples.length)
    const sample = await readSample(page)
    samples.push(sample)
    console.log(`${move.name} ${samples.length} of ${SAMPLES}: ${JSON.stringify(sample)}`)
  }
  return samples
}

async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Newest' }).waitFor()
  await page.locator('main .skeleton').first().waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByRole('region', { name: 'Mint', exact: true }).waitFor()
  await pause(3000)
}

async function scroll(page: Page, turn: number): Promise<void> {
  await page.mouse.wheel(0, turn % 2 === 0 ? 3000 : -3000)
}

async function readSample(page: Page): Promise<Sample> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.detach()
  const find = (name: string) =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heap: find('JSHeapUsedSize'),
    nodes: find('Nodes'),
    listeners: find('JSEventListeners'),
    timers: Number(await page.evaluate('window.timers.size')),
  }
}

/** Compares the first with the last third; the first two samples are warm-up. */
function listGrowth(samples: Sample[]): string[] {
  const third = Math.floor((samples.length - 2) / 3)
  // Safe: the keys of that record are those of a sample.
  return (Object.keys(slack) as (keyof Sample)[]).flatMap((name) => {
    const figures = samples.slice(2).map((sample) => sample[name])
    const before = medianOf(figures.slice(0, third))
    const after = medianOf(figures.slice(-third))
    const [share, absolute] = slack[name]
    const holds = after <= before * (1 + share) + absolute
    return holds ? [] : [`${name} grew from ${before} to ${after}`]
  })
}

function medianOf(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN
}

/** Returns the number in the mint panel, after waiting up to a minute for `expected`. */
async function readShown(page: Page, expected: number): Promise<number> {
  const figures = page.locator('.mint-panel .figures, #mint .figures').first()
  for (let second = 0; ; second += 1) {
    const text = (await figures.textContent()) ?? ''
    const shown = Number(text.replaceAll(',', '').match(/\d+/)?.[0])
    if (shown === expected || second === 60) return shown
    await pause(1000)
  }
}

/** Returns the number of streams still open: those that one address cannot open again. */
async function countOpenStreams(path: string): Promise<number> {
  await pause(2000)
  const leaving = new AbortController()
  const open = async () =>
    (await fetch(`${program.url}${path}`, { signal: leaving.signal })).status
  const statuses = await Promise.all(Array.from({ length: LIVE_PER_CLIENT }, open))
  const beyond = await open()
  leaving.abort()
  if (beyond === 200)
    throw new Error(`stream limit is not enforced: expected ${LIVE_PER_CLIENT}`)
  return statuses.filter((status) => status !== 200).length
}
