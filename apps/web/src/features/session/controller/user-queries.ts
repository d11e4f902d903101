import { endpointUrl } from '@platemark/api/endpoint'
import { getUser } from '@platemark/api/operations'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Where screens find the answer to who the user is. */
export const userKey = [endpointUrl(getUser, {})]

/** Forgets what was answered to the user, and what said more to them than to others. */
export function clearUserQueries(queries: QueryClient) {
  queries.removeQueries({ predicate: isOfUser })
  queries.removeQueries({ type: 'inactive', predicate: holdsOwnPart })
  void queries.invalidateQueries({ predicate: holdsOwnPart })
}

function isOfUser({ queryKey: [url] }: Query): boolean {
  return typeof url === 'string' && url.startsWith('/api/user/')
}

/** Only what was asked with a token has it, so nothing that a page was painted from. */
function holdsOwnPart({ state: { data: body } }: Query): boolean {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false
  const { data } = body
  return typeof data === 'object' && data !== null && 'own' in data
}
