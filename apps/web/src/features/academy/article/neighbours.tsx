import type { ArticleDetail } from '@platemark/api/academy'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { articleHref } from '../article-words.ts'

/** Links to the lessons before and after this one. */
export function Neighbours({ article: { previous, next } }: { article: ArticleDetail }) {
  if (!previous && !next) return null
  return (
    <nav className="neighbours" aria-label="Previous and next lesson">
      {previous && (
        <Link className="card previous" href={articleHref(previous.alias)} rel="prev">
          <span>
            <Icon name="left" size={16} />
            Previous
          </span>
          <b>{previous.title}</b>
        </Link>
      )}
      {next && (
        <Link className="card next" href={articleHref(next.alias)} rel="next">
          <span>
            Next
            <Icon name="right" size={16} />
          </span>
          <b>{next.title}</b>
        </Link>
      )}
    </nav>
  )
}
