import type { ArticleCard } from '@platemark/api/academy'

type CoverProps = { article: Pick<ArticleCard, 'cover'>; isLazy?: boolean }

/** Cover of a lesson, beside its title; it adds nothing to be read out. */
export function Cover({ article, isLazy = true }: CoverProps) {
  return (
    <img
      className="cover"
      src={article.cover}
      alt=""
      width={1200}
      height={630}
      loading={isLazy ? 'lazy' : undefined}
      decoding="async"
    />
  )
}
