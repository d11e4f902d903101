import './not-found.css'
import type { NotFoundRouteProps } from '@tanstack/react-router'
import {
  BlockedCollection,
  type BlockedResponse,
} from '../features/collection/blocked-collection.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

/** Page of an unknown URL, or of a blocked collection. */
export function Page({ data }: Partial<NotFoundRouteProps>) {
  // Safe: the loader passes the response of a blocked collection as data.
  const answer = data as BlockedResponse | null | undefined
  return answer ? <BlockedCollection initial={answer} /> : <NotFoundPage />
}
