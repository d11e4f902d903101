import { type Endpoint, endpointUrl, type Meta, type Reply } from './endpoint.ts'
import type { Operation } from './operations.ts'
import { Problem, type ProblemCode, problems } from './problem.ts'

/** The whole body of a successful response. */
export type Body<E extends Endpoint> = E['envelope'] extends false
  ? Reply<E>
  : Meta<E> extends undefined
    ? { data: Reply<E> }
    : { data: Reply<E>; meta: Meta<E> }

type Options = {
  /** Scheme, host and port; absent: those of the page. */
  origin?: string
  token?: string | null | undefined
  signal?: AbortSignal | undefined
  /** Added to the headers of the call itself. */
  headers?: Record<string, string> | undefined
  /** Replaces the global `fetch`. */
  fetch?: ((url: string, request: RequestInit) => Promise<Response>) | undefined
}

/** The parts of a request. Callers type them by the endpoint, as `Input`. */
type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Partial<Record<string, Blob>>
  bytes?: Blob | Uint8Array<ArrayBuffer>
}

/** Sends one call and returns the response, whatever its status. */
export async function request(
  operation: Operation,
  parts: Parts,
  { origin = '', token, signal, headers, fetch: send = fetch }: Options = {},
): Promise<Response> {
  const { body, bytes } = parts
  const isJson = body !== undefined && operation.body_kind !== 'multipart'
  const sent = bytes ?? (body === undefined ? undefined : encode(operation, parts))
  try {
    return await send(origin + endpointUrl(operation, parts), {
      method: operation.method,
      headers: {
        accept: 'application/json',
        ...(isJson && { 'content-type': 'application/json' }),
        ...(bytes && { 'content-type': 'application/octet-stream' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      // Lists may be kept for seconds; callers see what they just changed.
      cache: 'no-cache',
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Problem('internal', 'The server did not answer. Check your connection.', {
      cause: error,
    })
  }
}

/** Parses the body of a successful response; null where it has none. */
export async function parseBody<E extends Endpoint>(
  response: Response,
): Promise<Body<E>> {
  // Safe: the server writes every reply by the endpoint's schema.
  return (response.status === 204 ? null : await response.json()) as Body<E>
}

/** Parses the `Problem` of a failed response. */
export async function parseProblem(response: Response): Promise<Problem> {
  // A response of another server, such as a proxy, has no body in our format.
  const body = await response.json().catch(() => null)
  const known = isProblemBody(body) ? body : undefined
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new Problem(known?.error.code ?? codeOf(response.status), known?.error.message, {
    data: known?.data,
    ...(known?.error.fields && { fields: known.error.fields }),
    ...(known && { requestId: known.error.request_id }),
    ...(retryAfter && { retryAfter }),
  })
}

function encode(operation: Operation, { body, files = {} }: Parts): BodyInit {
  if (operation.body_kind !== 'multipart') return JSON.stringify(body)
  const form = new FormData()
  form.set('data', JSON.stringify(body))
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file)
  return form
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
