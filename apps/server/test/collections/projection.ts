import { collectionProjection } from '../../src/areas/indexing/projection.ts'
import type { Chain } from '../../src/configuration/chains.ts'
import type { IndexedLog } from '../../src/indexer/projection.ts'
import { type TestServer, testServer } from '../server.ts'
import { testNetwork } from './logs.ts'

/** Projects logs into the database of a server, without a node. */
export type TestProjection = Awaited<ReturnType<typeof startProjection>>

/** Starts a server whose single network has no node; `project` writes its logs. */
export async function startProjection() {
  const server = await testServer({ networks: [testNetwork] })
  return { server, ...projectionOn(server) }
}

/** Returns the projection of the single network of a server. */
export function projectionOn({ context }: Pick<TestServer, 'context'>) {
  const { database, chains } = context
  // Safe: such a server has one network.
  const chain = chains[0] as Chain
  return {
    chain,
    /**
     * Applies logs in one transaction, which waits for `until` before it commits. Returns
     * the unreadable logs; without `setsAside` throws `InvalidLogError` for the first.
     */
    project: async (
      logs: IndexedLog[],
      { isBackfilling = false, setsAside = false, until }: ProjectOptions = {},
    ) => {
      const write = collectionProjection.decode(chain, logs)
      return database.transaction().execute(async (transaction) => {
        const unreadable = await write(transaction, { isBackfilling, setsAside })
        await until
        return unreadable
      })
    },
    /** Reverts all blocks above this one. */
    revert: (block: number) =>
      database
        .transaction()
        .execute((transaction) => collectionProjection.revert(transaction, chain, block)),
  }
}

type ProjectOptions = {
  isBackfilling?: boolean
  setsAside?: boolean
  until?: Promise<unknown> | undefined
}
