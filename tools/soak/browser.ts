import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../chromium.mjs'
import { root } from '../program.ts'

/** Parts of the run, so that one that was cut short goes on where it stopped. */
const PARTS = 8

const { seed, only, rounds, from } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
  },
}).values

/**
 * Runs every browser test with every row of its tables; `--only` filters by title, `--seed` orders
 * the sign-in cases. Without `--only`, in parts, of which `--from` names the first, and then repeats
 * the collector's journey `--rounds` times. Stops at a part that failed.
 */
if (!(Number(from) >= 1 && Number(from) <= PARTS)) {
  console.error(`--from takes a part from 1 to ${PARTS}, not ${from}.`)
  process.exit(1)
}
console.log(`seed ${seed}`)
process.exit((await runAll()) ? 0 : 1)

async function runAll(): Promise<boolean> {
  if (only !== '')
    return playwright(['--grep', only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')])
  for (let part = Number(from); part <= PARTS; part += 1) {
    console.log(`part ${part} of ${PARTS}; repeat with --seed ${seed} --from ${part}`)
    if (!(await playwright(['--shard', `${part}/${PARTS}`]))) return false
  }
  return rounds === '0' || playwright(['--grep', '@journey', '--repeat-each', rounds])
}

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
