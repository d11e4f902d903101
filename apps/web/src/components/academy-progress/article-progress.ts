import type { ProgressState } from '@platemark/api/academy'

/** How far a reader is with an article, in order. The schema would load its library. */
const states: readonly ProgressState[] = ['not_started', 'started', 'read', 'completed']

/** State of articles by alias; those that were never opened are left out. */
export type ArticleStates = Readonly<Record<string, ProgressState>>

/** Progress in an article as a browser keeps it; `completed` comes from the server alone. */
export type KeptArticle = {
  state: 'started' | 'read'
  /** Part of the text above the reader's place, 0 to 1. */
  scroll: number
  /** When it was last open, in ms since 1970. */
  at: number
  /** Heading at the reader's place. */
  heading?: KeptHeading
}
type KeptHeading = { id: string; text: string }
export type KeptArticles = Readonly<Record<string, KeptArticle>>

const FORMAT_VERSION = 1

/** Parses the stored text; what is not of this version or not valid is left out. */
export function parseKept(text: string | null): KeptArticles {
  if (text === null) return {}
  try {
    const stored: unknown = JSON.parse(text)
    if (!isObject(stored) || stored.version !== FORMAT_VERSION) return {}
    const articles = isObject(stored.articles) ? Object.entries(stored.articles) : []
    return Object.fromEntries(
      articles.flatMap(([alias, value]) => {
        const kept = parseArticle(value)
        return kept ? [[alias, kept]] : []
      }),
    )
  } catch {
    return {}
  }
}

/** Writes what `parseKept` reads. */
export function formatKept(articles: KeptArticles): string {
  return JSON.stringify({ version: FORMAT_VERSION, articles })
}

function parseArticle(value: unknown): KeptArticle | undefined {
  if (!isObject(value)) return undefined
  const { state, scroll, at, heading } = value
  if (state !== 'started' && state !== 'read') return undefined
  if (typeof scroll !== 'number' || typeof at !== 'number') return undefined
  const place = Math.min(1, Math.max(0, scroll))
  const known = parseHeading(heading)
  return { state, scroll: place, at, ...(known && { heading: known }) }
}

function parseHeading(value: unknown): KeptHeading | undefined {
  if (!isObject(value)) return undefined
  const { id, text } = value
  return typeof id === 'string' && typeof text === 'string' ? { id, text } : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the further of two states. */
export function furtherState(
  one: ProgressState = 'not_started',
  other: ProgressState = 'not_started',
): ProgressState {
  return rank(one) >= rank(other) ? one : other
}

/** Returns, for each article, the further of the server's and the browser's state. */
export function mergeStates(known: ArticleStates, kept: KeptArticles): ArticleStates {
  const aliases = new Set([...Object.keys(known), ...Object.keys(kept)])
  return Object.fromEntries(
    [...aliases].map((alias) => [alias, furtherState(known[alias], kept[alias]?.state)]),
  )
}

/** Returns the articles with which the browser is further than the server knows. */
export function findUnsent(
  known: ArticleStates,
  kept: KeptArticles,
): Record<string, { state: ProgressState }> {
  const unsent = Object.entries(kept).filter(
    ([alias, { state }]) => rank(state) > rank(known[alias] ?? 'not_started'),
  )
  return Object.fromEntries(unsent.map(([alias, { state }]) => [alias, { state }]))
}

function rank(state: ProgressState): number {
  return states.indexOf(state)
}
