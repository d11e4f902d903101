import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../program.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    from: { type: 'string', default: '0' },
  },
})

/**
 * Sends `--requests` generated requests over all routes of the running app, and judges each
 * answer. A finding names its number: `--seed S --from NUMBER --requests 1` sends it again, and
 * the line for curl that stands below it does so by hand.
 */
console.log(`seed ${values.seed}, from request ${values.from}`)
const done = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    ...['run', 'apps/server/src/app-fuzz.test.ts'],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      FUZZ_SEED: values.seed,
      FUZZ_FROM: values.from,
    },
  },
)
process.exit(done.status ?? 1)
