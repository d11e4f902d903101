import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../chromium.mjs'
import { root } from '../program.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
  },
})

process.exit((await runAll()) && (await repeatJourneys()) ? 0 : 1)

/**
 * Runs every browser test with every row of its tables; with `--only`, those whose title holds
 * that text. `--seed` orders the situations of signing in.
 */
function runAll(): Promise<boolean> {
  const { seed, only } = values
  console.log(`seed ${seed}`)
  return playwright(['--grep', only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')])
}

/** Repeats the journey of a collector with every wallet `--rounds` times. */
async function repeatJourneys(): Promise<boolean> {
  const { only, rounds } = values
  if (rounds === '0' || only !== '') return true
  return playwright(['--grep', '@journey', '--repeat-each', rounds])
}

/** Resolves with whether every test passed; finding no test is a failure. */
function playwright(args: string[]): Promise<boolean> {
  const command = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const fixed = ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list']
  const child = spawn(process.execPath, [command, ...fixed, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CHROMIUM: findChromium(),
      PLATEMARK_BROWSER: 'full',
      PLATEMARK_SEED: values.seed,
    },
  })
  for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(ending, () => child.kill(ending))
  }
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}
