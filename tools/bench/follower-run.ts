import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { KyselyPlugin } from 'kysely'
import type { Address } from 'viem'
import { collectionProjection } from '../../apps/server/src/areas/collections/projection.ts'
import { startFollower } from '../../apps/server/src/follower/follower.ts'
import { type Measures, unmeasured } from '../../apps/server/src/follower/measures.ts'
import { connectChains } from '../../apps/server/src/platform/chains.ts'
import { configure } from '../../apps/server/src/platform/configuration.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts'
import { keepHeapSmall } from '../../apps/server/src/platform/heap.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import type { Projection } from '../../apps/server/src/platform/projection.ts'
import { finish, measureUsage, optionsOf, type Usage } from './follower-child.ts'

/** Follows one chain from nothing to its head, with the product's own follower. */
export type RunOptions = {
  databaseUrl: string
  rpcUrls: string[]
  chainId: number
  factory: Address
  head: number
}

/** Milliseconds by what was done; some of it is done at the same time. */
export type Split = { reading: number; decoding: number; sql: number }

export type RunAnswer = Usage & { events: number; split: Split }

keepHeapSmall()
const options = optionsOf<RunOptions>()
const opened = await openDatabase({ url: options.databaseUrl })
const split: Split = { reading: 0, decoding: 0, sql: 0 }
timeReading()

const { measures, arrived } = tellArrival(options.head)
const measured = measureUsage()
const follower = startFollower({
  database: opened.database.withPlugin(sqlTimer()),
  chains: connectChains(configure({ networks: [networkOf(options)] }).networks),
  projection: timed(collectionProjection),
  log: createLog('warn'),
  clock: () => new Date(),
  isEmbedded: false,
  measures,
})
await arrived
const used = measured()
if (!(await hasArrived(opened.database))) throw new Error('It stands elsewhere.')
await follower.stop()
const { events } = await opened.database
  .selectFrom('events')
  .select(({ fn }) => fn.countAll<number>().as('events'))
  .executeTakeFirstOrThrow()
finish<RunAnswer>({ ...used, events, split })

function networkOf({ chainId: id, rpcUrls: rpc_urls, factory }: RunOptions) {
  return {
    alias: 'replayed',
    id,
    name: 'Replayed',
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpc_urls,
    contracts: { factory, payouts: factory, start_block: 0 },
    confirmations: 12,
  }
}

/** Measures that tell when the follower has done everything up to this head. */
function tellArrival(head: number) {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const measures: Measures = {
    ...unmeasured,
    progress: (_, { cursor }) => {
      if (cursor === head) resolve()
    },
  }
  return { measures, arrived }
}

async function hasArrived(database: Database): Promise<boolean> {
  const cursor = await database
    .selectFrom('chain_cursors')
    .select(['block_number', 'is_settled'])
    .executeTakeFirst()
  return cursor?.block_number === options.head && cursor.is_settled
}

/** From the question to the end of its answer, as the client of the platform tells it. */
function timeReading(): void {
  const asked = new WeakMap<object, number>()
  subscribe('http.client.request.start', (message) => {
    asked.set(exchangeIn(message).request, performance.now())
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = exchangeIn(message)
    response.once('end', () => {
      split.reading += performance.now() - (asked.get(request) ?? Number.NaN)
    })
  })
}

function exchangeIn(message: unknown) {
  // Safe: the messages of these channels are documented so; the first has no response yet.
  return message as { request: ClientRequest; response: IncomingMessage }
}

function sqlTimer(): KyselyPlugin {
  const began = new WeakMap<object, number>()
  return {
    transformQuery({ node, queryId }) {
      began.set(queryId, performance.now())
      return node
    },
    async transformResult({ result, queryId }) {
      split.sql += performance.now() - (began.get(queryId) ?? Number.NaN)
      return result
    },
  }
}

function timed(projection: Projection): Projection {
  return {
    ...projection,
    read(chain, logs) {
      const began = performance.now()
      const apply = projection.read(chain, logs)
      split.decoding += performance.now() - began
      return apply
    },
  }
}
