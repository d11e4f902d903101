import { type Endpoint, endpointUrl, type Input } from '@platemark/wire/endpoint'
import { Problem } from '@platemark/wire/problem'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Body, callWhole } from './api.ts'

/**
 * Query options of one read. The key is the address of the call, so that the answers a page
 * was painted from are found again; the data is the whole body, `{ data, meta? }`.
 */
export function fetched<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: [endpointUrl(endpoint, input)],
    queryFn: ({ signal }): Promise<Body<E>> => callWhole(endpoint, input, { signal }),
  })
}

/** As `fetched`, with null where the thing does not exist. */
export function found<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: [endpointUrl(endpoint, input)],
    queryFn: async ({ signal }): Promise<Body<E> | null> => {
      try {
        return await callWhole(endpoint, input, { signal })
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null
        throw error
      }
    },
  })
}

/** A store of answers, filled with those the page was painted from. */
export function newQueries(answers: [url: string, answer: unknown][] = []): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })
  // Dated by this machine's clock, so that a wrong clock cannot make them stale.
  for (const [url, answer] of answers) queries.setQueryData([url], answer)
  return queries
}
