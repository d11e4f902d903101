import type { ArticleCard } from '@platemark/api/academy'
import { findPicture } from './pictures.ts'
import type { Academy, Article } from './read-academy.ts'

/** Returns the card of an article. Throws if its cover is missing. */
export function describeArticle(article: Article, { editions }: Academy): ArticleCard {
  const { alias, title, summary, level, track, order, tags } = article
  const cover = findPicture(article, article.cover)
  if (!cover) throw new Error(`${alias} has no cover ${article.cover}`)
  return {
    alias,
    title,
    summary,
    level,
    track,
    order,
    tags,
    reading_minutes: article.reading_minutes,
    cover: cover.url,
    cover_alt: article.cover_alt,
    updated: article.updated,
    locales: editions.flatMap(({ locale, articles }) =>
      articles.some((one) => one.alias === alias) ? [locale] : [],
    ),
  }
}
