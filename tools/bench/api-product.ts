import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentFolder, readAcademy } from '@platemark/academy/read-academy'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { buildApp } from '../../apps/server/src/app.ts'
import { connectChains } from '../../apps/server/src/configuration/chains.ts'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { listenOnServer } from '../../apps/server/src/database/listen.ts'
import { createDiskFileStore } from '../../apps/server/src/files/file-store.ts'
import { createLog } from '../../apps/server/src/http/log.ts'
import { createUploadPlaces } from '../../apps/server/src/http/upload-places.ts'
import type { Tables } from '../../apps/server/src/tables.ts'
import {
  manyAddress,
  manyChains,
  manyNow,
} from '../../apps/server/test/large-database/columns.ts'

export type Product = Awaited<ReturnType<typeof openProduct>>

type BenchResponse = {
  /** Length of `data`; 1 for a single object. */
  rows: number
  nextCursor: string | null
}

/** A statement that PostgreSQL executed, with the pages it touched. */
type Statement = { text: string; pages: number }

/** Opens the app over a database, without a response cache, at the time of the rows. */
export async function openProduct(url: string, { isWatched = false } = {}) {
  const { database, statements } = isWatched
    ? watchDatabase(url)
    : { statements: [] as Statement[] }
  const opened = database ? undefined : await openDatabase({ url })
  const folder = join(tmpdir(), `platemark-bench-${randomUUID()}`)
  const configuration = configure({
    data_folder: folder,
    web_folder: join(folder, 'no-web'),
    public_url: 'http://localhost:3000',
    rate_limit_scale: 1_000_000,
    networks: manyChains.map(({ alias, usd_rate }) => ({ alias, usd_rate })),
    promoted: Array.from({ length: 8 }, (_, order) => ({
      chain: 'ethereum',
      address: manyAddress('collection', order + 1),
      order,
    })),
    limits: { kept_answers: 0 },
  })
  const app = await buildApp({
    configuration,
    // Safe: one of the two is there.
    database: (database ?? opened?.database) as Kysely<Tables>,
    listen: listenOnServer(url),
    chains: connectChains(configuration),
    files: createDiskFileStore(join(folder, 'files')),
    uploads: createUploadPlaces(configuration.limits),
    academy: readAcademy(contentFolder),
    clock: () => manyNow,
    log: createLog('silent'),
  })
  await app.ready()
  return {
    async request(path: string): Promise<BenchResponse> {
      const { statusCode, body } = await app.inject({ url: path })
      if (statusCode !== 200) {
        throw new Error(
          `${path} failed: got ${statusCode} ${body.slice(0, 300)}, expected 200`,
        )
      }
      const { data, meta } = JSON.parse(body)
      const rows = Array.isArray(data) ? data.length : 1
      return { rows, nextCursor: meta?.next_cursor ?? null }
    },
    /** Returns the statements executed since the last call. */
    takeStatements: () => statements.splice(0),
    async close(): Promise<void> {
      await app.close()
      await database?.destroy()
      await opened?.close()
    },
  }
}

const explain = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
  'client_min_messages=notice',
]

const INT8 = 20

/** Opens a database that records the pages touched by each statement. */
function watchDatabase(url: string) {
  const statements: Statement[] = []
  const pool = new pg.Pool({
    connectionString: url,
    options: explain.map((option) => `-c ${option}`).join(' '),
    types: {
      getTypeParser: (id, format) =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format),
    },
  })
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/.exec(message)?.[1]
      if (json === undefined) return
      const { 'Query Text': text, Plan: plan } = JSON.parse(json)
      const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
      statements.push({ text, pages })
    })
  })
  return {
    database: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    statements,
  }
}
