import { liveCounts } from '@platemark/api/live'
import { collectionsChannel } from '../../src/areas/collections/service.ts'
import { notify } from '../../src/database/notify.ts'
import { type collectionRow, insertCollection } from '../collection.ts'
import { listen } from '../listen.ts'
import { ada, testServer } from '../server.ts'
import type { TestListener } from './listening.ts'

/** Network of the collections of these tests. */
export const CHAIN = 31_337

/** Address of the initial collection. */
export const place = '0x00000000000000000000000000000000000000aa'

export type LiveWorld = Awaited<ReturnType<typeof liveWorld>>

/** Starts a server with a collection of ada whose events are at `url`. */
export async function liveWorld(limits: Record<string, number> = {}) {
  const server = await testServer({ limits: { live_per_client: 5000, ...limits } })
  const { database } = server
  const { url: origin } = await listen(server.app)
  const url = `${origin}/api/contract/local/${place}/events`

  const addCollection = async (
    also: Partial<Parameters<typeof collectionRow>[0]> = {},
  ): Promise<string> => {
    const owner = ada.address.toLowerCase()
    return insertCollection(database, { chain_id: CHAIN, address: place, owner, ...also })
  }
  const id = await addCollection()

  return {
    server,
    url,
    id,
    addCollection,
    /** Changes counts and notifies in the same transaction, like the indexer. */
    mint: (minted: number, of = id) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('collections')
          .set({ minted, holders: 1 })
          .where('id', '=', of)
          .execute()
        await notify(transaction, collectionsChannel, [of])
      }),
    /** Sets columns directly, without a service. */
    decide: (set: Record<string, unknown>) =>
      database.updateTable('collections').set(set).where('id', '=', id).execute(),
  }
}

/** Returns the minted counts that a listener received, in order. */
export function readMintedCounts(listener: TestListener): number[] {
  return listener.events().map(({ data }) => liveCounts.parse(data).minted)
}
