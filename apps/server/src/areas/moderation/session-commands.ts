import { endSessionsOf, openSessionsOf } from '../session/service.ts'
import {
  CommandRefusedError,
  chainAlias,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'

/** Where an account is signed in. Throws `Refusal` when nobody has signed in with it. */
export async function readSessions(
  desk: OperatorContext,
  { address }: { address: string },
) {
  const rows = await openSessionsOf(desk, address.toLowerCase())
  if (!rows) throw new CommandRefusedError('Nobody has signed in with this address.')
  const sessions = rows.map(({ chain_id, client, ...row }) => ({
    connector: row.connector,
    chain: chainAlias(desk, chain_id),
    network_prefix: client,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
  return { sessions }
}

/** Ends every session of an account; answers how many were open. */
export async function endSessions(
  desk: OperatorContext,
  { address: written }: { address: string },
): Promise<{ ended: number }> {
  const address = written.toLowerCase()
  const { length: ended } = (await readSessions(desk, { address })).sessions
  const line = { action: 'end sessions', address, details: { ended } }
  await withAudit(desk, line, (transaction) => endSessionsOf(transaction, address))
  return { ended }
}
