import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from '../program.ts'

const LOW_PRIORITY = 10

setPriority(LOW_PRIORITY)
const child = spawn(
  process.execPath,
  [
    join(root, 'tools', 'forge.mjs'),
    ...['test', '--match-path', 'test/invariants/*', '-vv'],
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, FOUNDRY_PROFILE: 'soak' }, stdio: 'inherit' },
)
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  // forge.mjs passes the signal on, and its end is then ours.
  process.on(ending, () => child.kill('SIGTERM'))
}
child.on('exit', (code) => process.exit(code ?? 1))
