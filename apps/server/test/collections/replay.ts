import { toLowerAddress } from '@platemark/rules/addresses'
import { type Address, keccak256, toHex, zeroAddress } from 'viem'
import { startCollectionJobs } from '../../src/areas/discovery/jobs.ts'
import type { IndexedLog } from '../../src/indexer/projection.ts'
import type { TestServer } from '../server.ts'
import { create, type Emitted, emit } from './logs.ts'
import { projectionOn } from './projection.ts'

/** Replayed collection. */
export type ReplayedCollection = { address: Address; creator: Address }

/** Returns a wallet by index, of any number. */
export function wallet(place: number): Address {
  return toLowerAddress(`0x${(0xabc000 + place).toString(16).padStart(40, '0')}`)
}

/** Applies logs to the single network of a server, as the indexer would. */
export function createReplayer({ context }: Pick<TestServer, 'context'>) {
  const { database } = context
  const { project } = projectionOn({ context })
  let blockNumber = 0
  let made = 0
  const minted = new Map<Address, number>()

  /** Applies one block with these logs. */
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
    await project(logs)
  }

  return {
    /** Creates a listed collection without a cap. */
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
    /** Mints `quantity` tokens to each of these accounts. */
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
    /** Runs the periodic jobs once. */
    work: () => startCollectionJobs(context)(),
  }
}
