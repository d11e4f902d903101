import type { AcademyProgress } from '@platemark/api/academy'
import {
  getAcademyProgress,
  mergeAcademyProgress,
} from '@platemark/api/academy-operations'
import { getConfig } from '@platemark/api/operations'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { apiQuery } from '../../lib/query.ts'
import { readToken } from '../../lib/session.ts'
import { type ArticleStates, findUnsent, type KeptArticles } from './article-progress.ts'
import { readKeptArticles } from './kept-store.ts'

/** Progress of the signed-in user. */
export const progressQuery = apiQuery(getAcademyProgress, {})

const configQuery = apiQuery(getConfig, {})

/** Session and articles that were sent last: page and sign-in may find the same. */
let lastSent = ''

/** Sends to the server what this browser kept and the server does not know of the user. */
export async function sendKeptProgress(queries: QueryClient): Promise<void> {
  const { data } = await queries.fetchQuery(progressQuery)
  await sendUnsent(queries, toStates(data), readKeptArticles())
}

/**
 * Sends the articles with which the browser is further than `known`, and stores the merged progress
 * as the response of `progressQuery`. The server ignores articles that it does not have, so the same
 * ones are sent once. A failed request can be sent again.
 */
export async function sendUnsent(
  queries: QueryClient,
  known: ArticleStates,
  kept: KeptArticles,
): Promise<void> {
  // Kept here until another version of the site takes it.
  if (queries.getQueryData(configQuery.queryKey)?.data.read_only) return
  const articles = findUnsent(known, kept)
  const sent = `${readToken()} ${JSON.stringify(articles)}`
  if (Object.keys(articles).length === 0 || sent === lastSent) return
  lastSent = sent
  try {
    const data = await call(mergeAcademyProgress, { body: { articles } })
    queries.setQueryData(progressQuery.queryKey, { data })
  } catch {
    lastSent = ''
  }
}

/** Returns the state of each article. */
export function toStates({ articles }: AcademyProgress): ArticleStates {
  const states = Object.entries(articles).map(([alias, { state }]) => [alias, state])
  return Object.fromEntries(states)
}
