import pg from 'pg'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import type { BareLoopOptions } from './indexer-bare-loop.ts'
import { startChild, type Usage } from './indexer-child.ts'
import type { Replayed, ReplayOptions } from './indexer-replay.ts'
import type { RunOptions } from './indexer-run.ts'

/**
 * `npm run bench:indexer`: the indexer's speed on PostgreSQL as a ratio to a bare loop over the
 * same 50,000 logs (median of five rounds), and how its peak memory grows at 500,000 logs.
 */
const CHAIN_ID = 77_001
const LOGS = 50_000
const MAX_LOGS = 500_000
const ROUNDS = 5
const MIN_RATIO = 0.5
const MAX_GROWTH = 1.3

const postgres = await startPostgres()
const prepared = Object.assign(new URL(postgres.url), { pathname: '/prepared' }).href
await administer('create database prepared')
const { database, close } = await openDatabase({ url: prepared })
await migrate(database)
await close()
let databases = 0
try {
  const { ratio, peakMb } = await withReplay(LOGS, async (replayed) => {
    const rounds: { ratio: number; peakMb: number }[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      // The order alternates, so that neither always runs second.
      const first = round % 2 === 0 ? await runBareLoop(replayed) : undefined
      const ours = await runIndexer(replayed)
      const bare = first ?? (await runBareLoop(replayed))
      rounds.push({ ratio: bare.ms / ours.ms, peakMb: ours.peakMb })
      console.log(
        `round ${round}: indexer ${rateOf(ours, LOGS)}, bare loop ${rateOf(bare, LOGS)}, ratio ${(bare.ms / ours.ms).toFixed(2)}`,
      )
    }
    rounds.sort((one, other) => one.ratio - other.ratio)
    return rounds[ROUNDS >> 1] ?? { ratio: Number.NaN, peakMb: Number.NaN }
  })
  const many = await withReplay(MAX_LOGS, runIndexer)
  const growth = many.peakMb / peakMb
  console.log(`${MAX_LOGS} logs: indexer ${rateOf(many, MAX_LOGS)}`)
  console.log(`median ratio ${ratio.toFixed(2)}, at least ${MIN_RATIO}`)
  console.log(`memory grows by ${growth.toFixed(2)}, at most ${MAX_GROWTH}`)
  process.exitCode = ratio >= MIN_RATIO && growth <= MAX_GROWTH ? 0 : 1
} finally {
  await postgres.stop()
}

async function withReplay<Result>(
  logCount: number,
  use: (replayed: Replayed) => Promise<Result>,
): Promise<Result> {
  const options: ReplayOptions = { chainId: CHAIN_ID, logCount }
  const replay = await startChild<Replayed>('indexer-replay.ts', options)
  return use(replay.result).finally(replay.stop)
}

function runBareLoop({ url, factory, collections }: Replayed): Promise<Usage> {
  return runInNewDatabase('template1', 'indexer-bare-loop.ts', (databaseUrl) => {
    const addresses = [factory, ...collections]
    return { databaseUrl, rpcUrl: url, addresses } satisfies BareLoopOptions
  })
}

function runIndexer({ url, factory, head }: Replayed): Promise<Usage> {
  return runInNewDatabase('prepared', 'indexer-run.ts', (databaseUrl) => {
    const chain = { rpcUrl: url, chainId: CHAIN_ID, factory, head }
    return { databaseUrl, ...chain } satisfies RunOptions
  })
}

async function runInNewDatabase(
  template: string,
  file: string,
  optionsFor: (databaseUrl: string) => object,
): Promise<Usage> {
  databases += 1
  const name = `bench_${databases}`
  await administer(`create database ${name} template ${template}`)
  await administer('checkpoint')
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const child = await startChild<Usage>(file, optionsFor(url))
  await child.stop()
  await administer(`drop database ${name} with (force)`)
  return child.result
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function rateOf({ ms, peakMb }: Usage, logs: number): string {
  return `${Math.round((logs / ms) * 1000)} logs/s (${Math.round(peakMb)} MB)`
}
