import type { Configuration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import { errorCode } from '../../database/error-code.ts'
import type { ImportInstance } from '../studio/service/import-bundle.ts'
import { insertAuditLine } from './queries/audit.ts'
import type { CollectionKey } from './queries/blocks.ts'

/** Dependencies of operator commands, in the server or in the command-line tool. */
export type OperatorContext = {
  database: Database
  chains: { id: number; alias: string }[]
  configuration: Pick<Configuration, 'limits' | 'names' | 'networks' | 'promoted'>
  clock: () => Date
  /** Operator's name in the audit log. */
  by: string
  /** Opens the files and networks of the instance. Throws the errors of its file store. */
  openInstance(): Promise<
    Pick<ImportInstance, 'files' | 'chains'> & {
      configuration: Configuration
    }
  >
}

/** Error of a command that was not carried out; its message is shown to the operator. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError'
}

/** Network alias and address of a collection, as an operator enters them. */
export type CollectionReference = { chain: string; address: string }

/** Resolves a collection's network. Throws `CommandRefusedError` for an unknown one. */
export function resolveCollection(
  context: OperatorContext,
  { chain, address }: CollectionReference,
): CollectionKey {
  return { chain_id: findChainId(context, chain), address: address.toLowerCase() }
}

/** Finds the id of a network by its alias. Throws `CommandRefusedError` for an unknown one. */
export function findChainId({ chains }: OperatorContext, chain: string): number {
  const found = chains.find(({ alias }) => alias === chain)
  if (found) return found.id
  const known = chains.map(({ alias }) => alias).join(', ')
  throw new CommandRefusedError(
    `There is no network ${chain} here. There is ${known || 'none'}.`,
  )
}

/** Returns the alias of a collection's network. */
export function chainAlias({ chains }: OperatorContext, chainId: number): string {
  return chains.find(({ id }) => id === chainId)?.alias ?? String(chainId)
}

type Work<T> = (transaction: Database, now: Date) => Promise<T>

type Line = {
  action: string
  place?: CollectionKey
  address?: string
  details?: Record<string, unknown>
}

/**
 * Runs a command and writes its audit line in one transaction. Retries once after a
 * deadlock or serialization failure.
 */
export async function withAudit<T>(
  context: OperatorContext,
  line: Line,
  work: Work<T>,
): Promise<T> {
  try {
    return await auditOnce(context, line, work)
  } catch (error) {
    if (!isRetryable(error)) throw error
    return auditOnce(context, line, work)
  }
}

/** Returns whether the error is a deadlock or a serialization failure. */
function isRetryable(error: unknown): boolean {
  const code = errorCode(error)
  return code === '40P01' || code === '40001'
}

function auditOnce<T>(
  { database, clock, by }: OperatorContext,
  line: Line,
  work: Work<T>,
): Promise<T> {
  const now = clock()
  return database.transaction().execute(async (transaction) => {
    const done = await work(transaction, now)
    await insertAuditLine(transaction, {
      at: now,
      by,
      action: line.action,
      chain_id: line.place?.chain_id ?? null,
      address: line.place?.address ?? line.address ?? null,
      details: line.details ?? {},
    })
    return done
  })
}
