import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../program.ts'
import { applyEdit, type Edit } from './edits.ts'
import { cacheFolder, type Result } from './results.ts'
import type { Sources } from './syntax.ts'

/** A copy of the contracts that edits can be planted in. */
export type Scratch = {
  folder: string
  seed: string
  /** What the untouched sources compile to. */
  code: string
  /** How long each part of the suite takes on the untouched sources. */
  seconds: Map<string, number>
}

/** How one run of forge ended. */
type Run = { isGreen: boolean; isTimedOut: boolean; output: string; seconds: number }

/** One part of the suite, in the order in which the cheap ones come first. */
type Stage = { name: string; args: string[]; environment: Record<string, string> }

/** What happened to an edit, and the test that saw it. */
type Verdict = Pick<Result, 'outcome' | 'by'>

/** Libraries that tests compare with or check against. */
const LIBRARIES = ['@openzeppelin/contracts', 'erc721a', 'solady']
const GAS_STAGE = 'gas snapshots'
/** Far fewer runs than in the suite itself: most faults show in the first, and time is short. */
const STAGES: Stage[] = [
  {
    name: 'unit tests',
    args: ['--no-match-path', 'test/{differential,invariants,gas}/**'],
    environment: { FOUNDRY_FUZZ_RUNS: '32' },
  },
  {
    name: 'differential tests',
    args: ['--match-path', 'test/differential/**'],
    environment: { FOUNDRY_FUZZ_RUNS: '48' },
  },
  {
    name: 'invariants',
    args: ['--match-path', 'test/invariants/**'],
    environment: { FOUNDRY_INVARIANT_RUNS: '6', FOUNDRY_INVARIANT_DEPTH: '48' },
  },
  { name: GAS_STAGE, args: ['--match-path', 'test/gas/**'], environment: {} },
]
/** A mutant may take this many times as long as the untouched code, and a start-up besides. */
const PATIENCE = 8
const START_UP_MS = 30_000
const BASELINE_MS = 900_000

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(end))
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(ending, () => process.exit(1))
}

/** Makes copies, compiles them, and demands that the suite is green before anything is planted. */
export async function openScratches(
  count: number,
  seed: string,
  sources: Sources,
): Promise<Scratch[]> {
  const first = makeScratch('copy-1', seed)
  const built = await forge(first, ['build'], BASELINE_MS)
  if (!built.isGreen)
    throw new Error(`The contracts do not compile.\n${faultsIn(built.output)}`)
  for (const stage of STAGES) {
    const run = await test(first, stage, BASELINE_MS)
    if (!run.isGreen) throw new Error(`Red without an edit: ${faultsIn(run.output)}`)
    first.seconds.set(stage.name, run.seconds)
    console.log(`untouched: ${stage.name} green after ${run.seconds.toFixed(1)} s`)
  }
  first.code = codeOf(first, sources)
  const others = Array.from({ length: count - 1 }, (_, index) => {
    const folder = join(cacheFolder, `copy-${index + 2}`)
    rmSync(folder, { recursive: true, force: true })
    cpSync(first.folder, folder, { recursive: true })
    return { ...first, folder }
  })
  return [first, ...others]
}

/** Plants an edit, runs the suite until a test fails, and takes the edit out again. */
export async function tryEdit(
  scratch: Scratch,
  edit: Edit,
  sources: Sources,
): Promise<Verdict> {
  const text = sources[edit.file] ?? ''
  const path = join(scratch.folder, 'contracts', edit.file)
  writeFileSync(path, applyEdit(text, edit), 'latin1')
  try {
    const built = await forge(scratch, ['build', 'src'], BASELINE_MS)
    if (!built.isGreen) return { outcome: 'uncompilable', by: '' }
    if (codeOf(scratch, sources) === scratch.code) return { outcome: 'same code', by: '' }
    return await runSuite(scratch)
  } finally {
    writeFileSync(path, text, 'latin1')
  }
}

/** Copies the contracts and what they are compiled with, without anything compiled. */
function makeScratch(name: string, seed: string): Scratch {
  const folder = join(cacheFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'tools'), { recursive: true })
  cpSync(join(root, 'contracts'), join(folder, 'contracts'), {
    recursive: true,
    filter: (path) => !['out', 'cache', 'anchors'].includes(basename(path)),
  })
  for (const file of ['forge.mjs', 'solc.mjs']) {
    cpSync(join(root, 'tools', file), join(folder, 'tools', file))
  }
  for (const library of LIBRARIES) {
    const from = join(root, 'node_modules', library)
    cpSync(from, join(folder, 'node_modules', library), { recursive: true })
  }
  return { folder, seed, code: '', seconds: new Map() }
}

/** All that the production sources compile to, as one text. */
function codeOf(scratch: Scratch, sources: Sources): string {
  return Object.keys(sources)
    .flatMap((source) =>
      globSync(join(scratch.folder, 'contracts/out', basename(source), '*.json')).sort(),
    )
    .map((path) => {
      // Safe: forge wrote this file a moment ago, in the format of its artifacts.
      const artifact = JSON.parse(readFileSync(path, 'utf8')) as {
        bytecode: { object: string }
        deployedBytecode: { object: string }
      }
      return artifact.bytecode.object + artifact.deployedBytecode.object
    })
    .join()
}

async function runSuite(scratch: Scratch): Promise<Verdict> {
  for (const stage of STAGES) {
    const limit = START_UP_MS + PATIENCE * 1000 * (scratch.seconds.get(stage.name) ?? 0)
    const run = await test(scratch, stage, limit)
    if (run.isTimedOut) return { outcome: 'timed out', by: stage.name }
    if (run.isGreen) continue
    const by = failedTest(run.output)
    return { outcome: stage.name === GAS_STAGE ? 'gas only' : 'killed', by }
  }
  return { outcome: 'survived', by: '' }
}

function test(
  scratch: Scratch,
  { args, environment }: Stage,
  limitMs: number,
): Promise<Run> {
  // Counterexamples that are kept would be tried on the next edit, and results would depend on the order.
  for (const kept of ['fuzz', 'invariant']) {
    rmSync(join(scratch.folder, 'contracts/cache', kept), {
      recursive: true,
      force: true,
    })
  }
  return forge(
    scratch,
    ['test', '--fail-fast', '--threads', '1', ...args],
    limitMs,
    environment,
  )
}

function faultsIn(output: string): string {
  return output
    .split('\n')
    .filter((line) => /^(\[FAIL|Error|\s*-->)/.test(line))
    .join('\n')
}

function failedTest(output: string): string {
  const line = output.split('\n').find((text) => text.startsWith('[FAIL'))
  // A run without a failed test broke for another reason and says nothing about the edit.
  if (!line) throw new Error(`forge failed without a failing test.\n${output}`)
  return /\] (\w+)\(/.exec(line)?.[1] ?? line
}

function forge(
  scratch: Scratch,
  args: string[],
  limitMs: number,
  environment: Record<string, string> = {},
): Promise<Run> {
  const began = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(scratch.folder, 'tools', 'forge.mjs'), ...args],
      {
        env: {
          ...process.env,
          // Tests load the code of contracts when they run, and an edit does not recompile them.
          FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
          FOUNDRY_FUZZ_SEED: scratch.seed,
          // A smaller counterexample would take time and nobody reads it.
          FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own, so that the compiler ends with it.
        detached: true,
      },
    )
    running.add(child)
    let output = ''
    let isTimedOut = false
    const collect = (chunk: Buffer) => {
      output = (output + chunk).slice(-200_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const timer = setTimeout(() => {
      isTimedOut = true
      end(child)
    }, limitMs)
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(timer)
      running.delete(child)
      const seconds = (Date.now() - began) / 1000
      resolve({ isGreen: status === 0, isTimedOut, output, seconds })
    })
  })
}

function end(child: ChildProcess) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself in between.
  }
}
