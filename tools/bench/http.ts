import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { quantile } from './api-gates.ts'
import { type Child, startChild } from './follower-child.ts'
import type { Loaded, LoadOptions } from './http-load.ts'
import type { Listening, ServerOptions, Used, Variant } from './http-server.ts'

const USAGE = `Usage: npm run bench:http [-- --only WORD]
What a call costs the server's CPU, beside the barest program that gives the same answer.
  --only WORD  look-up, list or kept`

/** Each of our answers beside the barest that gives the same, and the least it may be worth. */
const comparisons: { says: string; ours: Variant; bare: Variant; least: number }[] = [
  {
    says: 'one look-up, of raw node:http with the same query',
    ours: 'look-up',
    bare: 'look-up-raw',
    least: 0.8,
  },
  {
    says: 'a list of 24 rows, of bare Fastify with the same hooks',
    ours: 'list',
    bare: 'list-bare',
    least: 0.68,
  },
  {
    says: 'the same list from its kept bytes, of bare Fastify sending them',
    ours: 'kept',
    bare: 'kept-bare',
    least: 0.95,
  },
]

/** Each process compiles in its own way what it runs often: one pair would be a draw of lots. */
const PAIRS = 9
/** Until both are compiled: what is more code takes longer, and a server runs for longer still. */
const WARM_UPS = 30
/** Many and short, so that what else the machine does falls on both sides alike. */
const ROUNDS = 45
/**
 * The round that stands for a process, of all from the fastest on. Whatever else runs on the same
 * core only ever adds to a round (two thirds were seen), for some rounds and not for others; the
 * very fastest are those without a collection of garbage.
 */
const QUIET = 0.2
const REQUESTS = 1000
const CONNECTIONS = 32

const chosen = readArguments()
const postgres = await startPostgres()
const children: Child<unknown>[] = []
try {
  const { database, close } = await openDatabase({ url: postgres.url })
  await migrate(database)
  await close()
  const problems: string[] = []
  for (const comparison of chosen) problems.push(...(await compare(comparison)))
  for (const problem of problems) console.error(`Not as promised: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  for (const child of children.toReversed()) await child.end()
  await postgres.stop()
}

/** Which comparisons the command line asks for. */
function readArguments(): typeof comparisons {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' } } })
    const { only } = values
    const found = comparisons.filter(({ ours }) => only === undefined || ours === only)
    if (found.length > 0) return found
  } catch {
    // An option that is not known: the usage says which are.
  }
  console.error(USAGE)
  process.exit(2)
}

/** Runs pairs of both; answers what is not as it should be. */
async function compare({
  says,
  ours,
  bare,
  least,
}: (typeof comparisons)[number]): Promise<string[]> {
  const pairs: Pair[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [one, other] = [await startSide(ours), await startSide(bare)]
    pairs.push(await runPair(one, other))
    for (const { load, server } of [one, other]) {
      await load.end()
      await server.end()
    }
  }
  const ratios = pairs.map((pair) => pair.bare / pair.ours)
  const ratio = quantile(ratios, 0.5)
  const [mine, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.bare)]
  console.log(
    `${says}: ${ratio.toFixed(2)} (at least ${least}; pairs from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); ${quantile(mine, 0.5).toFixed(1)} against ${quantile(theirs, 0.5).toFixed(1)} us of CPU a request`,
  )
  return ratio < least ? [`${says}: ${ratio.toFixed(2)}`] : []
}

/** Microseconds of CPU for one request. */
type Pair = { ours: number; bare: number }

/** Runs both in turns. */
async function runPair(ours: Side, bare: Side): Promise<Pair> {
  for (let round = 0; round < WARM_UPS; round += 1) {
    for (const side of [ours, bare]) await measure(side)
  }
  const rounds: { [K in keyof Pair]: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order changes, so that what runs second is not always the same.
    if (round % 2 === 0) rounds.ours.push(await measure(ours))
    rounds.bare.push(await measure(bare))
    if (round % 2 === 1) rounds.ours.push(await measure(ours))
  }
  return { ours: quantile(rounds.ours, QUIET), bare: quantile(rounds.bare, QUIET) }
}

type Side = { server: Child<Listening>; load: Child<{ isReady: true }> }

async function startSide(variant: Variant): Promise<Side> {
  const server = await startChild<Listening>('http-server.ts', {
    variant,
    databaseUrl: postgres.url,
  } satisfies ServerOptions)
  children.push(server)
  const load = await startChild<{ isReady: true }>('http-load.ts', {
    ...server.answer,
    connections: CONNECTIONS,
  } satisfies LoadOptions)
  children.push(load)
  return { server, load }
}

/** Microseconds of the server's CPU for one request. */
async function measure(side: Side): Promise<number> {
  const before = await ask<Used>(side.server, 'cpu')
  await ask<Loaded>(side.load, REQUESTS)
  const after = await ask<Used>(side.server, 'cpu')
  return (after.cpuMicroseconds - before.cpuMicroseconds) / REQUESTS
}

/** Sends one message to a child and waits for what it answers. */
async function ask<Answer>(child: Child<unknown>, message: string | number) {
  const over = new AbortController()
  const { signal } = over
  const answered = once(child.process, 'message', { signal })
  const ended = once(child.process, 'exit', { signal })
  child.process.send(message)
  const [answer] = await Promise.race([answered, ended])
  over.abort()
  await Promise.allSettled([answered, ended])
  if (typeof answer !== 'object' || answer === null)
    throw new Error('A part of the bench ended before it answered.')
  // Safe: whoever asks names the type that this child answers with.
  return answer as Answer
}
