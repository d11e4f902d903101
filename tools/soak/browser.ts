import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../chromium.mjs'
import { root } from '../program.ts'

const { seed, only, rounds } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
  },
}).values

/**
 * Runs every browser test with every row of its tables; `--only` filters by title, `--seed` orders
 * the sign-in cases. Without `--only`, then repeats the collector's journey `--rounds` times.
 */
console.log(`seed ${seed}`)
const isRepeated = rounds !== '0' && only === ''
const passed =
  (await playwright(['--grep', only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')])) &&
  (!isRepeated || (await playwright(['--grep', '@journey', '--repeat-each', rounds])))
process.exit(passed ? 0 : 1)

/** Resolves with true when every test passed; no test at all is a failure. */
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
      PLATEMARK_SEED: seed,
    },
  })
  for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(ending, () => child.kill(ending))
  }
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}
