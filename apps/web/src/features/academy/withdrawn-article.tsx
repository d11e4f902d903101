import type { WithdrawnArticle as Withdrawn } from '@platemark/api/academy'
import { PageTitle } from '../../components/page-title.tsx'
import { Link } from '../../ui/link.tsx'

/** Page of a lesson that was withdrawn, with what to read instead. */
export function WithdrawnArticle({ article }: { article: Withdrawn }) {
  const { title, reason, instead } = article
  return (
    <div className="state-page">
      <PageTitle>Withdrawn lesson</PageTitle>
      <h1>“{title}” was withdrawn</h1>
      <p>{reason}</p>
      {instead && (
        <p>
          Read{' '}
          <Link className="link" href={`/academy/${instead.alias}`}>
            {instead.title}
          </Link>{' '}
          instead.
        </p>
      )}
      <div className="row">
        <Link className="button quiet" href="/academy">
          All lessons
        </Link>
      </div>
    </div>
  )
}
