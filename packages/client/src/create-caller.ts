import type { Endpoint, Input } from '@platemark/api/endpoint'
import { type Body, parseBody, parseProblem, request } from '@platemark/api/request'

export type ClientOptions = {
  /** The origin of the instance, like `https://mint.example.org`. */
  origin: string
  /** The access token of a user, or a function that returns it for each call that takes one. */
  token?: string | null | (() => string | null)
  /** Replaces the `fetch` of Node or the browser. */
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /** Names a creation, so that sending it again does not make a second one. */
  idempotencyKey?: string
}

/** Calls one endpoint and resolves to the body: `data`, with `meta` for lists. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Body<E>>

/** Creates `call` alone, without the named functions of `createClient` and their schemas. */
export function createCaller({ origin, token, fetch: via }: ClientOptions): Call {
  const tokenNow = () => (typeof token === 'function' ? token() : token)
  const base = origin.replace(/\/+$/, '')
  return async <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    { signal, idempotencyKey }: CallOptions = {},
  ) => {
    const response = await request(endpoint, input, {
      origin: base,
      signal,
      // Caches may keep public responses, but not those to a request with a token.
      token: endpoint.access === 'public' ? null : tokenNow(),
      headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined,
      fetch: via,
    })
    if (!response.ok) throw await parseProblem(response)
    return parseBody<E>(response)
  }
}
