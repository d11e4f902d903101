import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../program.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10000' } },
})

/** Plays the sign-in protocol with `--rounds` texts for the reference parser. */
const done = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--maxWorkers', '1', 'apps/server/src/areas/session/'],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SIGN_IN_TEXTS: values.rounds },
  },
)
process.exit(done.status ?? 1)
