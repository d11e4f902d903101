import type * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/** The statuses a call may succeed with. */
export type SuccessStatus = 200 | 201 | 202 | 204

/**
 * The encoding of the body: JSON, a multipart form whose `data` field holds that JSON, or bytes
 * (`application/octet-stream`).
 */
export type BodyKind = 'json' | 'multipart' | 'binary'

/** One call of the API, declared once for server and clients. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  /** `optional`: open to everyone, with more fields for a signed-in user. */
  access: 'public' | 'optional' | 'signed-in'
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  body_kind?: BodyKind
  /** Names of the files a multipart form may carry. */
  files?: readonly string[]
  /** Fields of the body that a multipart form may carry as text, beside or without `data`. */
  form_fields?: readonly string[]
  /** The schema of `data`, by status. One entry unless the call can succeed in several ways. */
  replies: Partial<Record<SuccessStatus, z.ZodMiniType>>
  /** The schema of `meta` beside `data`, for lists. */
  meta?: z.ZodMiniType
  /**
   * The reply is an endless stream of server-sent events without envelope: their schemas,
   * by event name. Only the status of `replies` counts.
   */
  events?: Record<string, z.ZodMiniType>
  /** Media type of the file that is sent instead of `data` with the query `format=csv`. */
  download?: string
  /** `false`: the reply is sent bare, without the `data` envelope. */
  envelope?: false
  /** Error codes of the call, besides those of every call. */
  problems?: readonly ProblemCode[]
  /** The owner of the resource in the path: others receive `not_found`, or fewer fields. */
  owner?: 'draft' | 'collection' | 'session' | 'name'
  /** Co-editors that the owner named may call it too, for texts and pictures. */
  is_for_editors?: true
  /** The limits that count it, beside the one of every call under `/api/`. */
  limited_by?: readonly RateLimit[]
  /** Sent again with the same header Idempotency-Key, it is not done twice. */
  is_repeatable?: true
  /** Seconds that shared caches may keep a reply to a request without a token. */
  cache_seconds?: number
  /** Seconds that a process may send a reply without a token again, while nothing changed. */
  kept_seconds?: number
  /** A read that a mint needs, which an overloaded server refuses last. */
  is_urgent?: true
  /**
   * Answered by a read-only site, too, though it is no GET: it saves nothing, or people need it
   * to sign in and out, mint, withdraw, reveal or take their data along.
   */
  is_open_read_only?: true
  /** No cache may keep a reply, not even to revalidate it. */
  is_uncached?: true
}

/** A limit on calls in a minute or a day, under its name in the server's configuration. */
export type RateLimit =
  | 'sign_in_texts_per_client'
  | 'sign_in_texts_per_address'
  | 'sign_ins_per_client'
  | 'sign_ins_per_address'
  | 'faucet_per_client'
  | 'uploads_per_user'
  | 'uploads_per_user_day'
  | 'set_uploads_per_user'
  | 'set_uploads_per_client'
  | 'lists_per_user'
  | 'lists_per_client'
  | 'list_reads_per_user'
  | 'list_reads_per_client'
  | 'preparations_per_user'
  | 'preparations_per_client'
  | 'reports_per_client'
  | 'reports_per_client_day'
  | 'balance_checks_per_user'
  | 'art_per_client'
  | 'searches_per_client'
  | 'name_checks_per_client'
  | 'name_reads_per_client'
  | 'names_per_user'
  | 'quiz_attempts_per_caller'
  | 'question_reports_per_client'
  | 'article_ratings_per_client'
  | 'achievement_claims_per_user'
  | 'achievement_reads_per_user'
  | 'achievement_reads_per_client'
  | 'campaign_changes_per_user'
  | 'campaign_refreshes_per_user'

type Part = 'params' | 'query' | 'body'

/** The input of a caller: the declared parts and no others. */
export type Input<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodMiniType ? P : never]: z.input<NonNullable<E[P]>>
} & (E['files'] extends readonly (infer F extends string)[]
  ? { files?: Partial<Record<F, Blob>> }
  : unknown) &
  (E['body_kind'] extends 'binary' ? { bytes: Blob | Uint8Array<ArrayBuffer> } : unknown)

/** The input of a handler, after validation and defaults. */
export type Parsed<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodMiniType ? P : never]: z.output<NonNullable<E[P]>>
}

type Replies<E extends Endpoint> = E['replies']

/** `data` of any successful reply. */
export type Reply<E extends Endpoint> = {
  [S in keyof Replies<E>]: Replies<E>[S] extends z.ZodMiniType
    ? z.output<Replies<E>[S]>
    : never
}[keyof Replies<E>]

/** `meta` of a successful reply, or undefined where the endpoint declares none. */
export type Meta<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? z.output<E['meta']>
  : undefined

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/**
 * Builds the URL of a call: parameters filled in, query appended.
 * Throws when a parameter of the path is missing.
 */
export function endpointUrl(
  { path: template }: Pick<Endpoint, 'path'>,
  parts: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name]
    if (value === undefined) throw new Error(`${template} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const pairs = Object.entries(parts.query ?? {}).filter(
    ([, value]) => value !== undefined,
  )
  const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
  return pairs.length === 0 ? path : `${path}?${query}`
}
