import type { getLeaderboard } from '@platemark/api/campaign-operations'
import type { EndpointOf } from '@platemark/api/endpoint-of'
import type { Body } from '@platemark/api/request'
import { formatCount } from '@platemark/rules/amounts'
import { useNow } from '../../../lib/clock.ts'
import { Link } from '../../../ui/link.tsx'
import type { BoardPlace } from './board-query.ts'
import { describeAge } from './describe-age.ts'

type BoardMeta = Body<EndpointOf<typeof getLeaderboard>>['meta']

type BoardFootProps = {
  meta: BoardMeta
  hrefOf: (place: Partial<BoardPlace>) => string
}

/** Range of the page, age of the snapshot, and links to the other pages. */
export function BoardFoot({ meta, hrefOf }: BoardFootProps) {
  const { page, per_page, total, last_page, updated_at, final } = meta
  const now = useNow()
  const first = (page - 1) * per_page + 1
  const last = Math.min(total, page * per_page)
  const age = final ? 'Final.' : describeAge(updated_at, now)
  return (
    <div className="board-foot">
      <span className="small muted">
        {total > 0 &&
          first <= total &&
          `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}. `}
        {age}
      </span>
      {last_page > 1 && (
        <nav className="row" aria-label="Pages of the leaderboard">
          {page > 1 && (
            <Link
              className="button quiet"
              href={hrefOf({ page: page - 1 })}
              rel="prev"
              scroll={false}
            >
              Previous
            </Link>
          )}
          {page < last_page && (
            <Link
              className="button quiet"
              href={hrefOf({ page: page + 1 })}
              rel="next"
              scroll={false}
            >
              Next
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
