import type { Configuration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import { errorCode } from '../../database/error-code.ts'
import { insertAuditLine } from './queries/audit.ts'
import type { CollectionKey } from './queries/blocks.ts'

/** What the acts of an operator work with: in the program, or in a command of its own. */
export type OperatorContext = {
  database: Database
  chains: { id: number; alias: string }[]
  configuration: Pick<Configuration, 'limits' | 'promoted'>
  clock: () => Date
  /** Who acts, as the audit names them. */
  by: string
}

/** The act was not done; the sentence says why. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError'
}

/** A collection as an operator names it. */
export type CollectionReference = { chain: string; address: string }

/** Throws `Refusal` where there is no such network. */
export function resolveCollection(
  { chains }: OperatorContext,
  { chain, address }: CollectionReference,
): CollectionKey {
  const found = chains.find(({ alias }) => alias === chain)
  if (found) return { chain_id: found.id, address: address.toLowerCase() }
  const known = chains.map(({ alias }) => alias).join(', ')
  throw new CommandRefusedError(
    `There is no network ${chain} here; there is ${known || 'none'}.`,
  )
}

/** The network of a collection as people name it. */
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
 * Does something and writes the line that tells of it: both or neither. Once more where another
 * transaction stood in its way, which is over then.
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

/** A deadlock, or a row that changed in between. */
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
