import {
  CommandRefusedError,
  chainAlias,
  findChainId,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'
import { listUnreadableLogs, markForReread } from './queries/unreadable-logs.ts'

const MAX_UNREADABLE = 500

/** Lists the logs that the indexer could not apply, newest first. */
export async function readUnreadable(context: OperatorContext) {
  const rows = await listUnreadableLogs(context.database, MAX_UNREADABLE)
  const logs = rows.map(({ chain_id, time, ...log }) => ({
    chain: chainAlias(context, chain_id),
    ...log,
    time: time.toISOString(),
  }))
  return { logs }
}

/**
 * Has the indexer take away all rows of a network and read it from its start. Throws
 * `CommandRefusedError` for a network of which nothing was read.
 */
export async function rereadNetwork(
  context: OperatorContext,
  { chain }: { chain: string },
): Promise<Record<string, never>> {
  const chainId = findChainId(context, chain)
  const line = { action: 'reread', details: { network: chain } }
  await withAudit(context, line, async (transaction) => {
    if (await markForReread(transaction, chainId)) return
    throw new CommandRefusedError(`${chain} has not been read yet.`)
  })
  return {}
}
