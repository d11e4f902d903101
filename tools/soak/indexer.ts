import { parseArgs } from 'node:util'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { eventNames } from '../indexer/contract-logs.ts'
import { allFaults } from '../indexer/fault-schedule.ts'
import { type Outcome, simulate } from '../indexer/simulation.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    logs: { type: 'string', default: '5000' },
  },
})

/** Events that no transaction of the scenario emits. */
const neverEmitted = ['MetadataUpdate']
const MIN_KILLS_IN_BATCH = 100

// A signal stops the anvils as well.
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(ending, () => process.exit(1))
}

/** Runs `--rounds` seeds from `--from` on, or one `--seed`, until each chain has `--logs`. */
const first = Number(values.seed ?? values.from)
const rounds = values.seed ? 1 : Number(values.rounds)
const postgres = await startPostgres()
const outcomes: Outcome[] = []
try {
  for (let seed = first; seed < first + rounds; seed += 1) {
    try {
      const outcome = await simulate(seed, postgres.url, Number(values.logs))
      outcomes.push(outcome)
      const { events: _, ...shown } = outcome
      console.log(`seed ${seed} passed: ${JSON.stringify(shown)}`)
    } catch (error) {
      console.error(
        `seed ${seed} FAILED, repeat with --seed ${seed} --logs ${values.logs}:`,
        error,
      )
    }
  }
} finally {
  await postgres.stop()
}
const missing = rounds < 50 ? [] : missingCoverage(outcomes)
for (const line of missing) console.error(line)
console.log(`${outcomes.length} passed, ${rounds - outcomes.length} failed`)
process.exit(rounds > 0 && outcomes.length === rounds && missing.length === 0 ? 0 : 1)

/** Returns a line for each fault, event or kill that the whole run lacks. */
function missingCoverage(passed: Outcome[]): string[] {
  const kills = passed.reduce((sum, { killsInBatch }) => sum + killsInBatch, 0)
  const emitted = new Set([...passed.flatMap(({ events }) => events), ...neverEmitted])
  return [
    ...allFaults
      .filter((fault) => passed.every(({ faults }) => !faults[fault]))
      .map((fault) => `fault ${fault} never occurred`),
    ...eventNames.filter((name) => !emitted.has(name)).map((name) => `no event ${name}`),
    ...(kills < MIN_KILLS_IN_BATCH ? [`only ${kills} kills within a batch`] : []),
  ]
}
