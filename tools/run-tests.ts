import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './program.ts'

/** Options of a soak beside `--seed`, with the variables that `apps/server/test/share.ts` reads. */
const variables = { rounds: 'PLATEMARK_ROUNDS', from: 'PLATEMARK_FROM' }
export type TestOption = keyof typeof variables

/**
 * Runs these test files at full length, with `--seed N` of `args` or a random one and the options of
 * `taken`, and exits. Throws for a file that does not exist: Vitest would leave it out
 * and pass.
 */
export function runFullTests(
  files: string[],
  taken: TestOption[] = [],
  args = process.argv.slice(2),
): never {
  const missing = files.filter((file) => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`no such test file: ${missing.join(', ')}`)
  const names = ['seed', ...taken].map((name) => [name, { type: 'string' }] as const)
  const { values } = parseArgs({ args, options: Object.fromEntries(names) })
  const { seed = String(randomInt(1_000_000)) } = values
  console.log(`seed ${seed}`)
  const chosen = taken.flatMap((name) =>
    values[name] === undefined ? [] : [[variables[name], String(values[name])]],
  )
  runTests(files, {
    ...{ PLATEMARK_SOAK: '1', PLATEMARK_SEED: String(seed) },
    ...Object.fromEntries(chosen),
  })
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
