import { Problem } from '@platemark/api/problem'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import {
  deleteEndedSessions,
  deleteExpiredChallenges,
  deleteUserSession,
  deleteUserSessions,
  type Ends,
  listUserIds,
  listUserSessions,
} from './queries.ts'

/** Lists the user's open sessions, the current one first, then newest first. */
export async function listSessions(context: AppContext, session: Session) {
  const { id: current, user_id } = session
  const rows = await listUserSessions(context.database, {
    user_ids: [user_id],
    ...sessionEnds(context),
  })
  return rows
    .map(({ client, ...row }) => ({
      ...row,
      is_current: row.id === current,
      network_prefix: client,
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current))
}

/**
 * Ends one session of the user. Throws `not_found` for sessions of other users and ended
 * ones.
 */
export async function endSession(
  context: AppContext,
  { user_id }: Session,
  id: string,
): Promise<void> {
  const ended = await deleteUserSession(context.database, {
    ...{ id, user_id },
    ...sessionEnds(context),
  })
  if (!ended) throw new Problem('not_found')
}

type SessionTerms = {
  database: Database
  clock: () => Date
  configuration: Pick<Configuration, 'limits'>
}

/**
 * Lists the open sessions of an address, newest first: those of its key, or of its contracts
 * on every network. Undefined if it never signed in.
 */
export async function listOpenSessions(terms: SessionTerms, address: string) {
  const user_ids = await listUserIds(terms.database, address)
  if (user_ids.length === 0) return undefined
  return listUserSessions(terms.database, { user_ids, ...sessionEnds(terms) })
}

/** Ends every session of an address at once: each call looks up its token. */
export async function endUserSessions(
  database: Database,
  address: string,
): Promise<void> {
  for (const user_id of await listUserIds(database, address)) {
    await deleteUserSessions(database, user_id)
  }
}

/** Deletes ended sessions and expired sign-in texts. */
export async function deleteEnded(context: AppContext): Promise<void> {
  const ends = sessionEnds(context)
  await deleteEndedSessions(context.database, ends)
  await deleteExpiredChallenges(context.database, ends.now)
}

/** Returns the times before which a session has ended, by the clock and the limits. */
export function sessionEnds({
  clock,
  configuration: { limits },
}: Pick<SessionTerms, 'clock' | 'configuration'>): Ends {
  const now = clock()
  const idleMs = limits.session_idle_hours * 3_600_000
  return { now, idleSince: new Date(now.getTime() - idleMs) }
}
