import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startAnvil } from '../../apps/server/src/start-anvil.ts'
import { anvilClient, type EmptyChain } from '../../apps/server/test/chain.ts'
import { root } from '../program.ts'
import {
  RECORDINGS,
  type Recording,
  readRecordings,
  type Sending,
  type Step,
} from './gas-recordings.ts'
import {
  type AllFigures,
  CITED,
  computeLimit,
  type Figures,
  findAnchorGas,
  findCitedGas,
  findGas,
  findOwnFigures,
  GAS_ROWS,
  type GasRow,
  isCited,
  LIBRARIES,
  listProblems,
  mapSubjects,
  SUBJECTS,
} from './gas-rows.ts'
import { readSnapshots } from './gas-snapshots.ts'

/** Seconds added to recorded times, because the chain's own clock advances between steps. */
const CLOCK_SLACK = 3600
const USAGE = `Usage: npm run bench:gas [-- --update]
Measures the gas of every row twice, in the contract tests and by receipts of a real chain.
  --update   lets forge write contracts/snapshots, which \`npm test\` compares with`

/** Above the gas of every transaction, and below the limit of live chains for one. */
const GAS_LIMIT = 16_000_000n

const { values } = parseArgs({
  options: {
    update: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else process.exitCode = await measure(values.update)

/** Returns the exit code: 1 when a row costs too much, or when two measurements differ. */
async function measure(isUpdate: boolean): Promise<number> {
  rmSync(RECORDINGS, { recursive: true, force: true })
  recordTests('default', ['--match-path', 'test/gas/*.t.sol'], isUpdate)
  recordTests('baselines', [], isUpdate)
  const measured = readSnapshots()
  const receipts = await sendAll(readRecordings())

  printTable(measured, receipts)
  const problems = [...listProblems(measured), ...listDifferences(measured, receipts)]
  for (const problem of problems) console.error(problem)
  console.log(
    problems.length === 0
      ? '\nEvery row is within its target, and every receipt has the same figure.'
      : `\n${problems.length} problems.`,
  )
  return problems.length === 0 ? 0 : 1
}

/**
 * Runs the gas tests of one profile so that they record what they send. Forge compares the gas
 * with the snapshots, or writes them.
 */
function recordTests(profile: string, options: string[], isUpdate: boolean): void {
  const run = spawnSync(
    process.execPath,
    [join(root, 'tools', 'forge.mjs'), 'test', ...options],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        FOUNDRY_PROFILE: profile,
        FOUNDRY_GAS_SNAPSHOT_CHECK: String(!isUpdate),
        FOUNDRY_GAS_SNAPSHOT_EMIT: String(isUpdate),
        GAS_RECORD: 'true',
      },
    },
  )
  if (run.status === 0) return
  console.error(`The gas tests (${profile}) failed.\n${run.stdout}${run.stderr}`)
  process.exit(1)
}

/** Replays every recording on its own chain; returns the gas of the receipts. */
async function sendAll(recordings: Recording[]): Promise<AllFigures> {
  const figures = mapSubjects(() => ({}))
  for (const { subject, test, steps } of recordings) {
    // The rules of live chains, a gas price of 0 and impersonation of every account.
    const { url, stop } = await startAnvil([
      ...['--hardfork', 'osaka', '--timestamp', String(findStartTime(steps))],
      ...['--base-fee', '0', '--gas-price', '0', '--auto-impersonate'],
    ])
    try {
      const client = anvilClient(url, { pollingInterval: 5 })
      await sendSteps(client, steps, figures[subject])
    } catch (error) {
      throw new Error(`replay failed: ${subject}, ${test}`, { cause: error })
    } finally {
      await stop()
    }
  }
  return figures
}

async function sendSteps(
  client: EmptyChain['client'],
  steps: Step[],
  figures: Figures,
): Promise<void> {
  let time = findStartTime(steps)
  for (const step of steps) {
    if ('account' in step) {
      await client.setBalance({ address: step.account, value: step.balance })
      continue
    }
    if (step.time !== time) {
      time = step.time
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + CLOCK_SLACK) })
    }
    const gas = await sendStep(client, step)
    if (step.row) figures[step.row] = gas
  }
}

async function sendStep(
  client: EmptyChain['client'],
  { row, from, to, value, data }: Sending,
): Promise<number> {
  const hash = await client.sendTransaction({
    account: from,
    to,
    value,
    data,
    gas: GAS_LIMIT,
    gasPrice: 0n,
  })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success')
    throw new Error(`transaction reverted: ${row || 'step without a row'}`)
  return Number(receipt.gasUsed)
}

function findStartTime(steps: Step[]): number {
  const first = steps.find((step) => 'time' in step)
  if (!first) throw new Error('recording has no transaction')
  return first.time
}

/** Returns a sentence for every row whose receipt has another figure than its snapshot. */
function listDifferences(measured: AllFigures, receipts: AllFigures): string[] {
  return SUBJECTS.flatMap((subject) => {
    const names = Object.keys({ ...measured[subject], ...receipts[subject] })
    return names.flatMap((name) => {
      const [snapshot, receipt] = [measured[subject][name], receipts[subject][name]]
      const difference = `${subject}, ${name}: snapshot ${snapshot}, receipt ${receipt}`
      return snapshot === receipt ? [] : [difference]
    })
  })
}

function printTable(measured: AllFigures, receipts: AllFigures): void {
  const systems = Object.keys(CITED).filter(isCited)
  const rows = GAS_ROWS.map((row) => {
    const figures = {
      ours: findGas(row, findOwnFigures(row, measured)),
      receipt: findGas(row, findOwnFigures(row, receipts)),
      target: row.target,
      goal: row.goal,
      slack: findSlack(row, measured),
      'best anchor': findAnchorGas(row, measured),
      ...Object.fromEntries(LIBRARIES.map((one) => [one, findGas(row, measured[one])])),
      ...Object.fromEntries(systems.map((one) => [one, findCitedGas(row, one)])),
    }
    const known = Object.entries(figures).filter(([, gas]) => gas !== undefined)
    return [row.name, Object.fromEntries(known)]
  })
  console.table(Object.fromEntries(rows))
  console.log(
    '\nGas of whole transactions. Ours are clones made by the factory, and the registry of names;',
  )
  console.log(
    'erc721a 4.3.0, solady 0.1.26 and OpenZeppelin 5.7.0 are deployed whole, in one thin drop,',
  )
  console.log('in the same run. Figures of the others are recorded, not run:')
  for (const system of systems) console.log(`  ${system}: ${CITED[system]}`)
}

/** Returns the gas left below the row's limit. */
function findSlack(row: GasRow, measured: AllFigures): number | undefined {
  const limit = computeLimit(row, measured)
  const gas = findGas(row, findOwnFigures(row, measured))
  return limit === undefined || gas === undefined ? undefined : limit - gas
}
