import type { ProgressState } from '@platemark/api/academy'
import type {
  ArticleStates,
  KeptArticles,
} from '../../../components/academy-progress/article-progress.ts'

/** The lesson at the top of the list, and why it is there. */
export type Lead<Article> =
  | { kind: 'start' | 'next' | 'continue' | 'quiz'; article: Article }
  | { kind: 'done' }

/**
 * Chooses the lesson to go on with: the one last open here that is not completed, else one that was
 * begun elsewhere, else the first that is not completed.
 */
export function chooseLead<Article extends { alias: string }>(
  articles: readonly Article[],
  states: ArticleStates,
  kept: KeptArticles,
): Lead<Article> {
  const open = articles.filter(({ alias }) => states[alias] !== 'completed')
  const [first] = open
  if (!first) return { kind: 'done' }
  const [last] = open
    .filter(({ alias }) => kept[alias])
    .sort((one, other) => (kept[other.alias]?.at ?? 0) - (kept[one.alias]?.at ?? 0))
  const begun = last ?? open.find(({ alias }) => isBegun(states[alias]))
  if (begun) {
    return { kind: states[begun.alias] === 'read' ? 'quiz' : 'continue', article: begun }
  }
  return { kind: open.length === articles.length ? 'start' : 'next', article: first }
}

function isBegun(state: ProgressState | undefined): boolean {
  return state === 'started' || state === 'read'
}
