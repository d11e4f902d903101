import { describeArticle } from '@platemark/academy/describe-article'
import type { Academy, Article, Edition } from '@platemark/academy/read-academy'
import type { ArticleCard, ArticleDetail, ArticleLink } from '@platemark/api/academy'
import { Problem } from '@platemark/api/problem'

/** Lists all articles by track, in a language where there is a translation. */
export function listArticles(academy: Academy, locale?: string): ArticleCard[] {
  return academy.english.articles.map((original) =>
    describeArticle(translate(academy, original, locale), academy),
  )
}

/**
 * Finds an article by its present or a former alias. Throws `article_not_found`, and
 * `article_withdrawn` with what to read instead.
 */
export function findArticle(academy: Academy, alias: string, locale?: string): Article {
  const present = toPresentAlias(academy, alias)
  const original = academy.english.articles.find((one) => one.alias === present)
  if (original) return translate(academy, original, locale)
  const gone = academy.withdrawn.find((one) => one.alias === alias)
  if (!gone) throw new Problem('article_not_found')
  const { instead, ...facts } = gone
  const data = { ...facts, instead: instead === null ? null : toLink(academy, instead) }
  throw new Problem('article_withdrawn', undefined, { data })
}

/** Returns the present alias of an article for a former one; other texts as they are. */
export function toPresentAlias({ english }: Academy, alias: string): string {
  const renamed = english.articles.find(({ aliases_old }) => aliases_old.includes(alias))
  return renamed?.alias ?? alias
}

/** Returns an article with what its page shows around the text. Throws as `findArticle`. */
export function getArticle(
  academy: Academy,
  alias: string,
  locale?: string,
): ArticleDetail {
  const article = findArticle(academy, alias, locale)
  const inTrack = academy.english.articles.filter(({ track }) => track === article.track)
  const place = inTrack.findIndex((one) => one.alias === article.alias)
  const link = (other: Article | undefined) =>
    other ? toLink(academy, other.alias, article.locale) : null
  const links = (aliases: string[]) =>
    aliases.map((other) => toLink(academy, other, article.locale))
  return {
    ...describeArticle(article, academy),
    locale: article.locale,
    is_outdated: article.is_outdated,
    track_title: academy.tracks.find(({ id }) => id === article.track)?.title ?? '',
    track_length: inTrack.length,
    headings: article.facts.headings,
    prerequisites: links(article.prerequisites),
    related: links(article.related),
    previous: link(inTrack[place - 1]),
    next: link(inTrack[place + 1]),
    questions: article.quiz.questions.length,
  }
}

/** Returns the text in a language, or the English one. */
function translate(
  { editions }: Academy,
  original: Article,
  locale: string | undefined,
): Article {
  const edition = editions.find((one: Edition) => one.locale === locale)
  return edition?.articles.find(({ alias }) => alias === original.alias) ?? original
}

function toLink(academy: Academy, alias: string, locale?: string): ArticleLink {
  const { title } = findArticle(academy, alias, locale)
  return { alias, title }
}
