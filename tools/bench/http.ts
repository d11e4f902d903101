import { once } from 'node:events'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { startPostgres } from '../../apps/server/src/platform/test-postgres.ts'
import { type Child, startChild } from './follower-child.ts'
import type { Loaded, LoadOptions } from './http-load.ts'
import type { Listening, ServerOptions, Used, Variant } from './http-server.ts'

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
const ROUNDS = 15
const REQUESTS = 1000
const CONNECTIONS = 32

const postgres = await startPostgres()
const children: Child<unknown>[] = []
try {
  const { database, close } = await openDatabase({ url: postgres.url })
  await migrate(database)
  await close()
  const problems: string[] = []
  for (const comparison of comparisons) problems.push(...(await compare(comparison)))
  for (const problem of problems) console.error(`Not as promised: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  for (const child of children.toReversed()) await child.end()
  await postgres.stop()
}

/** Runs pairs of both; answers what is not as it should be. */
async function compare({
  says,
  ours,
  bare,
  least,
}: (typeof comparisons)[number]): Promise<string[]> {
  const rounds: Round[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [one, other] = [await startSide(ours), await startSide(bare)]
    rounds.push(...(await runPair(one, other)))
    for (const { load, server } of [one, other]) {
      await load.end()
      await server.end()
    }
  }
  const ratio = medianOf(rounds.map((round) => round.bare / round.ours))
  const [mine, theirs] = [
    medianOf(rounds.map((round) => round.ours)),
    medianOf(rounds.map((round) => round.bare)),
  ]
  console.log(
    `${says}: ${ratio.toFixed(2)} (at least ${least}); ${mine.toFixed(1)} against ${theirs.toFixed(1)} us of CPU a request`,
  )
  return ratio < least ? [`${says}: ${ratio.toFixed(2)}`] : []
}

/** Microseconds of CPU for one request. */
type Round = { ours: number; bare: number }

/** Runs both in turns. */
async function runPair(ours: Side, bare: Side): Promise<Round[]> {
  for (let round = 0; round < WARM_UPS; round += 1) {
    for (const side of [ours, bare]) await measure(side)
  }
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order changes, so that what runs second is not always the same.
    if (round % 2 === 0) {
      rounds.push({ ours: await measure(ours), bare: await measure(bare) })
    } else {
      rounds.push({ bare: await measure(bare), ours: await measure(ours) })
    }
  }
  return rounds
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

function medianOf(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN
}
