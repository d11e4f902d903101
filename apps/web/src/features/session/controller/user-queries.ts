import { endpointUrl } from '@platemark/api/endpoint'
import { getUser } from '@platemark/api/operations'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Query key of the signed-in user. */
export const userKey = [endpointUrl(getUser, {})]

/** Removes the responses that belong to the user or contain data only they may see. */
export function clearUserQueries(queries: QueryClient) {
  queries.removeQueries({ predicate: isOfUser })
  queries.removeQueries({ type: 'inactive', predicate: holdsOwnPart })
  void queries.invalidateQueries({ predicate: holdsOwnPart })
}

function isOfUser({ queryKey: [url] }: Query): boolean {
  return typeof url === 'string' && /^\/api\/(user\/|academy\/progress$)/.test(url)
}

/**
 * Returns whether a response contains data for its owner, which SSR responses never do.
 */
function holdsOwnPart({ state: { data: body } }: Query): boolean {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false
  const { data } = body
  return typeof data === 'object' && data !== null && 'own' in data
}
