import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../program.ts'

/**
 * Lines that no test can run, by file and text: the precompile that copies memory fails only
 * without gas, and then nothing after it could run.
 */
const UNREACHABLE = [
  'if iszero(staticcall(gas(), IDENTITY, terms, size, end, size)) {',
  'revert(0, 0)',
].map((code) => `src/collections/CollectionFactory.sol: ${code}`)

const contracts = join(root, 'contracts')
const folder = join(root, 'node_modules', '.cache', 'coverage')
const report = join(folder, 'lcov.info')

mkdirSync(folder, { recursive: true })
runCoverage()
process.exitCode = reportGaps()

/** Runs the unit tests with counters in the code, which needs a build without the optimiser. */
function runCoverage(): void {
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'tools', 'forge.mjs'),
      ...['coverage', '--report', 'lcov', '--report-file', report, '--exclude-tests'],
      ...['--report', 'summary'],
      ...['--out', join(folder, 'out'), '--cache-path', join(folder, 'cache')],
      // The unit tests alone must reach everything; gas is another without the optimiser.
      ...['--match-path', 'test/{collections,names,sources}/*'],
      // Forge's coverage does not find what these import from OpenZeppelin.
      ...['--skip', 'test/collections/ERC*.t.sol'],
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 1 << 29,
      env: { ...process.env, FOUNDRY_PROFILE: 'coverage' },
    },
  )
  console.log(run.stdout)
  if (run.status !== 0 || run.stdout.includes('[FAIL')) process.exit(run.status || 1)
}

/** Prints every line and branch that did not run; returns the exit code. */
function reportGaps(): number {
  let file = ''
  const measured = new Set<string>()
  const missed = new Set<string>()
  for (const entry of readFileSync(report, 'utf8').split('\n')) {
    const [kind, value = ''] = entry.split(/:(.*)/s)
    if (kind === 'SF') file = value
    if (kind !== 'DA' && kind !== 'BRDA') continue
    measured.add(file)
    const fields = value.split(',')
    const line = Number(fields[0])
    if (!['0', '-'].includes(fields.at(-1) ?? '')) continue
    const code = sourceOf(file).split('\n')[line - 1]?.trim()
    if (UNREACHABLE.includes(`${file}: ${code}`)) continue
    missed.add(`${file}:${line} did not run: ${code}`)
  }
  for (const path of globSync('src/**/*.sol', { cwd: contracts })) {
    const hasCode =
      /\bfunction\b/.test(sourceOf(path)) && !/^interface /m.test(sourceOf(path))
    if (hasCode && !measured.has(path)) missed.add(`${path}: nothing was measured`)
  }
  for (const message of missed) console.error(message)
  console.log(`${measured.size} files measured, ${missed.size} gaps.`)
  return measured.size > 0 && missed.size === 0 ? 0 : 1
}

function sourceOf(path: string): string {
  return readFileSync(join(contracts, path), 'utf8')
}
