/**
 * Plays a drop day against a running installation and prints what it holds:
 * `npm run bench:drop -- --site URL --collection NETWORK/ADDRESS [--visitors N] [--streams N]
 * [--connections N] [--metrics URL]`. `METRICS_TOKEN` of the environment opens the metrics.
 * docs/operator.md explains how to prepare and read it.
 */
import { parseArgs } from 'node:util'
import { CommandError } from '../command-error.ts'
import { formatRows, playDropDay } from './drop-day.ts'
import { type ProcessFigures, readProcessFigures } from './process-figures.ts'

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: 'http://localhost:3000' },
    collection: { type: 'string' },
    visitors: { type: 'string', default: '2000' },
    streams: { type: 'string', default: '200' },
    connections: { type: 'string', default: '50' },
    metrics: { type: 'string' },
  },
})
try {
  await rehearse()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Plays the day and prints its rows. Throws `CommandError` for an option that is invalid. */
async function rehearse(): Promise<void> {
  const [chain, collection] = values.collection?.split('/') ?? []
  if (!chain || !collection) {
    throw new CommandError(
      `--collection is invalid: got ${values.collection ?? 'nothing'}, expected NETWORK/ADDRESS`,
    )
  }
  const before = await readProcess()
  const began = performance.now()
  const rows = await playDropDay({
    url: readSite(),
    chain,
    collection,
    visitors: readCount('visitors'),
    streams: readCount('streams'),
    connections: readCount('connections'),
  })
  const seconds = (performance.now() - began) / 1000
  const after = await readProcess()
  console.log(formatRows(rows))
  const answers = rows.flatMap(({ statuses }) => Object.values(statuses))
  const total = answers.reduce((sum, count) => sum + count, 0)
  console.log(`${total} answers in ${seconds.toFixed(1)} s`)
  if (!before || !after) {
    console.log(
      'For answers per core and memory start the program with METRICS_PORT=9090, and name --metrics http://localhost:9090/metrics.',
    )
    return
  }
  const cores = (after.cpuSeconds - before.cpuSeconds) / seconds
  console.log(
    `${cores.toFixed(2)} cores busy, ${Math.round(total / seconds / cores)} answers/s per core, memory ${Math.round(after.memoryMb)} MB`,
  )
}

function readSite(): string {
  if (URL.canParse(values.site)) return new URL(values.site).origin
  throw new CommandError(`--site is invalid: got ${values.site}, expected an address`)
}

function readCount(name: 'visitors' | 'streams' | 'connections'): number {
  const text = values[name]
  if (!/^[1-9]\d{0,6}$/.test(text)) {
    throw new CommandError(`--${name} is invalid: got ${text}, expected a number from 1`)
  }
  return Number(text)
}

/** Reads the figures of the process; undefined without an address. */
async function readProcess(): Promise<ProcessFigures | undefined> {
  if (values.metrics === undefined) return undefined
  return readProcessFigures(values.metrics, process.env.METRICS_TOKEN)
}
