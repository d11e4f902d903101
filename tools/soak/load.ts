import { parseArgs } from 'node:util'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { quantile } from '../bench/api-gates.ts'
import { buildWeb } from '../build.mjs'
import { fillForLoad } from '../load/data.ts'
import { judgeLoad, medianOf } from '../load/judge.ts'
import { startProduct } from '../load/product.ts'
import { type LoadRun, loadProduct } from '../load/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1000' },
    collections: { type: 'string', default: '32000' },
  },
})
const connections = Number(values.connections)

await buildWeb('production')
const postgres = await startPostgres()
try {
  const collections = Number(values.collections)
  await fillForLoad(postgres.url, { collections, people: connections })
  const product = await startProduct(postgres.url)
  try {
    const seconds = Number(values.minutes) * 60
    const run = await loadProduct(product, { connections, seconds, isWithPages: true })
    tell(run, seconds)
    const problems = judgeLoad(run)
    if (problems.length > 0) {
      console.error(product.errors().join('').slice(0, 5000))
    }
    for (const problem of problems) console.error(`Not as promised: ${problem}`)
    process.exitCode = problems.length > 0 ? 1 : 0
  } finally {
    await product.stop()
  }
} finally {
  await postgres.stop()
}

function tell(run: LoadRun, seconds: number): void {
  const { tally, idle, readings, idleMs, recoveredAfter } = run
  const { statuses, times, writes } = tally
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const rate = Math.round(answers / seconds)
  console.log(`${answers} answers (${rate} a second), ${writes} of them to writes`)
  const shares = Object.entries(statuses).map(
    ([status, count]) =>
      `${status}: ${count} (${((count / answers) * 100).toFixed(1)} %)`,
  )
  console.log(`statuses: ${shares.join(', ')}`)
  const [median, slow] = [0.5, 0.99].map((share) => Math.round(quantile(times, share)))
  console.log(`milliseconds to an answer: median ${median}, p99 ${slow}`)
  const sizes = readings.map(({ megabytes }) => Math.round(megabytes))
  console.log(
    `memory: ${Math.round(idle.megabytes)} MB idle, at most ${Math.max(...sizes)}, at the end ${sizes.at(-1)}`,
  )
  const delays = ['mean', 'p99'] as const
  console.log(
    `event loop late by: ${delays.map((name) => `${name} ${Math.round(medianOf(readings.map(({ delayMs }) => delayMs[name])))} ms`).join(', ')} in the median second, at most ${Math.round(Math.max(...readings.map(({ delayMs }) => delayMs.p99)))} ms`,
  )
  console.log(
    `a single client: ${idleMs.toFixed(1)} ms idle (p99), as before after ${recoveredAfter.toFixed(1)} s`,
  )
}
