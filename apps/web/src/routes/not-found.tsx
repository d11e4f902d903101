import './not-found.css'
import type { WithdrawnArticle as Withdrawn } from '@platemark/api/academy'
import type { NotFoundRouteProps } from '@tanstack/react-router'
import { WithdrawnArticle } from '../features/academy/withdrawn-article.tsx'
import {
  BlockedCollection,
  type BlockedResponse,
} from '../features/collection/blocked-collection.tsx'
import type { Withheld } from '../lib/query.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'

/** Page of an unknown URL, of a blocked collection, or of a withdrawn lesson. */
export function Page({ data }: Partial<NotFoundRouteProps>) {
  // Safe: the loader passes the response of what is not shown as data.
  const answer = data as BlockedResponse | Withheld<Withdrawn> | null | undefined
  if (!answer) return <NotFoundPage />
  if (isWithdrawn(answer)) return <WithdrawnArticle article={answer.data} />
  return <BlockedCollection initial={answer} />
}

function isWithdrawn(
  answer: BlockedResponse | Withheld<Withdrawn>,
): answer is Withheld<Withdrawn> {
  return 'withdrawn' in answer.data
}
