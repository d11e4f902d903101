import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { root } from '../program.ts'

/** One fuzz test for drops, also soulbound and open ones, and one for editions. */
const TESTS = {
  drop: 'testFuzz_aDropIsThePlainDrop',
  edition: 'testFuzz_anEditionIsThePlainEdition',
} as const

/** A part is one call of forge with a seed of its own, and what a later run does not repeat. */
const RUNS_PER_PART = 500
/** What a run does to a collection and to its plain twin. */
const STEPS_PER_RUN = 40

const progress = z.record(z.string(), z.number())

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const parts = Math.ceil(Number(values.runs) / RUNS_PER_PART)

const folder = join(root, 'node_modules', '.cache', 'differential')
const file = join(folder, `seed-${seed}.json`)

let running: ChildProcess | undefined
process.on('exit', () => running?.kill('SIGTERM'))
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(ending, () => process.exit(1))
}

process.exitCode = await main()

/**
 * Plays `--runs` random lives of each kind on the packed contracts and on the plain ones that
 * say the same in words. A run that was cut short goes on behind its last finished part.
 */
async function main(): Promise<number> {
  mkdirSync(folder, { recursive: true })
  console.log(`Seed ${seed}, ${parts * RUNS_PER_PART} runs of each kind.`)
  let failed = 0
  for (const [kind, test] of Object.entries(TESTS)) {
    for (let part = readProgress()[kind] ?? 0; part < parts; part += 1) {
      const output = await play(test, seed * 1_000_000 + part)
      if (!isGreen(output)) {
        console.log(output)
        console.log(`${kind}: differs in part ${part} of seed ${seed}.`)
        failed += 1
        break
      }
      writeFileSync(file, JSON.stringify({ ...readProgress(), [kind]: part + 1 }))
      console.log(`${kind}: ${(part + 1) * RUNS_PER_PART} runs alike`)
    }
  }
  const runs = Object.values(readProgress()).reduce((sum, done) => sum + done, 0)
  const all = runs * RUNS_PER_PART
  console.log(`${all} runs, ${all * STEPS_PER_RUN} steps alike; ${failed} kinds differ.`)
  return failed === 0 ? 0 : 1
}

/** What forge prints; a run that found no test is as bad as one that failed. */
function isGreen(output: string): boolean {
  return /1 tests passed, 0 failed, 0 skipped/.test(output)
}

function play(test: string, fuzzSeed: number): Promise<string> {
  const options = ['--match-path', 'test/differential/*', '--match-test', `^${test}\\(`]
  const fuzz = ['--fuzz-seed', String(fuzzSeed), '--fuzz-runs', String(RUNS_PER_PART)]
  const child = spawn(
    process.execPath,
    [join(root, 'tools', 'forge.mjs'), 'test', ...options, ...fuzz],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running = child
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', reject)
    child.on('exit', () => resolve(output))
  })
}

function readProgress(): Record<string, number> {
  try {
    return progress.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
