// `npm test`: installs what is missing, runs every runner, counts every test.
// Plain JavaScript: it starts on the machine's own Node.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { compileCache, install, nodePath, root } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'

const scratch = join(root, 'node_modules', '.cache', 'test')
/** The seed of the fuzz tests and invariants; `FUZZ_SEED=N npm test contracts` repeats a run. */
const fuzzSeed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 32))

/**
 * Every runner in order. `count` reads its figures from what it printed or wrote; a check
 * without figures of its own counts as one test.
 */
const runners = [
  { name: 'types', group: 'check', command: tool('typescript/bin/tsc', '-b') },
  {
    name: 'lint',
    group: 'check',
    command: tool(
      '@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      '--reporter=summary',
    ),
  },
  { name: 'dead code', group: 'check', command: tool('knip/bin/knip.js') },
  { name: 'workspaces', group: 'check', command: tool('sherif/index.js') },
  {
    name: 'lockfile',
    group: 'check',
    command: [join(root, 'tools', 'complete-lockfile.mjs'), '--check'],
  },
  {
    name: 'generated ABI',
    group: 'contracts',
    command: [join(root, 'tools', 'generate-abi.ts'), '--check'],
  },
  {
    name: 'contracts',
    group: 'contracts',
    command: [join(root, 'tools', 'forge.mjs'), 'test', '--fuzz-seed', fuzzSeed],
    note: `fuzz seed ${fuzzSeed}`,
    capture: true,
    count: forgeFigures,
  },
  {
    name: 'generated stand-ins',
    group: 'contracts',
    command: [join(root, 'tools', 'generate-stand-ins.ts'), '--check'],
  },
  {
    name: 'stand-ins of contracts',
    group: 'contracts',
    command: [
      ...[join(root, 'tools', 'forge.mjs'), 'test'],
      ...['--project', 'packages/wallet/testing/contracts'],
    ],
    capture: true,
    count: forgeFigures,
  },
  {
    name: 'unit and server',
    group: 'server',
    command: tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(scratch, 'vitest.json')}`,
    ),
    count: vitestFigures,
  },
  {
    name: 'least browsers',
    group: 'compiled',
    command: [join(root, 'tools', 'check-browsers.ts')],
  },
  {
    name: 'browser',
    group: 'browser',
    command: tool(
      '@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
    ),
    environment: () => ({
      CHROMIUM: findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(scratch, 'playwright.json'),
    }),
    count: playwrightFigures,
  },
]

/**
 * Stages in order, with groups that run beside each other: checks, build and contracts compute
 * while the server's tests wait. The browser's tests use both cores by themselves.
 */
const stages = [[['check', 'compiled'], ['contracts'], ['server']], [['browser']]]

await main(process.argv.slice(2))

async function main(selected) {
  const groups = new Set(runners.map(({ group }) => group))
  const unknown = selected.filter((group) => !groups.has(group))
  if (unknown.length > 0) {
    console.error(
      `Unknown runner ${unknown.join(', ')}. Choose of: ${[...groups].join(', ')}.`,
    )
    process.exit(2)
  }
  const began = Date.now()
  await install()
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  const results = [
    { name: 'install', passed: 0, failed: 0, skipped: 0, minutes: minutesSince(began) },
  ]
  for (const stage of stages) {
    const chosen = stage
      .map((groups) =>
        groups.filter((group) => selected.length === 0 || selected.includes(group)),
      )
      .filter((groups) => groups.length > 0)
    const finished = await Promise.all(
      chosen.map((groups, index) => runGroups(groups, index < chosen.length - 1)),
    )
    results.push(...finished.flat())
  }
  summarise(results, minutesSince(began))
}

/** Runs the runners of groups one after the other, to their end, whatever the others did. */
async function runGroups(groups, isQuiet) {
  const results = []
  for (const runner of runners.filter(({ group }) => groups.includes(group))) {
    results.push(await runOne(runner, isQuiet))
  }
  return results
}

/** Runs one runner; a quiet one prints all its output when it has ended. */
async function runOne(runner, isQuiet) {
  const began = Date.now()
  if (!isQuiet) console.log(`\n── ${runner.name} ──`)
  if (!isQuiet && runner.note) console.log(runner.note)
  let figures = { passed: 0, failed: 0, skipped: 0 }
  let status = 1
  let problem = ''
  try {
    const done = await runToEnd(runner, isQuiet)
    if (isQuiet) console.log(`\n── ${runner.name} ──\n${done.printed}`)
    status = done.status
    figures = runner.count
      ? runner.count(done.output, status)
      : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
  } catch (error) {
    problem = `${runner.name}: ${error.message}\n`
  }
  // A runner that found nothing, or failed without naming a test, is a failure itself.
  if ((status !== 0 && figures.failed === 0) || figures.passed + figures.failed === 0) {
    figures.failed += 1
  }
  console.log(
    `${problem}${runner.name}: ${figures.passed} passed, ${figures.failed} failed`,
  )
  return { name: runner.name, ...figures, minutes: minutesSince(began) }
}

/** Resolves with the output for `count` and the part of it to print. */
function runToEnd(runner, isQuiet) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      nodePath(),
      ['--disable-warning=ExperimentalWarning', ...runner.command],
      {
        cwd: root,
        env: {
          ...process.env,
          // Programs that tests start load in two thirds of the time.
          NODE_COMPILE_CACHE: compileCache(),
          ...runner.environment?.(),
        },
        stdio: [
          'ignore',
          runner.capture || isQuiet ? 'pipe' : 'inherit',
          isQuiet ? 'pipe' : 'inherit',
        ],
      },
    )
    const output = []
    const errors = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      const text = Buffer.concat(output).toString()
      const note = runner.note ? `${runner.note}\n` : ''
      const printed = `${note}${runner.capture ? '' : text}${Buffer.concat(errors)}`
      resolve({ status: code ?? 1, output: text, printed })
    })
  })
}

function summarise(results, minutes) {
  console.log('\nRunner             Minutes   Passed   Failed')
  for (const { name, passed, failed, minutes } of results) {
    const columns = [name.padEnd(16), minutes.toFixed(1).padStart(9)]
    console.log(
      `${columns.join(' ')} ${String(passed).padStart(8)} ${String(failed).padStart(8)}`,
    )
  }
  console.log(
    `Together ${minutes.toFixed(1)} minutes; load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} (1, 5, 15 minutes)`,
  )
  const sum = (field) => results.reduce((total, result) => total + result[field], 0)
  const skipped = sum('skipped')
  if (skipped > 0)
    console.log(`${skipped} tests were skipped; a skipped test counts as failed.`)
  const failed = sum('failed') + skipped
  console.log(`${sum('passed')} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

function forgeFigures(output, status) {
  // A gas snapshot that differs fails the run without failing a test.
  if (status !== 0) console.log(output)
  const [, passed = 0, failed = 0, skipped = 0] =
    output.match(/(\d+) tests passed, (\d+) failed, (\d+) skipped \(\d+ total/) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }
}

function vitestFigures() {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } =
    written('vitest.json')
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + (numTodoTests ?? 0),
  }
}

function playwrightFigures() {
  const { expected, unexpected, flaky, skipped } = written('playwright.json').stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

function written(name) {
  const file = join(scratch, name)
  if (!existsSync(file)) throw new Error(`runner wrote no ${name}`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function tool(path, ...args) {
  return [join(root, 'node_modules', path), ...args]
}

function minutesSince(began) {
  return (Date.now() - began) / 60_000
}
