import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

/**
 * Kysely over one PGlite. It has a single session, so connections are handed out one at a
 * time: a transaction keeps every other statement waiting until it ends, and using the
 * database instead of the transaction inside it waits for ever.
 */
export function embeddedDialect(pglite: PGlite): Dialect {
  const turn = takeTurns()
  const run = (sql: string) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(sql))
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => {
      const ends = new WeakMap<DatabaseConnection, () => void>()
      return {
        init: () => pglite.waitReady,
        acquireConnection: async () => {
          const end = await turn()
          const connection = connectionOf(pglite)
          ends.set(connection, end)
          return connection
        },
        releaseConnection: async (connection) => ends.get(connection)?.(),
        beginTransaction: run('begin'),
        commitTransaction: run('commit'),
        rollbackTransaction: run('rollback'),
        destroy: () => pglite.close(),
      }
    },
  }
}

function connectionOf(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery) {
      const result = await pglite.query<R>(query.sql, [...query.parameters])
      return { rows: result.rows, numAffectedRows: BigInt(result.affectedRows ?? 0) }
    },
    streamQuery: () => {
      throw new Error('The embedded database does not stream.')
    },
  }
}

/** Each caller waits for the one before it; the returned function ends the turn. */
function takeTurns(): () => Promise<() => void> {
  let last = Promise.resolve()
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = last
    last = promise
    await before
    return resolve
  }
}
