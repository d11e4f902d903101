import type { Academy } from '@platemark/academy/read-academy'
import type { AcademyProgress, ProgressState } from '@platemark/api/academy'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { listOwnProgress, mergeProgress, type ProgressRow } from '../queries/progress.ts'
import { toPresentAlias } from './articles.ts'

/** Returns the progress of a user in the articles that there are now. */
export async function getAcademyProgress(
  { database, academy }: AppContext,
  { user_id }: Session,
): Promise<AcademyProgress> {
  const articles = joinByAlias(academy, await listOwnProgress(database, user_id))
  const states = Object.values(articles).map(({ state }) => state)
  return {
    articles,
    completed: states.filter((state) => state === 'completed').length,
    total: academy.english.articles.length,
  }
}

/** Lists the articles of now that a user has completed. */
export async function readCompletedArticles(
  { database, academy }: Pick<AppContext, 'database' | 'academy'>,
  userId: string,
): Promise<string[]> {
  const articles = joinByAlias(academy, await listOwnProgress(database, userId))
  return Object.keys(articles).filter((alias) => articles[alias]?.state === 'completed')
}

type ArticleProgress = AcademyProgress['articles'][string]

/** Rows of former aliases count for the present article. */
function joinByAlias(academy: Academy, rows: ProgressRow[]) {
  const joined: Record<string, ArticleProgress> = {}
  for (const { alias, started_at, completed_at, ...row } of rows) {
    const present = toPresentAlias(academy, alias)
    if (!academy.english.articles.some((one) => one.alias === present)) continue
    const progress = {
      ...row,
      started_at: started_at.toISOString(),
      completed_at: completed_at?.toISOString() ?? null,
    }
    const other = joined[present]
    joined[present] = other ? joinProgress(other, progress) : progress
  }
  return joined
}

const ranks: Record<ProgressState, number> = {
  not_started: 0,
  started: 1,
  read: 2,
  completed: 3,
}

function joinProgress(one: ArticleProgress, other: ArticleProgress): ArticleProgress {
  const [further, nearer] =
    ranks[one.state] < ranks[other.state] ? [other, one] : [one, other]
  const [started_at = one.started_at] = [one.started_at, other.started_at].sort()
  const percents = [one.best_percent, other.best_percent].filter((best) => best !== null)
  return {
    state: further.state,
    best_percent: percents.length === 0 ? null : Math.max(...percents),
    attempts: one.attempts + other.attempts,
    started_at,
    completed_at: further.completed_at ?? nearer.completed_at,
  }
}

/**
 * Merges the progress that a browser kept: the further state of each article counts. Only a passed
 * quiz completes an article.
 */
export async function mergeAcademyProgress(
  context: AppContext,
  session: Session,
  sent: Record<string, { state: ProgressState }>,
): Promise<AcademyProgress> {
  const { database, academy, clock } = context
  const known = new Set(academy.english.articles.map(({ alias }) => alias))
  const states = new Map<string, 'started' | 'read'>()
  for (const [alias, { state }] of Object.entries(sent)) {
    const present = toPresentAlias(academy, alias)
    if (!known.has(present) || state === 'not_started') continue
    const isRead = state !== 'started' || states.get(present) === 'read'
    states.set(present, isRead ? 'read' : 'started')
  }
  const rows = [...states].map(([alias, state]) => ({ alias, state }))
  if (rows.length > 0) await mergeProgress(database, session.user_id, rows, clock())
  return getAcademyProgress(context, session)
}
