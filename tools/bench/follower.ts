import { measureLatency } from './follower-latency.ts'
import { measureNetworks } from './follower-networks.ts'
import { measureLaterSpeed, measureMemory, measureSpeed } from './follower-speed.ts'
import { measureTakeover } from './follower-takeover.ts'

const USAGE = `Usage: npm run bench:follower [-- PART ...]
  speed      logs a second against a bare loop over the same logs, on PostgreSQL
  memory     peak memory at 50,000 and at 500,000 logs
  latency    what readers of the embedded database wait meanwhile
  networks   three chains that grow among 47 dead ones, on both engines
  takeover   two followers, one of them killed 20 times
  later      speed where the indexes of the reads stand already, as for a network added later
Without a part: speed, memory, latency.`

/** Each answers what is not as it should be. */
const parts: Record<string, () => Promise<string[]>> = {
  speed: measureSpeed,
  memory: measureMemory,
  latency: measureLatency,
  networks: measureNetworks,
  takeover: measureTakeover,
  later: measureLaterSpeed,
}
const usual = ['speed', 'memory', 'latency']

const asked = process.argv.slice(2)
if (asked.some((part) => !Object.hasOwn(parts, part))) {
  console.error(USAGE)
  process.exit(2)
}
const problems: string[] = []
for (const part of asked.length > 0 ? asked : usual) {
  problems.push(...((await parts[part]?.()) ?? []))
}
for (const problem of problems) console.error(`Not as promised: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
