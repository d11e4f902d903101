import { Problem } from '@platemark/api/problem'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import type { Resources } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import {
  deleteEndedSessions,
  deleteExpiredChallenges,
  deleteSessionOf,
  deleteSessionsOf,
  type Ends,
  findUserId,
  listSessionsOf,
} from './queries.ts'

/** Where the user is signed in, the session that asks first, then the newest. */
export async function listSessions(resources: Resources, session: Session) {
  const { id: current, user_id } = session
  const rows = await listSessionsOf(resources.database, {
    user_id,
    ...endsOf(resources),
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
  resources: Resources,
  { user_id }: Session,
  id: string,
): Promise<void> {
  const ended = await deleteSessionOf(resources.database, {
    ...{ id, user_id },
    ...endsOf(resources),
  })
  if (!ended) throw new Problem('not_found')
}

type SessionTerms = {
  database: Database
  clock: () => Date
  configuration: Pick<Configuration, 'limits'>
}

/** The open sessions of an account, the newest first; undefined when nobody signed in with it. */
export async function openSessionsOf(terms: SessionTerms, address: string) {
  const user_id = await findUserId(terms.database, address)
  if (user_id === undefined) return undefined
  return listSessionsOf(terms.database, { user_id, ...endsOf(terms) })
}

/** Ends every session of an account at once: tokens are looked up with each call. */
export async function endSessionsOf(database: Database, address: string): Promise<void> {
  const user_id = await findUserId(database, address)
  if (user_id !== undefined) await deleteSessionsOf(database, user_id)
}

/** Forgets the sessions and the sign-in texts that nobody can use any more. */
export async function forgetEnded(resources: Resources): Promise<void> {
  const ends = endsOf(resources)
  await deleteEndedSessions(resources.database, ends)
  await deleteExpiredChallenges(resources.database, ends.now)
}

/** When a session is over, by the clock and the limits of this instance. */
export function endsOf({
  clock,
  configuration: { limits },
}: Pick<SessionTerms, 'clock' | 'configuration'>): Ends {
  const now = clock()
  const idleMs = limits.session_idle_hours * 3_600_000
  return { now, idleSince: new Date(now.getTime() - idleMs) }
}
