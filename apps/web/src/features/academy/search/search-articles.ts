import { foldSearchText } from '@platemark/rules/search-fold'

/** Texts of an article that a search looks at. */
export type SearchableArticle = {
  title: string
  summary: string
  headings: readonly string[]
  tags: readonly string[]
  /** Words of the glossary that it explains. */
  terms: readonly string[]
}

/** Score of a match by the text in which it is. */
const scores = { title: 5, headings: 3, tags: 2, terms: 2, summary: 1 } as const

/**
 * Returns the articles in which each word of `text` begins some word, the best match first;
 * articles of the same score keep their order. Letter case, accents and punctuation do not count.
 */
export function searchArticles<Article extends SearchableArticle>(
  articles: readonly Article[],
  text: string,
): Article[] {
  const wanted = splitWords(text)
  return articles
    .map((article) => ({ article, score: scoreArticle(article, wanted) }))
    .filter(({ score }) => score > 0 || wanted.length === 0)
    .sort((one, other) => other.score - one.score)
    .map(({ article }) => article)
}

/** Returns the sum of each word's best score; 0 where one of them is nowhere. */
function scoreArticle(article: SearchableArticle, wanted: string[]): number {
  const texts = [
    { score: scores.title, words: splitWords(article.title) },
    { score: scores.headings, words: article.headings.flatMap(splitWords) },
    { score: scores.tags, words: article.tags.flatMap(splitWords) },
    { score: scores.terms, words: article.terms.flatMap(splitWords) },
    { score: scores.summary, words: splitWords(article.summary) },
  ]
  const found = wanted.map((start) => {
    const matches = texts.filter(({ words }) =>
      words.some((word) => word.startsWith(start)),
    )
    return Math.max(0, ...matches.map(({ score }) => score))
  })
  return found.includes(0) ? 0 : found.reduce((sum, score) => sum + score, 0)
}

function splitWords(text: string): string[] {
  return foldSearchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
