import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../chromium.mjs'
import { root } from '../program.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })

/** Plays every journey marked `@journey` `--rounds` times against one running program. */
const done = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
    ...['test', '--config', 'e2e/playwright.config.ts'],
    ...['--grep', '@journey', '--repeat-each', values.rounds, '--reporter', 'line'],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: findChromium() },
  },
)
process.exit(done.status ?? 1)
