import './not-found.css'
import type { NotFoundRouteProps } from '@tanstack/react-router'
import {
  BlockedCollection,
  type BlockedResponse,
} from '../features/collection/blocked-collection.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

/** A page that leads nowhere, or to what the operator has blocked. */
export function Page({ data }: Partial<NotFoundRouteProps>) {
  // Safe: a page that finds nothing hands over what stands in its place.
  const answer = data as BlockedResponse | null | undefined
  return answer ? <BlockedCollection painted={answer} /> : <NotFoundPage />
}
