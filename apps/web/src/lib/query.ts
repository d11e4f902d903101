import { endpointUrl, type Input } from '@platemark/api/endpoint'
import type { EndpointOf } from '@platemark/api/endpoint-of'
import type { BlockedPlace } from '@platemark/api/moderation'
import type { Operation } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import type { Body } from '@platemark/api/request'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { callWhole } from './api.ts'

/**
 * Query options of one read. The key is the address of the call, so that the answers a page
 * was painted from are found again; the data is the whole body, `{ data, meta? }`.
 */
export function apiQuery<O extends Operation>(operation: O, input: Input<EndpointOf<O>>) {
  return queryOptions({
    queryKey: [endpointUrl(operation, input)],
    queryFn: ({ signal }): Promise<Body<EndpointOf<O>>> =>
      callWhole(operation, input, { signal: within(signal) }),
  })
}

/** A host that is gone may never refuse: what does not answer in time counts as failed. */
function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(20_000)])
}

/** In place of what the operator has blocked: where it is, as the server tells it. */
export type Blocked = { error: unknown; data: BlockedPlace }

/** As `fetched`, with null where the thing does not exist. */
export function nullableApiQuery<O extends Operation>(
  operation: O,
  input: Input<EndpointOf<O>>,
) {
  return queryOptions({
    queryKey: [endpointUrl(operation, input)],
    queryFn: async ({ signal }): Promise<Body<EndpointOf<O>> | Blocked | null> => {
      try {
        return await callWhole(operation, input, { signal: within(signal) })
      } catch (error) {
        const { status, data, requestId } = error instanceof Problem ? error : {}
        // Without a number of ours it is not our server that says so.
        if (!requestId) throw error
        if (status === 404) return null
        // Safe: the server sends the place beside this error.
        if (status === 451) return { error, data: data as BlockedPlace }
        throw error
      }
    },
  })
}

type OwnerBody = { error?: unknown; data?: { own?: { block?: unknown } } }

/** Whether an answer is what its page shows: neither missing nor blocked. */
export function isShown<Answer extends object>(
  answer: Answer | Blocked | null | undefined,
): answer is Answer {
  // Safe: these are our own answers, and only that of a collection to its owner has such a part.
  const body = answer as OwnerBody | null | undefined
  return !!body && !body.error && !body.data?.own?.block
}

/** A store of answers, filled with those the page was painted from. */
export function createQueryClient(
  answers: [url: string, answer: unknown][] = [],
): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })
  // Dated by this machine's clock, so that a wrong clock cannot make them stale.
  for (const [url, answer] of answers) queries.setQueryData([url], answer)
  return queries
}
