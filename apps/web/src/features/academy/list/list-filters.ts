import type { ArticleCard, ArticleLevel } from '@platemark/api/academy'
import type { ArticleStates } from '../../../components/academy-progress/article-progress.ts'
import { levelNames } from '../article-words.ts'
import { type SearchableArticle, searchArticles } from '../search/search-articles.ts'

/** Longest search that is looked for. */
export const MAX_QUERY_CHARACTERS = 64

/** Filters of the list, as its URL has them. */
export type LessonFilters = {
  q: string
  level: ArticleLevel | undefined
  tag: string | undefined
  /** Hides completed lessons. */
  isOpenOnly: boolean
}

/** Applies changes to the query of the URL; an empty value removes one. */
export type ChangeFilters = (
  changes: Record<string, string>,
  options?: { replace?: boolean },
) => void

/** Reads the filters of a URL; values that do not exist are left out. */
export function parseFilters(
  query: Record<string, string>,
  tags: readonly string[],
): LessonFilters {
  const { q = '', level, tag, open } = query
  return {
    q: [...q.trim()].slice(0, MAX_QUERY_CHARACTERS).join(''),
    level: levels.find((one) => one === level),
    tag: tags.find((one) => one === tag),
    isOpenOnly: open === 'yes',
  }
}

/** Returns the query of the URL of these filters, without empty values. */
export function toQuery({ q, level, tag, isOpenOnly }: LessonFilters) {
  return { q, level: level ?? '', tag: tag ?? '', open: isOpenOnly ? 'yes' : '' }
}

/** Levels in order. */
// Safe: the keys of that very record.
export const levels = Object.keys(levelNames) as ArticleLevel[]

/** Returns the articles that pass the filters; those of a search with the best match first. */
export function filterArticles<Article extends ArticleCard & SearchableArticle>(
  articles: readonly Article[],
  { q, level, tag, isOpenOnly }: LessonFilters,
  states: ArticleStates,
): Article[] {
  return searchArticles(articles, q).filter(
    (article) =>
      (level === undefined || article.level === level) &&
      (tag === undefined || article.tags.includes(tag)) &&
      !(isOpenOnly && states[article.alias] === 'completed'),
  )
}
