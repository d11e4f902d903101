import { spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { findChromium } from '../chromium.mjs'
import { root } from '../program.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '' },
    resume: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
  },
})

/** Wallets times situations of the whole matrix: a run that plays fewer has failed. */
const COMBINATIONS = 493
const cacheFolder = join(root, 'node_modules', '.cache', 'journeys')

process.exit((await playMatrix()) && (await playRounds()) ? 0 : 1)

/**
 * Plays every situation of signing in and out with every wallet it can happen to, in the order
 * of `--seed`; with `--only`, those whose name holds that text. With `--resume`, what passed on
 * the same sources before is not played again.
 */
async function playMatrix(): Promise<boolean> {
  const { seed, only, resume } = values
  mkdirSync(cacheFolder, { recursive: true })
  const file = join(cacheFolder, `passed-${stateOfSources()}.txt`)
  if (!resume || !existsSync(file)) writeFileSync(file, '')
  const before = linesOf(file)
  const skip = join(cacheFolder, 'skip.json')
  writeFileSync(skip, JSON.stringify(before))
  console.log(`seed ${seed}; ${before.length} passed before`)
  if (before.length === COMBINATIONS) return true
  const wanted = ['--pass-with-no-tests', '--grep', `${escaped(only)}.*@sign-in`]
  const status = await playwright(wanted, {
    environment: { JOURNEYS_SEED: seed, JOURNEYS_SKIP: skip },
    onPassed: (name) => appendFileSync(file, `${name}\n`),
  })
  const passed = linesOf(file)
  console.log(`${passed.length} of ${COMBINATIONS} combinations passed (seed ${seed})`)
  return status === 0 && (only !== '' || passed.length === COMBINATIONS)
}

/** Plays the way of a collector with every wallet `--rounds` times; a part of the matrix needs none. */
async function playRounds(): Promise<boolean> {
  const { rounds, only } = values
  if (rounds === '0' || only !== '') return true
  return (await playwright(['--grep', '@journey', '--repeat-each', rounds])) === 0
}

type Options = {
  environment?: Record<string, string>
  /** Hears the name of each test that passed, at once. */
  onPassed?: (name: string) => void
}

function playwright(
  args: string[],
  { environment = {}, onPassed }: Options = {},
): Promise<number> {
  const command = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const fixed = ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list']
  const child = spawn(process.execPath, [command, ...fixed, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHROMIUM: findChromium(), NO_COLOR: '1', ...environment },
  })
  for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(ending, () => child.kill(ending))
  }
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    console.log(line)
    const [, name] = /^\s+✓\s.* › (.*) \([^()]*\)$/.exec(line) ?? []
    if (name) onPassed?.(name)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function stateOfSources(): string {
  const hash = createHash('sha256')
  const patterns = ['{apps,packages}/*/src/**/*.{ts,tsx,css}', 'e2e/*.ts']
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
