import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './program.ts'

/**
 * Runs these test files at full length, with `--seed N` or a random one, and exits. Throws for a
 * file that does not exist: Vitest would leave it out and pass.
 */
export function runFullTests(files: string[]): never {
  const missing = files.filter((file) => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`no such test file: ${missing.join(', ')}`)
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: String(randomInt(1_000_000)) } },
  })
  console.log(`seed ${values.seed}`)
  runTests(files, { PLATEMARK_SOAK: '1', PLATEMARK_SEED: values.seed })
}

/** Runs Vitest with these arguments and variables, and exits with its exit code. */
export function runTests(args: string[], env: Record<string, string>): never {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.exit(status ?? 1)
}
