import type { Input, Reply } from '@platemark/api/endpoint'
import type { EndpointOf } from '@platemark/api/endpoint-of'
import type { Operation } from '@platemark/api/operations'
import { type Body, parseBody, parseProblem, request } from '@platemark/api/request'
import { syncServerTime } from './clock.ts'
import { dropToken, readToken } from './session.ts'

type Options = {
  signal?: AbortSignal | undefined
  /** Overrides the stored token; null sends none. */
  token?: string | null
  /** Added to the headers of the call itself. */
  headers?: Record<string, string> | undefined
  /** Replaces `fetch`. */
  via?: ((url: string, request: RequestInit) => Promise<Response>) | undefined
}

/** Calls one operation and returns its data. Throws a `Problem` on failure. */
export async function call<O extends Operation>(
  operation: O,
  input: Input<EndpointOf<O>>,
  options: Options = {},
): Promise<Reply<EndpointOf<O>>> {
  const body: unknown = await callWhole(operation, input, options)
  // Safe: both shapes are those of `Body`.
  return operation.envelope === false
    ? (body as Reply<EndpointOf<O>>)
    : ((body as { data: Reply<EndpointOf<O>> } | null)?.data ??
        (null as Reply<EndpointOf<O>>))
}

/** Calls one operation and returns the whole body: `data` with `meta` for lists. */
export async function callWhole<O extends Operation>(
  operation: O,
  input: Input<EndpointOf<O>>,
  {
    signal,
    token = operation.access === 'public' ? null : readToken(),
    via,
    headers,
  }: Options = {},
): Promise<Body<EndpointOf<O>>> {
  const sentAt = Date.now()
  const response = await request(operation, input, { token, signal, headers, fetch: via })
  syncServerTime(response.headers.get('date'), sentAt, Date.now())
  if (response.ok) return parseBody<EndpointOf<O>>(response)
  const problem = await parseProblem(response)
  if (problem.code !== 'unauthenticated') throw problem
  // A newer token may have replaced it meanwhile.
  if (token === readToken()) dropToken()
  // Public data is read again without the ended token.
  if (operation.access !== 'optional' || !token) throw problem
  return callWhole(operation, input, { signal, via, token: null })
}
