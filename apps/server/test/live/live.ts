import { liveCounts } from '@platemark/api/live'
import { collectionsChannel } from '../../src/areas/collections/service.ts'
import { notify } from '../../src/database/notify.ts'
import { collectionRow } from '../collection.ts'
import { ada, testServer } from '../server.ts'
import { listen, type TestListener } from './listening.ts'

/** The network that the collections of these tests are on. */
export const CHAIN = 31_337

/** The address of the collection that is there at the start. */
export const place = '0x00000000000000000000000000000000000000aa'

export type LiveWorld = Awaited<ReturnType<typeof liveWorld>>

/** A server that listens, and a collection of ada's whose events are at `url`. */
export async function liveWorld(limits: Record<string, number> = {}) {
  const server = await testServer({ limits: { live_per_client: 5000, ...limits } })
  const { database } = server
  const url = `${await listen(server.app)}/api/contract/local/${place}/events`

  const addCollection = async (
    also: Partial<Parameters<typeof collectionRow>[0]> = {},
  ): Promise<string> => {
    const owner = ada.address.toLowerCase()
    const row = collectionRow({ chain_id: CHAIN, address: place, owner, ...also })
    await database.insertInto('collections').values(row).execute()
    return String(row.id)
  }
  const id = await addCollection()

  return {
    server,
    url,
    id,
    addCollection,
    /** What the follower does: changes counts, and announces it in the same transaction. */
    mint: (minted: number, of = id) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('collections')
          .set({ minted, holders: 1 })
          .where('id', '=', of)
          .execute()
        await notify(transaction, collectionsChannel, [of])
      }),
    /** Sets what people decide, past every service. */
    decide: (set: Record<string, unknown>) =>
      database.updateTable('collections').set(set).where('id', '=', id).execute(),
  }
}

/** What a listener was told of how much is minted, in order. */
export function readMintedCounts(listener: TestListener): number[] {
  return listener.events().map(({ data }) => liveCounts.parse(data).minted)
}
