import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { findChromium } from '../chromium.mjs'
import { root } from '../program.ts'

/** Options of the soaks of browser tests: a seed, and where to go on. */
export const browserOptions = {
  seed: { type: 'string', default: String(randomInt(1_000_000)) },
  from: { type: 'string', default: '1' },
} as const

/**
 * Runs the browser tests that `args` of Playwright select, with every row of their tables.
 * Resolves with true when every test passed; no test at all is a failure.
 */
export function runBrowser(
  seed: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<boolean> {
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
      ...settings,
    },
  })
  for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(ending, () => child.kill(ending))
  }
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}
