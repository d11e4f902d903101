import type { ArticleDetail } from '@platemark/api/academy'
import { Link } from '../../../ui/link.tsx'
import { formatLongDay, levelNames } from '../article-words.ts'

type ArticleHeadProps = { article: ArticleDetail }

/** Way from the list through the track to the lesson. */
export function Breadcrumb({ article }: ArticleHeadProps) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <Link href="/academy">Academy</Link>
        </li>
        <li>
          <Link href={`/academy#${article.track}`}>{article.track_title}</Link>
        </li>
        <li aria-current="page">{article.title}</li>
      </ol>
    </nav>
  )
}

/** Title of a lesson, its summary and facts. */
export function ArticleHead({ article }: ArticleHeadProps) {
  const { title, summary, level, reading_minutes, updated, prerequisites } = article
  return (
    <header className="article-head">
      <h1>{title}</h1>
      <p className="lead">{summary}</p>
      <p className="article-facts">
        <span>{levelNames[level]}</span>
        <span>{reading_minutes} min</span>
        <span>
          Updated <time dateTime={updated}>{formatLongDay(updated)}</time>
        </span>
      </p>
      {prerequisites.length > 0 && (
        <p className="article-facts">
          <span>Builds on</span>
          {prerequisites.map((one) => (
            <Link key={one.alias} href={`/academy/${one.alias}`}>
              {one.title}
            </Link>
          ))}
        </p>
      )}
    </header>
  )
}
