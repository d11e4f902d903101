import type { Address } from 'viem'
import { collectionProjection } from '../../apps/server/src/areas/indexing/projection.ts'
import { connectChains } from '../../apps/server/src/configuration/chains.ts'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { limitHeapGrowth } from '../../apps/server/src/heap.ts'
import { createLog } from '../../apps/server/src/http/log.ts'
import { startIndexer } from '../../apps/server/src/indexer/indexer.ts'
import { noopMetrics } from '../../apps/server/src/indexer/metrics.ts'
import { childOptions, sendResult, type Usage, usageSince } from './indexer-child.ts'

/** Syncs one chain from its first block to `head` with the product's indexer. */
export type RunOptions = {
  databaseUrl: string
  rpcUrl: string
  chainId: number
  factory: Address
  head: number
}

limitHeapGrowth()
const { databaseUrl, rpcUrl, chainId, factory, head } = childOptions<RunOptions>()
const { database } = await openDatabase({ url: databaseUrl })
const network = {
  alias: 'replayed',
  id: chainId,
  name: 'Replayed',
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpc_urls: [rpcUrl],
  contracts: { factory, payouts: factory, start_block: 0 },
  confirmations: 12,
}

const { promise: arrived, resolve } = Promise.withResolvers<void>()
const began = performance.now()
const indexer = startIndexer({
  database,
  chains: connectChains(configure({ networks: [network] })),
  projection: collectionProjection,
  log: createLog('warn'),
  clock: () => new Date(),
  isEmbedded: false,
  metrics: {
    ...noopMetrics,
    progress: (_, { cursor }) => {
      if (cursor === head) resolve()
    },
  },
})
await arrived
const usage = usageSince(began)
const { is_backfilled } = await database
  .selectFrom('chain_cursors')
  .select('is_backfilled')
  .executeTakeFirstOrThrow()
if (!is_backfilled) {
  throw new Error(`Cursor at block ${head} is not backfilled: got is_backfilled false`)
}
await indexer.stop()
sendResult<Usage>(usage)
