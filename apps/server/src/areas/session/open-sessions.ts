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
  findUserId,
  listUserSessions,
} from './queries.ts'

/** Where the user is signed in, the session that asks first, then the newest. */
export async function listSessions(context: AppContext, session: Session) {
  const { id: current, user_id } = session
  const rows = await listUserSessions(context.database, {
    user_id,
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
 * Ends one session of the user. Throws `not_found`, also for the session of somebody else
 * and for one that is over.
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

/** The open sessions of an account, the newest first; undefined when nobody signed in with it. */
export async function listOpenSessions(terms: SessionTerms, address: string) {
  const user_id = await findUserId(terms.database, address)
  if (user_id === undefined) return undefined
  return listUserSessions(terms.database, { user_id, ...sessionEnds(terms) })
}

/** Ends every session of an account at once: tokens are looked up with each call. */
export async function endUserSessions(
  database: Database,
  address: string,
): Promise<void> {
  const user_id = await findUserId(database, address)
  if (user_id !== undefined) await deleteUserSessions(database, user_id)
}

/** Forgets the sessions and the sign-in texts that nobody can use any more. */
export async function deleteEnded(context: AppContext): Promise<void> {
  const ends = sessionEnds(context)
  await deleteEndedSessions(context.database, ends)
  await deleteExpiredChallenges(context.database, ends.now)
}

/** When a session is over, by the clock and the limits of this instance. */
export function sessionEnds({
  clock,
  configuration: { limits },
}: Pick<SessionTerms, 'clock' | 'configuration'>): Ends {
  const now = clock()
  const idleMs = limits.session_idle_hours * 3_600_000
  return { now, idleSince: new Date(now.getTime() - idleMs) }
}
