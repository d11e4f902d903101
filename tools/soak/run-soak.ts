import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../program.ts'
import { runFullTests, type TestOption } from '../run-tests.ts'
import { browserOptions, runBrowser } from './run-browser.ts'

/** A soak of tests that are there anyway, as `tools/soak.mjs` lists it. */
type Soak = {
  /** Test files of Vitest, and the options of the command line that they take. */
  tests?: string[]
  takes?: TestOption[]
  /** Arguments of Playwright. */
  browser?: string[]
  /** Arguments of forge. */
  forge?: string[]
}

const [soak = '', ...args] = process.argv.slice(2)
// Safe: tools/soak.mjs passes one of its soaks.
const { tests, takes, browser, forge } = JSON.parse(soak) as Soak
if (tests) runFullTests(tests, takes, args)
if (browser) {
  const { seed, from } = parseArgs({ args, options: browserOptions }).values
  console.log(`seed ${seed}`)
  process.exit((await runBrowser(seed, browser, { PLATEMARK_FROM: from })) ? 0 : 1)
}
if (forge) runForge([...forge, ...args])

/** Runs forge with the full profile and these arguments; the process ends with its exit code. */
function runForge(args: readonly string[]): void {
  const child = spawn(process.execPath, [join(root, 'tools', 'forge.mjs'), ...args], {
    env: { ...process.env, FOUNDRY_PROFILE: 'soak' },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code) => process.exit(code ?? 1))
}
