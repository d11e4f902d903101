import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { errorCode } from '../../../database/error-code.ts'
import { InvalidLogError } from '../../../indexer/projection.ts'

/**
 * Classes of SQLSTATE that depend on the written values alone: data exceptions, violated
 * constraints, and limits of the database, such as the size of an index row.
 */
const VALUE_ERRORS = /^(22|23|54)[0-9A-Z]{3}$/

/**
 * Runs the writing of events. Throws `InvalidLogError` where the database refuses a value,
 * or where a value is outside of what JavaScript can hold.
 */
export async function asInvalidLog<Result>(
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (cause) {
    const code = errorCode(cause)
    if (typeof code === 'string' && VALUE_ERRORS.test(code)) {
      const message = `database refuses the values of a log: got SQLSTATE ${code}`
      throw new InvalidLogError(message, { cause })
    }
    if (cause instanceof RangeError) {
      throw new InvalidLogError('values of a log are out of range', { cause })
    }
    throw cause
  }
}

/** Runs `write` in a savepoint: when it throws, the transaction stands as before. */
export async function inSavepoint<Result>(
  transaction: Database,
  write: () => Promise<Result>,
): Promise<Result> {
  await sql`savepoint part`.execute(transaction)
  try {
    const result = await write()
    await sql`release savepoint part`.execute(transaction)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(transaction)
    await sql`release savepoint part`.execute(transaction)
    throw error
  }
}
