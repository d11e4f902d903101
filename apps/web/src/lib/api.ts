import {
  type Endpoint,
  endpointUrl,
  type Input,
  type Meta,
  type Reply,
} from '@platemark/wire/endpoint'
import { Problem, type ProblemCode, problems } from '@platemark/wire/problem'
import { noteServerTime } from './clock.ts'
import { dropToken, readToken } from './session.ts'

/** The whole body of a successful answer. */
export type Body<E extends Endpoint> = E['envelope'] extends false
  ? Reply<E>
  : Meta<E> extends undefined
    ? { data: Reply<E> }
    : { data: Reply<E>; meta: Meta<E> }

type Options = {
  signal?: AbortSignal | undefined
  /** Presented in place of what the call would send by itself: nothing, where it is public. */
  token?: string | null
  /** Sends in place of `fetch`. */
  via?: (url: string, request: RequestInit) => Promise<Response>
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
    via = fetch,
  }: Options = {},
): Promise<Body<E>> {
  const parts: Parts = input
  const sentAt = Date.now()
  const response = await send(via, endpointUrl(endpoint, parts), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(parts.body !== undefined &&
        endpoint.body_kind !== 'multipart' && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(parts.body !== undefined && { body: encode(endpoint, parts) }),
    ...(signal && { signal }),
  })
  noteServerTime(response.headers.get('date'), sentAt, Date.now())
  if (!response.ok) {
    const problem = await problemOf(response, token)
    // What everybody may read is read without the token that has ended.
    if (endpoint.access === 'optional' && token && problem.code === 'unauthenticated') {
      return callWhole(endpoint, input, { signal, via, token: null })
    }
    throw problem
  }
  // Safe: the server parses every reply by the endpoint's schema before it is sent.
  return (response.status === 204 ? null : await response.json()) as Body<E>
}

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Partial<Record<string, Blob>>
}

async function send(
  via: NonNullable<Options['via']>,
  url: string,
  request: RequestInit,
): Promise<Response> {
  try {
    return await via(url, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new Problem('internal', 'The server did not answer. Check your connection.', {
      cause: error,
    })
  }
}

function encode(endpoint: Endpoint, { body, files = {} }: Parts): BodyInit {
  if (endpoint.body_kind !== 'multipart') return JSON.stringify(body)
  const form = new FormData()
  form.set('data', JSON.stringify(body))
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file)
  return form
}

async function problemOf(response: Response, token: string | null): Promise<Problem> {
  // An answer that is not ours, from a proxy for example, has no body to read.
  const body = await response.json().catch(() => null)
  const known = isProblemBody(body) ? body : undefined
  const code = known?.error.code ?? codeOf(response.status)
  // Not one that took its place meanwhile.
  if (code === 'unauthenticated' && token === readToken()) dropToken()
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new Problem(code, known?.error.message, {
    data: known?.data,
    ...(known?.error.fields && { fields: known.error.fields }),
    ...(known && { requestId: known.error.request_id }),
    ...(retryAfter && { retryAfter }),
  })
}

type ProblemBody = {
  error: {
    code: ProblemCode
    message: string
    fields?: Record<string, string[]>
    request_id: string
  }
  data?: unknown
}

function isProblemBody(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  if (typeof error !== 'object' || error === null || !('code' in error)) return false
  return typeof error.code === 'string' && Object.hasOwn(problems, error.code)
}

function codeOf(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  return status >= 500 ? 'internal' : 'bad_request'
}
