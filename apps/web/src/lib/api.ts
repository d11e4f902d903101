import type { Endpoint, Input, Reply } from '@platemark/wire/endpoint'
import { type Body, bodyOf, exchange, problemOf } from '@platemark/wire/exchange'
import { noteServerTime } from './clock.ts'
import { dropToken, readToken } from './session.ts'

type Options = {
  signal?: AbortSignal | undefined
  /** Presented in place of what the call would send by itself: nothing, where it is public. */
  token?: string | null
  /** Sends in place of `fetch`. */
  via?: ((url: string, request: RequestInit) => Promise<Response>) | undefined
}

/** Calls one endpoint of the wire and returns its data. A failure is a thrown `Problem`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options = {},
): Promise<Reply<E>> {
  const body: unknown = await callWhole(endpoint, input, options)
  // Safe: both shapes are those of `Body`.
  return endpoint.envelope === false
    ? (body as Reply<E>)
    : ((body as { data: Reply<E> } | null)?.data ?? (null as Reply<E>))
}

/** As `call`, with the whole body: the data in its envelope, beside `meta` for lists. */
export async function callWhole<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  {
    signal,
    token = endpoint.access === 'public' ? null : readToken(),
    via,
  }: Options = {},
): Promise<Body<E>> {
  const sentAt = Date.now()
  const response = await exchange(endpoint, input, { token, signal, via })
  noteServerTime(response.headers.get('date'), sentAt, Date.now())
  if (response.ok) return bodyOf<E>(response)
  const problem = await problemOf(response)
  if (problem.code !== 'unauthenticated') throw problem
  // Not one that took its place meanwhile.
  if (token === readToken()) dropToken()
  // What everybody may read is read without the token that has ended.
  if (endpoint.access !== 'optional' || !token) throw problem
  return callWhole(endpoint, input, { signal, via, token: null })
}
