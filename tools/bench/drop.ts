/**
 * Plays a drop day against a running installation and prints what it holds:
 * `npm run bench:drop -- --site URL --collection NETWORK/ADDRESS [--visitors N] [--streams N]
 * [--connections N] [--metrics URL]`. docs/operator.md explains how to prepare and read it.
 */
import { parseArgs } from 'node:util'
import { playDropDay, type Row } from './drop-day.ts'

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
const [chain, collection] = values.collection?.split('/') ?? []
if (!chain || !collection) {
  throw new Error(
    `--collection is invalid: got ${values.collection ?? 'nothing'}, expected NETWORK/ADDRESS`,
  )
}
const before = await readProcess()
const began = performance.now()
const rows = await playDropDay({
  url: new URL(values.site).origin,
  chain,
  collection,
  visitors: readCount('visitors'),
  streams: readCount('streams'),
  connections: readCount('connections'),
})
const seconds = (performance.now() - began) / 1000
const after = await readProcess()
console.log('                            answers/s   p50 ms   p99 ms  errors  statuses')
for (const row of rows) console.log(formatRow(row))
const answers = rows.flatMap(({ statuses }) => Object.values(statuses))
const total = answers.reduce((sum, count) => sum + count, 0)
console.log(`${total} answers in ${seconds.toFixed(1)} s`)
if (before && after) {
  const cores = (after.cpuSeconds - before.cpuSeconds) / seconds
  console.log(
    `${cores.toFixed(2)} cores busy, ${Math.round(total / seconds / cores)} answers/s per core, memory ${Math.round(after.memoryMb)} MB`,
  )
} else console.log('Name --metrics URL for answers per core and memory.')

function readCount(name: 'visitors' | 'streams' | 'connections'): number {
  const text = values[name]
  if (!/^[1-9]\d{0,6}$/.test(text)) {
    throw new Error(`--${name} is invalid: got ${text}, expected a number from 1`)
  }
  return Number(text)
}

function formatRow({ name, rate, p50, p99, errors, statuses }: Row): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  return [
    name.padEnd(27),
    rate.toFixed(0).padStart(10),
    String(p50).padStart(9),
    String(p99).padStart(9),
    String(errors).padStart(8),
    `  ${counts.join(', ')}`,
  ].join('')
}

/** Reads CPU time and memory of the process from its metrics; undefined without an address. */
async function readProcess() {
  if (values.metrics === undefined) return undefined
  const text = await (await fetch(values.metrics)).text()
  const figure = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    cpuSeconds: figure('process_cpu_seconds_total'),
    memoryMb: figure('process_resident_memory_bytes') / 2 ** 20,
  }
}
