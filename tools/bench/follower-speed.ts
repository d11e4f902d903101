import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildReadIndexes } from '../../apps/server/src/areas/collections/queries/read-indexes.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import type { BareLoopOptions, LoopAnswer } from './follower-bare-loop.ts'
import { type Child, runChild, startChild } from './follower-child.ts'
import { cpuOfTree } from './follower-cpu.ts'
import type { Replayed, ReplayOptions } from './follower-replay.ts'
import type { RunAnswer, RunOptions } from './follower-run.ts'

const CHAIN_ID = 77_001
const COLLECTIONS = 50
const LOGS = 50_000
const MANY_LOGS = 500_000
const ROUNDS = 5
const BLOCKS_AT_ONCE = 1000
const LEAST_RATIO = 0.5
const MOST_GROWTH = 1.3
const EMPTY = 'template1'
const PREPARED = 'prepared'

/** Ours against a bare loop over the same logs; answers what is not as it should be. */
export async function measureSpeed(): Promise<string[]> {
  const replay = await startReplay(LOGS, 2)
  const postgres = await startPrepared()
  try {
    console.log(`Speed: ${LOGS} logs in ${replay.answer.head} blocks, ${ROUNDS} rounds`)
    const { ratio, cpuRatio } = await compareSpeed(postgres, replay.answer)
    console.log(
      `  median: ${ratio.toFixed(2)} of the bare loop (by CPU time ${cpuRatio.toFixed(2)}), at least ${LEAST_RATIO}`,
    )
    const twice = await runOurs(postgres, replay.answer, 2)
    console.log(`  with two endpoints, all read twice: ${rateOf(twice)} logs/s`)
    return ratio < LEAST_RATIO ? [`speed ${ratio.toFixed(2)} of the bare loop`] : []
  } finally {
    await replay.end()
    await postgres.stop()
  }
}

/** The same for a network that is added once the others are read: no bound holds for it. */
export async function measureLaterSpeed(): Promise<string[]> {
  const replay = await startReplay(LOGS, 1)
  const postgres = await startPrepared(buildReadIndexes)
  try {
    console.log(`Speed beside the indexes of the reads: ${LOGS} logs, ${ROUNDS} rounds`)
    const { ratio, cpuRatio } = await compareSpeed(postgres, replay.answer)
    console.log(
      `  median: ${ratio.toFixed(2)} of the bare loop (by CPU time ${cpuRatio.toFixed(2)})`,
    )
    return []
  } finally {
    await replay.end()
    await postgres.stop()
  }
}

/** Medians of the rounds. */
async function compareSpeed(postgres: TestPostgres, replayed: Replayed) {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order changes, so that what runs second is not always the same.
    const isFirst = round % 2 === 0
    const first = isFirst ? await runBare(postgres, replayed) : undefined
    const ours = await runOurs(postgres, replayed, 1)
    const bare = first ?? (await runBare(postgres, replayed))
    rounds.push({ bare, ours })
    printRound({ bare, ours })
  }
  return {
    ratio: medianOf(rounds.map(({ bare, ours }) => bare.ms / ours.ms)),
    cpuRatio: medianOf(rounds.map(({ bare, ours }) => cpuOf(bare) / cpuOf(ours))),
  }
}

/** How much more memory ten times the logs take; answers what is not as it should be. */
export async function measureMemory(): Promise<string[]> {
  const postgres = await startPrepared()
  try {
    const peaks: number[] = []
    for (const logs of [LOGS, MANY_LOGS]) {
      const replay = await startReplay(logs, 1)
      const run = await runOurs(postgres, replay.answer, 1).finally(replay.end)
      peaks.push(run.peakKb)
      console.log(
        `Memory: ${logs} logs, peak ${megabytes(run)} MB (${rateOf(run, logs)} logs/s)`,
      )
    }
    const growth = (peaks[1] ?? 0) / (peaks[0] ?? 1)
    console.log(`  grows by ${growth.toFixed(2)}, at most ${MOST_GROWTH}`)
    return growth > MOST_GROWTH ? [`memory grows by ${growth.toFixed(2)}`] : []
  } finally {
    await postgres.stop()
  }
}

/** What a run took, with what the database's own processes took for it. */
type Run<Answer> = Answer & { databaseCpuMs: number }
type Round = { bare: Run<LoopAnswer>; ours: Run<RunAnswer> }

/** A server with a database whose tables stand: to make them is no part of what is measured. */
async function startPrepared(
  prepare?: (database: Database) => Promise<unknown>,
): Promise<TestPostgres> {
  const postgres = await startPostgres()
  await administer(postgres.url, `create database ${PREPARED}`)
  const { database, close } = await openDatabase({ url: urlOf(postgres, PREPARED) })
  await migrate(database)
  await prepare?.(database)
  await close()
  return postgres
}

function startReplay(logs: number, endpoints: number): Promise<Child<Replayed>> {
  const options = { chainId: CHAIN_ID, collections: COLLECTIONS, logs, endpoints }
  return startChild<Replayed>('follower-replay.ts', options satisfies ReplayOptions)
}

function runBare(postgres: TestPostgres, { urls, ...chain }: Replayed) {
  return inNewDatabase(postgres, EMPTY, (databaseUrl) =>
    runChild<LoopAnswer>('follower-bare-loop.ts', {
      databaseUrl,
      rpcUrl: urls[0] ?? '',
      addresses: [chain.factory, ...chain.collections],
      blocksAtOnce: BLOCKS_AT_ONCE,
    } satisfies BareLoopOptions),
  )
}

function runOurs(
  postgres: TestPostgres,
  { urls, head, factory }: Replayed,
  endpoints: number,
) {
  const rpcUrls = urls.slice(0, endpoints)
  return inNewDatabase(postgres, PREPARED, (databaseUrl) =>
    runChild<RunAnswer>('follower-run.ts', {
      ...{ databaseUrl, rpcUrls, chainId: CHAIN_ID, factory, head },
    } satisfies RunOptions),
  )
}

let databases = 0

async function inNewDatabase<Answer>(
  postgres: TestPostgres,
  template: string,
  run: (databaseUrl: string) => Promise<Answer>,
): Promise<Run<Answer>> {
  const { url, pid } = postgres
  databases += 1
  const name = `bench_${databases}`
  await administer(url, `create database ${name} template ${template}`)
  await administer(url, 'checkpoint')
  const before = cpuOfTree(pid)
  const answer = await run(urlOf(postgres, name))
  // What a process used is counted once it has ended.
  await untilLeft(url, name)
  const databaseCpuMs = cpuOfTree(pid) - before
  await administer(url, `drop database ${name} with (force)`)
  return { ...answer, databaseCpuMs }
}

function urlOf({ url }: TestPostgres, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function administer(
  connectionString: string,
  statement: string,
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result
}

async function untilLeft(url: string, name: string): Promise<void> {
  const question = `select from pg_stat_activity where datname = '${name}'`
  while ((await administer(url, question)).rowCount !== 0) await sleep(50)
  await sleep(100)
}

function printRound({ bare, ours }: Round): void {
  const { reading, decoding, sql } = ours.split
  const share = (ms: number) => `${Math.round((ms / ours.ms) * 100)} %`
  console.log(
    `  bare ${rateOf(bare)} logs/s, ${megabytes(bare)} MB, CPU ${cpuText(bare)};`,
    `ours ${rateOf(ours)} logs/s, ${megabytes(ours)} MB, CPU ${cpuText(ours)};`,
    `ratio ${(bare.ms / ours.ms).toFixed(2)};`,
    `ours waits for answers ${share(reading)}, decodes ${share(decoding)}, SQL ${share(sql)}`,
  )
}

function rateOf({ ms }: { ms: number }, logs = LOGS): number {
  return Math.round((logs / ms) * 1000)
}

function megabytes({ peakKb }: { peakKb: number }): number {
  return Math.round(peakKb / 1024)
}

function cpuOf({ cpuMs, databaseCpuMs }: { cpuMs: number; databaseCpuMs: number }) {
  return cpuMs + databaseCpuMs
}

function cpuText(run: { cpuMs: number; databaseCpuMs: number }): string {
  return `${Math.round(run.cpuMs)} + ${Math.round(run.databaseCpuMs)} ms`
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
