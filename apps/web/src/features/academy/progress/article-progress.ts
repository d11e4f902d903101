/** How far a reader is with an article, in order. */
export const readingStates = ['not_started', 'started', 'read', 'completed'] as const
export type ReadingState = (typeof readingStates)[number]

/** State of articles by alias; those that were never opened are left out. */
export type ArticleStates = Readonly<Record<string, ReadingState>>

/** Progress in an article as a browser keeps it; `completed` comes from the server alone. */
export type KeptArticle = {
  state: 'started' | 'read'
  /** Part of the text above the reader's place, 0 to 1. */
  scroll: number
  /** When it was last open, in ms since 1970. */
  at: number
  /** Id of the heading at the reader's place. */
  heading?: string
}
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
  return { state, scroll: place, at, ...(typeof heading === 'string' && { heading }) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the further of two states. */
export function furtherState(
  one: ReadingState = 'not_started',
  other: ReadingState = 'not_started',
): ReadingState {
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
): Record<string, { state: ReadingState }> {
  const unsent = Object.entries(kept).filter(
    ([alias, { state }]) => rank(state) > rank(known[alias] ?? 'not_started'),
  )
  return Object.fromEntries(unsent.map(([alias, { state }]) => [alias, { state }]))
}

function rank(state: ReadingState): number {
  return readingStates.indexOf(state)
}
