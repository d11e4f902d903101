import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { makeTemplate } from '../follower/databases.ts'
import { type Plant, plant, plants } from '../follower/plants.ts'
import { type DatabaseSources, playSeed, shapeOf } from '../follower/seeds.ts'
import type { Outcome } from '../follower/simulation.ts'
import { allStrikes } from '../follower/weather.ts'
import { root } from '../program.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    plants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})

/** What is kept of a seed that passed, so that a run that was cut short goes on. */
const result = z.object({
  key: z.string(),
  seed: z.number(),
  kills: z.number(),
  killsInBatch: z.number(),
  looks: z.number(),
  strikes: z.record(z.string(), z.number()),
})
type Result = z.infer<typeof result>

/** Kills within a batch that a whole run must have seen. */
const KILLS_IN_BATCH = 100
const cacheFolder = join(root, 'node_modules', '.cache', 'follower')
const results = join(cacheFolder, 'results.jsonl')

for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(ending, () => process.exit(1))
}
process.exit(values.plants ? await tryPlants() : await playSeeds())

/**
 * Plays `--seeds` seeds from `--first` on, or the one `--seed`. Seeds that passed on the same
 * sources are not played again, unless asked for by number.
 */
async function playSeeds(): Promise<number> {
  mkdirSync(cacheFolder, { recursive: true })
  const isOne = values.seed !== undefined
  const first = Number(values.seed ?? values.first)
  const count = isOne ? 1 : Number(values.seeds)
  const known = isOne ? new Map<string, Result>() : readResults()
  const state = stateOfSources()
  const postgres = await startPostgres()
  const template = await makeTemplate()
  const from = { template, server: postgres.url }
  const passed: Result[] = []
  const failed: number[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const key = `${state} ${seed}`
    const done = known.get(key) ?? (await playOne(seed, key, from))
    if (known.has(key)) console.log(`seed ${seed}: passed before`)
    if (done) passed.push(done)
    else failed.push(seed)
  }
  await postgres.stop()
  rmSync(template, { recursive: true, force: true })
  const lacks = isOne || count < 50 ? [] : lacksOf(passed)
  tell(passed)
  for (const lack of lacks) console.log(lack)
  console.log(`${passed.length} passed, ${failed.length} failed`)
  return failed.length + lacks.length === 0 ? 0 : 1
}

async function playOne(
  seed: number,
  key: string,
  from: DatabaseSources,
): Promise<Result | undefined> {
  try {
    const outcome = await playSeed(seed, from)
    console.log(lineOf(seed, outcome))
    const { kills, killsInBatch, looks } = outcome
    const strikes = Object.fromEntries(outcome.strikes)
    const done = { key, seed, kills, killsInBatch, looks, strikes }
    appendFileSync(results, `${JSON.stringify(done)}\n`)
    return done
  } catch (error) {
    console.log(`seed ${seed} FAILED: ${error instanceof Error ? error.message : error}`)
    console.log(`  again: npm run soak -- follower --seed ${seed}`)
    return undefined
  }
}

function lineOf(seed: number, outcome: Outcome): string {
  const { endpoints, followers } = shapeOf(seed)
  const strikes = [...outcome.strikes].map(([kind, count]) => `${kind} ${count}`)
  return [
    `seed ${seed}: ${endpoints} endpoints, ${followers} followers, ${outcome.seconds} s`,
    `  ${outcome.blocks} blocks, ${outcome.logs} logs, ${outcome.collections} collections`,
    `  reorganisations of ${outcome.reorganisations.join(', ')} blocks, ${outcome.fallbacks} times a shorter chain`,
    `  ${outcome.kills} kills, ${outcome.killsInBatch} of them within a batch, ${outcome.freezes} freezes, ${outcome.looks} looks at confirmed rows: none false`,
    `  strikes: ${strikes.join(', ')}`,
  ].join('\n')
}

function tell(passed: Result[]): void {
  const sum = (of: (one: Result) => number) =>
    passed.reduce((total, one) => total + of(one), 0)
  const strikes = allStrikes.map(
    (kind) => `${kind} ${sum((one) => one.strikes[kind] ?? 0)}`,
  )
  console.log(`strikes of all seeds: ${strikes.join(', ')}`)
  console.log(
    `${sum(({ kills }) => kills)} kills, ${sum(({ killsInBatch }) => killsInBatch)} of them within a batch; ${sum(({ looks }) => looks)} looks at confirmed rows`,
  )
}

/** What a whole run should have seen and has not. */
function lacksOf(passed: Result[]): string[] {
  const never = allStrikes
    .filter((kind) => passed.every(({ strikes }) => !strikes[kind]))
    .map((kind) => `${kind} never struck`)
  const kills = passed.reduce((sum, { killsInBatch }) => sum + killsInBatch, 0)
  if (kills >= KILLS_IN_BATCH) return never
  return [...never, `Only ${kills} kills came within a batch.`]
}

/** Plants each fault into a copy of the repository and plays seeds until one fails. */
async function tryPlants(): Promise<number> {
  const chosen = plants.filter(({ name }) => name.includes(values.only))
  let missed = 0
  for (const one of chosen) {
    const found = await findPlant(one)
    console.log(`${found ? 'found    ' : 'NOT FOUND'}  ${one.name}${found ?? ''}`)
    if (!found) missed += 1
  }
  console.log(`${chosen.length - missed} passed, ${missed} failed`)
  return missed === 0 && chosen.length > 0 ? 0 : 1
}

/** Says by which seed, and with which words, a plant was found. */
async function findPlant(one: Plant): Promise<string | undefined> {
  // Not within node_modules, where Node runs no TypeScript.
  const copy = mkdtempSync(join(tmpdir(), 'platemark-follower-plant-'))
  try {
    copyRepository(copy)
    plant(one, copy)
    for (const seed of one.seeds) {
      const said = await runSeed(copy, seed)
      const failure = said.split('\n').findIndex((line) => / FAILED: /.test(line))
      if (failure < 0) continue
      const lines = said.split('\n').slice(failure, failure + 2)
      return ` (${lines.join(' ').slice(0, 300)})`
    }
    return undefined
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The sources as they are now, with the packages that are installed here as hard links. */
function copyRepository(copy: string): void {
  const listed = spawnSync(
    'git',
    [
      'ls-files',
      '-co',
      '--exclude-standard',
      'apps',
      'packages',
      'tools',
      'package.json',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  for (const file of listed.stdout.split('\n').filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(modules)
  // Without the caches: what is compiled here is of other sources.
  spawnSync('sh', ['-c', `cp -al "${root}"/node_modules/* "${modules}"/`])
}

function runSeed(copy: string, seed: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(copy, 'tools', 'soak', 'follower.ts'),
        ...['--seed', String(seed)],
      ],
      { cwd: copy, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    child.on('error', reject)
    child.on('close', () => {
      if (/^\d passed, \d failed$/m.test(said)) resolve(said)
      else reject(new Error(`Seed ${seed} was not played:\n${said}`))
    })
  })
}

function readResults(): Map<string, Result> {
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n') : []
  const found = lines.filter(Boolean).map((line) => result.parse(JSON.parse(line)))
  return new Map(found.map((one) => [one.key, one]))
}

/** A hash of everything that decides how a seed ends. */
function stateOfSources(): string {
  const hash = createHash('sha256')
  const patterns = ['apps/server/{src,migrations}/**/*.ts', 'tools/follower/**/*.ts']
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    if (!file.endsWith('.test.ts'))
      hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}
