import { getArticle, getQuiz } from '@platemark/api/academy-operations'
import { apiQuery, nullableApiQuery } from '../../lib/query.ts'

/** An article without its text; null for an unknown alias, and the error of a withdrawn one. */
export const articleQuery = (alias: string) =>
  nullableApiQuery(getArticle, { params: { alias }, query: {} })

/** Questions of an article, with their options in another order each time. */
export const quizQuery = (alias: string) =>
  apiQuery(getQuiz, { params: { alias }, query: {} })
