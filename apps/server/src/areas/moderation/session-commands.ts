import { endUserSessions, listOpenSessions } from '../session/service.ts'
import {
  CommandRefusedError,
  chainAlias,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'

/**
 * Lists the open sessions of an account. Throws `CommandRefusedError` if it never signed
 * in.
 */
export async function readSessions(
  context: OperatorContext,
  { address }: { address: string },
) {
  const rows = await listOpenSessions(context, address.toLowerCase())
  if (!rows) throw new CommandRefusedError('No account has signed in with this address.')
  const sessions = rows.map(({ chain_id, client, ...row }) => ({
    connector: row.connector,
    chain: chainAlias(context, chain_id),
    network_prefix: client,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
  return { sessions }
}

/** Ends every session of an account, and returns how many were open. */
export async function endSessions(
  context: OperatorContext,
  { address: written }: { address: string },
): Promise<{ ended: number }> {
  const address = written.toLowerCase()
  const { length: ended } = (await readSessions(context, { address })).sessions
  const line = { action: 'end sessions', address, details: { ended } }
  await withAudit(context, line, (transaction) => endUserSessions(transaction, address))
  return { ended }
}
