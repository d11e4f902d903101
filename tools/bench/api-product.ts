import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../apps/server/src/app.ts'
import { connectChains } from '../../apps/server/src/platform/chains.ts'
import { configure } from '../../apps/server/src/platform/configuration.ts'
import {
  type OpenDatabase,
  openDatabase,
} from '../../apps/server/src/platform/database.ts'
import { diskFileStore } from '../../apps/server/src/platform/files.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import type { Served } from '../../apps/server/src/platform/serve.ts'
import {
  manyAddress,
  manyChains,
  manyNow,
} from '../../apps/server/test/large-database/facts.ts'

/** What an answer held. */
export type Asked = {
  status: number
  /** Of `data`; one for what is no list. */
  rows: number
  nextCursor: string | null
  body: string
}

/** The product's app over one database, asked without a network in between. */
export type Product = { ask(url: string): Promise<Asked>; close(): Promise<void> }

export type Rates = Partial<Record<string, number | null>>

/** No answer is kept, and the clock stands where the rows were made. */
export async function openProduct(
  place: { url: string } | OpenDatabase,
  { also = [], rates = {} }: { also?: Served[]; rates?: Rates } = {},
): Promise<Product> {
  const opened = 'url' in place ? await openDatabase(place) : place
  const configuration = configurationOf(rates)
  const resources = {
    configuration,
    database: opened.database,
    listen: opened.listen,
    chains: connectChains(configuration.networks),
    files: diskFileStore(join(configuration.data_folder, 'files')),
    clock: () => manyNow,
    log: createLog('silent'),
  }
  const app = await buildApp(resources, { also })
  await app.ready()
  return {
    ask: async (url) => {
      const { statusCode, body } = await app.inject({ url })
      return { status: statusCode, body, ...countedIn(body) }
    },
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
}

/** Promotes some of the collections that are listed in any case. */
function configurationOf(rates: Rates) {
  const folder = join(tmpdir(), `platemark-bench-${randomUUID()}`)
  return configure({
    data_folder: folder,
    web_folder: join(folder, 'no-web'),
    public_url: 'http://localhost:3000',
    rate_limit_scale: 1_000_000,
    networks: manyChains.map(({ alias, usd_rate }) => ({
      alias,
      usd_rate: alias in rates ? rates[alias] : usd_rate,
    })),
    promoted: Array.from({ length: 8 }, (_, place) => ({
      chain: 'ethereum',
      address: manyAddress('collection', place + 1),
      order: place,
    })),
    limits: { kept_answers: 0 },
  })
}

function countedIn(body: string): Pick<Asked, 'rows' | 'nextCursor'> {
  const { data, meta } = JSON.parse(body)
  return {
    rows: Array.isArray(data) ? data.length : 1,
    nextCursor: meta?.next_cursor ?? null,
  }
}
