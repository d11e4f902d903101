import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '../build.mjs'
import { root } from '../program.ts'
import { startFloor } from './web-floor.ts'
import { judgeLoad, judgeRuns, judgeScripts, type Run, type Steps } from './web-judge.ts'
import { judgePage, launch, type Preset } from './web-lighthouse.ts'
import { builtScripts, countLoad } from './web-loads.ts'
import { type BenchProduct, type PageName, startBenchProduct } from './web-product.ts'
import { quietVisits } from './web-quiet.ts'
import { untilRecorded } from './web-recording.ts'

const USAGE = `Usage: npm run bench:web [-- --rounds N] [--only PAGE] [--afresh]
Measures the production build with pictures that weigh as photographs do, in turns with the same
pages without their scripts. What was measured is kept in .cache/bench-web for this very build, so
that a run that was cut short goes on where it stood; --afresh forgets it. A visit waits until the
machine is quiet, and is made again where it did not stay so; after the third it counts all the same.
  --rounds N   runs of each page (9 of the launchpad and a collection, 3 of the others)
  --only PAGE  home, collection, collections, collector or about`

/** Measured once, on the same page with the same wallets and without a network. */
const OTHERS = `For comparison, the same pages with other wallet layers, measured once:
  RainbowKit 2.2: 541.6 kB of script in 24 files, Lighthouse mobile 58, LCP 4.5 s, TBT 750 ms
  Reown AppKit 1.8: 679.2 kB of script in 63 files, Lighthouse mobile 52, LCP 6.7 s, TBT 440 ms`

const folder = join(root, '.cache', 'bench-web')
const file = join(folder, 'results.json')
const presets: Preset[] = ['mobile', 'desktop']

type Row = Run & {
  page: PageName
  preset: Preset
  side: 'ours' | 'floor'
  round: number
  isDisturbed: boolean
}
type Kept = { build: string; rows: Row[] }
type Shell = { chunks: Record<string, string[]>; steps: Steps }

const { only, rounds, isAfresh } = readArguments()
await buildWeb('production')
const shellText = readFileSync(
  join(root, 'apps', 'web', 'dist', 'production', 'shell.json'),
  'utf8',
)
const build = createHash('sha256').update(shellText).digest('hex')
const shell: Shell = JSON.parse(shellText)
const kept = isAfresh ? { build, rows: [] } : readKept()

const product = await startBenchProduct(join(folder, 'data'))
const floor = await startFloor(product.url)
const visits = await quietVisits()
try {
  const pages = pageNames(product).filter((page) => !only || page === only)
  const problems = [...(await weigh(product, pages)), ...(await race(product, pages))]
  console.log(`\n${OTHERS}`)
  for (const problem of problems) console.error(`Over its gate: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  floor.stop()
  await product.stop()
}

/** Bytes, requests and shifts of every page: the same in every run. */
async function weigh({ url, pages }: BenchProduct, names: PageName[]) {
  const browser = await launch()
  const problems: string[] = []
  try {
    for (const page of names) {
      const first = shell.chunks[page === 'home' ? 'launchpad' : page] ?? []
      const load = await countLoad(browser, `${url}${pages[page]}`, first)
      console.log(
        `${page}: HTML ${load.htmlBytes}, first scripts ${load.firstScriptBytes}, in all ${load.bytes} bytes in ${load.requests} requests, heaviest picture ${load.pictureBytes}, CLS ${load.cls.toFixed(4)}`,
      )
      problems.push(...judgeLoad(page, load))
    }
    const { connect, mint } = shell.steps
    console.log(
      `connect and sign ${connect.bytes} bytes of script, mint ${mint.bytes} more`,
    )
    const first = Object.values(shell.chunks).flat()
    problems.push(...judgeScripts(builtScripts(), { first, steps: shell.steps }))
  } finally {
    await browser.close()
  }
  return problems
}

/** Lighthouse on every page in turns with the same page without scripts. */
async function race(target: BenchProduct, names: PageName[]) {
  for (let round = 0; round < Math.max(...names.map(roundsOf)); round += 1) {
    for (const page of names.filter((name) => round < roundsOf(name))) {
      for (const preset of presets) await runBoth(target, { page, preset, round })
    }
  }
  const problems: string[] = []
  for (const page of names) {
    for (const preset of presets) {
      const of = (side: Row['side']) =>
        kept.rows.filter(
          (row) => row.page === page && row.preset === preset && row.side === side,
        )
      const verdict = judgeRuns(`${page}, ${preset}`, of('ours'), of('floor'))
      const disturbed = [...of('ours'), ...of('floor')].filter((row) => row.isDisturbed)
      const aside = disturbed.length > 0 ? `, ${disturbed.length} disturbed` : ''
      console.log(`${verdict.line}${aside}`)
      problems.push(...verdict.problems)
    }
  }
  return problems
}

type Turn = Pick<Row, 'page' | 'preset' | 'round'>

async function runBoth({ url, pages }: BenchProduct, turn: Turn) {
  // The order changes, so that what runs second is not always the same.
  const sides = turn.round % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours']
  for (const side of sides as Row['side'][]) {
    const isKept = kept.rows.some(
      (row) =>
        row.page === turn.page &&
        row.preset === turn.preset &&
        row.round === turn.round &&
        row.side === side,
    )
    if (isKept) continue
    const origin = side === 'ours' ? url : floor.url
    const { result: run, isDisturbed } = await visits.undisturbed(() =>
      untilRecorded(() =>
        judgePage(`${origin}${pages[turn.page]}`, {
          preset: turn.preset,
          isFloor: side === 'floor',
        }),
      ),
    )
    kept.rows.push({ ...turn, side, isDisturbed, ...run })
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, JSON.stringify(kept))
    console.log(
      `  ${turn.page}, ${turn.preset}, run ${turn.round + 1}, ${side}: performance ${run.performance}, LCP ${Math.round(run.lcpMs)} ms, main thread ${Math.round(run.blockedMs)} ms${isDisturbed ? ', disturbed' : ''}`,
    )
  }
}

function roundsOf(page: PageName): number {
  return rounds ?? (page === 'home' || page === 'collection' ? 9 : 3)
}

function pageNames({ pages }: BenchProduct): PageName[] {
  // Safe: the keys of that record are the names.
  return Object.keys(pages) as PageName[]
}

/** What was measured of this very build. */
function readKept(): Kept {
  try {
    const read: Kept = JSON.parse(readFileSync(file, 'utf8'))
    return read.build === build ? read : { build, rows: [] }
  } catch {
    return { build, rows: [] }
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string' },
        only: { type: 'string' },
        afresh: { type: 'boolean', default: false },
      },
    })
    const count = values.rounds === undefined ? undefined : Number(values.rounds)
    if (count !== undefined && !(Number.isInteger(count) && count > 0)) {
      throw new Error('--rounds takes a whole number.')
    }
    return { only: values.only, rounds: count, isAfresh: values.afresh }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}
