import type { Endpoint } from '@platemark/api/endpoint'
import { idempotencyKey } from '@platemark/api/studio'
import { type JsonSchema, type Parameter, toJsonSchema } from './openapi-schema.ts'

/** Response header as OpenAPI describes it. */
export type Header = { description: string; schema: JsonSchema }

const TAG = 'W/"4Qm0yX2bJ8kq1vT7nR5cZ9sLw3e"'

/** Returns the request headers of a call besides its token. */
export function requestHeaders(endpoint: Endpoint): Parameter[] {
  const taken = { in: 'header', required: false } as const
  const known = {
    ...taken,
    name: 'If-None-Match',
    description:
      'The ETag of an earlier response: what has not changed is not sent again.',
    schema: { type: 'string' },
    example: TAG,
  }
  const key = {
    ...taken,
    name: 'Idempotency-Key',
    description:
      'Chosen by the caller. A call repeated with the same key within 24 hours takes effect once.',
    schema: toJsonSchema(idempotencyKey, 'input'),
    example: 'tidewater-1',
  }
  return [...(hasTag(endpoint) ? [known] : []), ...(endpoint.is_repeatable ? [key] : [])]
}

/** Returns the headers of a success that a client can use. */
export function responseHeaders(endpoint: Endpoint): Record<string, Header> {
  if (!hasTag(endpoint)) return {}
  const { cache_seconds } = endpoint
  const kept =
    cache_seconds === undefined
      ? 'Revalidated each time.'
      : `Fresh for ${cache_seconds} seconds.`
  return {
    ETag: {
      description: 'Names what was answered; absent where a token came with the call.',
      schema: { type: 'string' },
    },
    'Cache-Control': {
      description: `${kept} With a token: never kept.`,
      schema: { type: 'string' },
    },
  }
}

/** Header of every 429 and 503 response. */
export const retryAfter: Header = {
  description: 'Seconds to wait before trying again.',
  schema: { type: 'integer', minimum: 1 },
}

/** Returns whether responses carry an ETag: not those of signed-in calls, nor streams. */
export function hasTag({ method, access, events }: Endpoint): boolean {
  return method === 'GET' && access !== 'signed-in' && !events
}
