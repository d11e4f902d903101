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
const vectors = join(mkdtempSync(join(tmpdir(), 'platemark-oracles-')), 'vectors.jsonl')

console.log(`seed ${values.seed}`)
requireSuccess('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
requireSuccess(
  process.execPath,
  [
    ...[join(folder, 'record.mjs'), '--count', values.rounds],
    ...['--seed', values.seed, '--out', vectors],
  ],
  root,
)
runTests(['tools/wallet/vectors.test.ts'], { WALLET_VECTORS: vectors })

function requireSuccess(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
