import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { CreateParams } from '@platemark/abi/create-params'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseEventLogs,
  stringToHex,
  toHex,
  zeroHash,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { withAchievements } from '../../src/areas/achievements/projection.ts'
import { withBadges } from '../../src/areas/badges/projection.ts'
import { collectionProjection } from '../../src/areas/indexing/projection.ts'
import { withNames } from '../../src/areas/names/projection.ts'
import type { Database } from '../../src/database/database.ts'
import { startIndexer } from '../../src/indexer/indexer.ts'
import { ampleGas, mined, type TestChain } from '../chain.ts'
import type { TestServer } from '../server.ts'

/** ABI of all our contracts, for sending and reading. */
export const anyAbi = [
  ...collectionFactoryAbi,
  ...dropCollectionAbi,
  ...editionCollectionAbi,
  ...collectionAbi,
] as const

export const never = 4_294_967_295
export const price = 10_000_000_000_000_000n

/** A drop of 100 with an open public phase at 0.01 each. */
export const plainDrop: CreateParams = {
  kind: 0,
  transferable: true,
  name: 'Tidewater',
  symbol: 'TIDE',
  maxSupply: 100,
  publicPhase: { price, start: 1, end: never, walletLimit: 65_535, supplyCap: 0 },
  mintFee: 0n,
  royaltyBps: 500,
  royaltyCeilingBps: 1000,
  hasRoyaltySplit: false,
  notice: 0,
  payees: [],
  baseUri: stringToHex('https://platemark.test/metadata/'),
  contractUri: '0x',
  provenanceHash: zeroHash,
  listRoot: zeroHash,
  listContentHash: zeroHash,
  listNotBefore: 0,
}

/** Sends real transactions to a test chain, one per block. */
export function launcher(chain: TestChain) {
  let salts = 0
  const send = async (account: PrivateKeyAccount, to: Address, data: Hex, value = 0n) => {
    const hash = await chain.client.sendTransaction({
      account,
      chain: chain.chain,
      to,
      data,
      value,
      ...ampleGas,
    })
    return mined(chain, hash)
  }
  return {
    send,
    /** Deploys a collection and returns its address. */
    async create(
      account: PrivateKeyAccount,
      params: Partial<CreateParams> = {},
      salt: Hex = keccak256(toHex(`salt ${++salts}`)),
      factory: Address = chain.contracts.factory,
    ): Promise<Address> {
      const receipt = await send(
        account,
        factory,
        encodeFunctionData({
          abi: collectionFactoryAbi,
          functionName: 'create',
          args: [{ ...plainDrop, ...params }, salt, BigInt(never)],
        }),
      )
      const [created] = parseEventLogs({
        abi: collectionFactoryAbi,
        eventName: 'CollectionCreated',
        logs: receipt.logs,
      })
      if (!created) throw new Error('receipt has no CollectionCreated event')
      return created.args.collection
    },
    mint: (account: PrivateKeyAccount, to: Address, quantity: number, unit = price) =>
      send(
        account,
        to,
        encodeFunctionData({
          abi: dropCollectionAbi,
          functionName: 'mint',
          args: [BigInt(quantity)],
        }),
        unit * BigInt(quantity),
      ),
    /** Funds test accounts. */
    async fund(...accounts: { address: Address }[]) {
      for (const { address } of accounts) {
        await chain.client.setBalance({ address, value: 10n ** 21n })
      }
    },
  }
}

/** Starts an indexer on the chains of a test server. */
export function startTestIndexer(
  { context }: TestServer,
  { pollMs, isEmbedded = false }: { pollMs?: number; isEmbedded?: boolean } = {},
) {
  const { database, chains } = context
  const indexer = startIndexer({
    ...context,
    projection: withAchievements(withBadges(withNames(collectionProjection))),
    isEmbedded,
    ...(pollMs !== undefined && { pollMs: () => pollMs }),
  })
  return {
    stop: () => indexer.stop(),
    /** Resolves once the cursor is at the head of this chain. */
    async caughtUp(chain: TestChain) {
      const isFollowed = chains.some(({ id }) => id === chain.id)
      if (!isFollowed) throw new Error(`chain is not indexed: got ${chain.alias}`)
      for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
        const head = await chain.client.getBlock()
        const cursor = await database
          .selectFrom('chain_cursors')
          .select('block_hash')
          .where('chain_id', '=', chain.id)
          .executeTakeFirst()
        if (cursor?.block_hash === head.hash) return
        await new Promise((resume) => setTimeout(resume, 10))
      }
      throw new Error(`indexer did not reach the head of ${chain.alias} within 15 s`)
    },
  }
}

/** Reads every row of the projection, to compare two indexes of one chain. */
export async function readIndex(database: Database): Promise<Record<string, unknown[]>> {
  const index: Record<string, unknown[]> = {}
  for (const table of indexed) {
    const rows = await database.selectFrom(table).selectAll().execute()
    index[table] = rows
      .map((row) => JSON.parse(JSON.stringify(row)))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return index
}

const indexed = [
  'collections',
  'phases',
  'events',
  'mints',
  'minters',
  'tokens',
  'holdings',
  'mint_hours',
  'referrer_mints',
  'holder_counts',
  'collection_lists',
] as const

/** Deletes the index, so that the next indexer starts at the first block. */
export async function clearIndex(database: Database): Promise<void> {
  await database.deleteFrom('collections').execute()
  for (const table of ['name_events', 'names', 'name_accounts'] as const)
    await database.deleteFrom(table).execute()
  await database.deleteFrom('chain_cursors').execute()
  await database.deleteFrom('chain_blocks').execute()
}
