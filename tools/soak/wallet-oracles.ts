import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../program.ts'
import { runTests } from '../run-tests.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

/** The public libraries and their lockfile, which nothing else installs. */
const folder = join(root, 'tools/oracles/wallet')
const results = mkdtempSync(join(tmpdir(), 'platemark-oracles-'))

console.log(`seed ${values.seed}`)
requireSuccess('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
const accounts = record('record-accounts.mjs')
const crossApp = record('record-cross-app.mjs')
runTests(['tools/wallet/vectors.test.ts', 'tools/wallet/cross-app-vectors.test.ts'], {
  WALLET_VECTORS: accounts,
  CROSS_APP_VECTORS: crossApp,
})

/** Lets the public libraries answer random input; returns the file of their answers. */
function record(script: string): string {
  const out = join(results, `${script}.jsonl`)
  const options = ['--count', values.rounds, '--seed', values.seed, '--out', out]
  requireSuccess(process.execPath, [join(folder, script), ...options], root)
  return out
}

function requireSuccess(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
