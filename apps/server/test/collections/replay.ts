import { type Address, keccak256, toHex, zeroAddress } from 'viem'
import { startCollectionJobs } from '../../src/areas/discovery/jobs.ts'
import { toLowerAddress } from '../../src/areas/indexing/decode-collection-log.ts'
import { collectionProjection } from '../../src/areas/indexing/projection.ts'
import type { Chain } from '../../src/configuration/chains.ts'
import type { IndexedLog } from '../../src/indexer/projection.ts'
import type { TestServer } from '../server.ts'
import { create, type Emitted, emit } from './logs.ts'

/** A collection that logs tell of. */
export type ReplayedCollection = { address: Address; creator: Address }

/** An account of the stories, of which there are as many as are asked for. */
export function wallet(place: number): Address {
  return toLowerAddress(`0x${(0xabc000 + place).toString(16).padStart(40, '0')}`)
}

/** Plays what happened on the one network of a server, as the follower would read it. */
export function createReplayer({ context }: Pick<TestServer, 'context'>) {
  const { database, chains } = context
  // Safe: such a server has one network.
  const chain = chains[0] as Chain
  let blockNumber = 0
  let made = 0
  const minted = new Map<Address, number>()

  /** One block that holds these logs. */
  const play = async (emitted: Emitted[], blockTime: Date): Promise<void> => {
    blockNumber += 1
    const logs: IndexedLog[] = emitted.map((one, logIndex) => ({
      ...one,
      blockNumber,
      blockHash: keccak256(toHex(`block ${blockNumber}`)),
      blockTime,
      transactionHash: keccak256(toHex(`transaction ${blockNumber}`)),
      logIndex,
    }))
    const write = collectionProjection.decode(chain, logs)
    await database
      .transaction()
      .execute((transaction) => write(transaction, { isBackfilling: false }))
  }

  return {
    /** A collection without a cap, as if its owner had opened it. */
    async create(blockTime: Date): Promise<ReplayedCollection> {
      const { collection, logs } = create(made++, [0, 0, 4, 1])
      await play(logs, blockTime)
      await database
        .updateTable('collections')
        .set({ is_unlisted: false })
        .where('address', '=', collection.address)
        .execute()
      return collection
    },
    /** So many tokens for each of these accounts. */
    async mint(
      { address }: ReplayedCollection,
      to: Address[],
      quantity: number,
      blockTime: Date,
    ) {
      const first = (minted.get(address) ?? 0) + 1
      const logs = to.flatMap((account, place) =>
        Array.from({ length: quantity }, (_, number) => {
          const id = BigInt(first + place * quantity + number)
          return emit(address, 'Transfer', zeroAddress, account, id)
        }),
      )
      minted.set(address, first + logs.length - 1)
      await play(logs, blockTime)
    },
    /** What is computed each minute. */
    work: () => startCollectionJobs(context)(),
  }
}
