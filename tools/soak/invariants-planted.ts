import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { type Plant, planted, readPlants } from '../invariants/plants.ts'
import { root } from '../program.ts'

const LOW_PRIORITY = 10
/** What an invariant says when it is broken itself, and not the world that it looks at. */
const BROKEN = /^\[FAIL: broken: (.*?)\]/m

const result = z.object({ key: z.string(), isRed: z.boolean(), says: z.string() })
type Result = z.infer<typeof result>

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '256' },
    depth: { type: 'string', default: '150' },
  },
})

/** Where results and the copy of the contracts lie; git does not see it. */
const cacheFolder = join(root, 'node_modules', '.cache', 'invariants')
const scratch = join(cacheFolder, 'copy')
const results = join(cacheFolder, 'results.jsonl')
const contracts = join(root, 'contracts')

let running: ChildProcess | undefined
// forge.mjs passes the signal on, so that the compiler and the tests end with it.
process.on('exit', () => running?.kill('SIGTERM'))
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(ending, () => process.exit(1))
}

await main()

/**
 * Breaks the rule of each invariant in a copy of the contracts, and demands that this very
 * invariant turns red. A run that was cut short goes on where it stopped, as long as neither
 * contracts nor invariants changed.
 */
async function main() {
  setPriority(LOW_PRIORITY)
  const plants = readPlants().filter(({ invariant }) => invariant.includes(values.only))
  const known = readResults()
  const state = stateOfContracts()
  const open = plants.filter((plant) => !known.has(keyOf(plant, state)))
  if (open.length > 0) await prepare()
  let green = 0
  for (const plant of plants) {
    const key = keyOf(plant, state)
    const { isRed, says } = known.get(key) ?? (await tryPlant(plant, key))
    console.log(
      `${isRed ? 'red  ' : 'GREEN'}  ${plant.invariant}: ${plant.breaks} (${says})`,
    )
    if (!isRed) green += 1
  }
  console.log(`${plants.length - green} passed, ${green} failed`)
  process.exit(green === 0 && plants.length > 0 ? 0 : 1)
}

/** Makes the copy and demands that its invariants hold before anything is planted. */
async function prepare() {
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(join(scratch, 'tools'), { recursive: true })
  cpSync(contracts, join(scratch, 'contracts'), {
    recursive: true,
    filter: (path) => !['out', 'cache', 'anchors'].includes(basename(path)),
  })
  for (const file of ['forge.mjs', 'solc.mjs']) {
    cpSync(join(root, 'tools', file), join(scratch, 'tools', file))
  }
  const { isGreen, output } = await forge(['build'])
  if (!isGreen) throw new Error(`The contracts do not compile.\n${output}`)
  const untouched = await runInvariants('Invariants$', '^invariant_', {
    runs: '4',
    depth: '64',
  })
  if (!untouched.isGreen) throw new Error(`Red without a plant.\n${untouched.output}`)
}

async function tryPlant(plant: Plant, key: string): Promise<Result> {
  const path = join(scratch, 'contracts', plant.file)
  const untouched = readFileSync(path, 'utf8')
  writeFileSync(path, planted(plant))
  try {
    const tried = { key, ...(await verdict(plant)) }
    appendFileSync(results, `${JSON.stringify(tried)}\n`)
    return tried
  } finally {
    writeFileSync(path, untouched)
  }
}

async function verdict({ invariant, suite }: Plant): Promise<Omit<Result, 'key'>> {
  const built = await forge(['build', 'src'])
  if (!built.isGreen) throw new Error(`${invariant} does not compile.\n${built.output}`)
  const { isGreen, output } = await runInvariants(suite, `^${invariant}\\(`, values)
  const says = BROKEN.exec(output)?.[1]
  if (says !== undefined) return { isRed: true, says }
  if (isGreen && output.includes('[PASS]')) {
    return { isRed: false, says: 'it holds all the same' }
  }
  const otherwise = /^\[FAIL.*$/m.exec(output)?.[0]
  if (otherwise) return { isRed: false, says: otherwise }
  throw new Error(`${invariant} was not run.\n${output}`)
}

function runInvariants(
  suite: string,
  test: string,
  { runs, depth }: { runs: string; depth: string },
) {
  // Counterexamples that are kept would be tried on the next plant.
  rmSync(join(scratch, 'contracts/cache/invariant'), { recursive: true, force: true })
  const chosen = ['--match-contract', suite, '--match-test', test]
  return forge(['test', '--threads', '1', ...chosen], {
    FOUNDRY_FUZZ_SEED: values.seed,
    FOUNDRY_INVARIANT_RUNS: runs,
    FOUNDRY_INVARIANT_DEPTH: depth,
    // A smaller counterexample would take time and nobody reads it.
    FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
  })
}

function forge(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ isGreen: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(scratch, 'tools', 'forge.mjs'), ...args],
      { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    running = child
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk).slice(-200_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (status) => resolve({ isGreen: status === 0, output }))
  })
}

/** What is known from an earlier run, by what was tried. */
function readResults(): Map<string, Result> {
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n') : []
  const found = lines.filter(Boolean).map((line) => result.parse(JSON.parse(line)))
  return new Map(found.map((one) => [one.key, one]))
}

/** A hash of everything that decides whether a plant is found. */
function stateOfContracts(): string {
  const { seed, runs, depth } = values
  const hash = createHash('sha256').update(JSON.stringify({ seed, runs, depth }))
  const files = globSync(['foundry.toml', 'src/**/*.sol', 'test/**/*.sol'], {
    cwd: contracts,
  })
  for (const file of files.sort()) {
    hash.update(file).update(readFileSync(join(contracts, file)))
  }
  return hash.digest('hex')
}

function keyOf(plant: Plant, state: string): string {
  return createHash('sha256').update(state).update(JSON.stringify(plant)).digest('hex')
}
