import type { ArticleCard } from '@platemark/api/academy'
import type { Academy, Article } from './read-academy.ts'

/** Returns the card of an article. Throws if its cover is missing. */
export function describeArticle(article: Article, { editions }: Academy): ArticleCard {
  const { alias, title, summary, level, track, order, tags } = article
  const { cover_picture } = article
  if (!cover_picture) throw new Error(`${alias} has no cover ${article.cover}`)
  return {
    alias,
    title,
    summary,
    level,
    track,
    order,
    tags,
    reading_minutes: article.reading_minutes,
    cover: cover_picture.url,
    cover_alt: article.cover_alt,
    updated: article.updated,
    locales: editions.flatMap(({ locale, articles }) =>
      articles.some((one) => one.alias === alias) ? [locale] : [],
    ),
  }
}
