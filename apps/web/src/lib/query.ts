import type { WithdrawnArticle } from '@platemark/api/academy'
import { endpointUrl, type Input } from '@platemark/api/endpoint'
import type { EndpointOf } from '@platemark/api/endpoint-of'
import type { BlockedPlace } from '@platemark/api/moderation'
import type { Operation } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import type { Body } from '@platemark/api/request'
import { anySignal } from '@platemark/mint/abort-signals'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { callWhole } from './api.ts'

/**
 * Returns query options of one read. The key is its URL, so that responses of SSR are
 * found; the data is the whole body, `{ data, meta? }`.
 */
export function apiQuery<O extends Operation>(operation: O, input: Input<EndpointOf<O>>) {
  return queryOptions({
    queryKey: [endpointUrl(operation, input)],
    queryFn: ({ signal }): Promise<Body<EndpointOf<O>>> =>
      callWhole(operation, input, { signal: within(signal) }),
  })
}

/** Adds a timeout: an unreachable host may never refuse the connection. */
function within(signal: AbortSignal): AbortSignal {
  return anySignal(signal, AbortSignal.timeout(20_000))
}

/**
 * Response in place of a resource that is not shown: blocked by the operator, with its location, or
 * withdrawn, with what to read instead.
 */
export type Withheld<Facts = BlockedPlace | WithdrawnArticle> = {
  error: unknown
  data: Facts
}

/** Returns the options of `apiQuery` with null for a missing resource. */
export function nullableApiQuery<O extends Operation>(
  operation: O,
  input: Input<EndpointOf<O>>,
) {
  return queryOptions({
    queryKey: [endpointUrl(operation, input)],
    queryFn: async ({ signal }): Promise<Body<EndpointOf<O>> | Withheld | null> => {
      try {
        return await callWhole(operation, input, { signal: within(signal) })
      } catch (error) {
        const { status, data, requestId } = error instanceof Problem ? error : {}
        // Without a request id the response is not from this server.
        if (!requestId) throw error
        if (status === 404) return null
        // Safe: the server sends these facts with these errors.
        if (status === 451) return { error, data: data as BlockedPlace }
        if (status === 410) return { error, data: data as WithdrawnArticle }
        throw error
      }
    },
  })
}

type OwnerBody = { error?: unknown; data?: { own?: { block?: unknown } } }

/** Returns whether a response can be rendered: neither missing nor blocked. */
export function isShown<Answer extends object>(
  answer: Answer | Withheld | null | undefined,
): answer is Answer {
  // Safe: only this API's response for the owner of a collection has this part.
  const body = answer as OwnerBody | null | undefined
  return !!body && !body.error && !body.data?.own?.block
}

/** Creates a query client filled with the responses of SSR. */
export function createQueryClient(
  answers: [url: string, answer: unknown][] = [],
): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })
  // Dated by the local clock, so that a wrong clock cannot make them stale.
  for (const [url, answer] of answers) queries.setQueryData([url], answer)
  return queries
}
