import type { Endpoint, Input } from '@platemark/api/endpoint'
import { type Body, parseBody, parseProblem, request } from '@platemark/api/request'

export type ClientOptions = {
  /** Where the installation answers, like `https://mint.example.org`. */
  origin: string
  /** The access token of a user, or what tells it whenever a call may take one. */
  token?: string | null | (() => string | null)
  /** Sends in place of the `fetch` of Node or the browser. */
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /** Names a creation, so that sending it again does not make a second one. */
  idempotencyKey?: string
}

/** Calls one endpoint: `data` of its answer, beside `meta` for lists. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Body<E>>

/** As `createClient`, with nothing but `call`: it brings no schema of any call along. */
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
      // What everybody is answered may be kept by caches; with a token it may not.
      token: endpoint.access === 'public' ? null : tokenNow(),
      headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined,
      via,
    })
    if (!response.ok) throw await parseProblem(response)
    return parseBody<E>(response)
  }
}
