import type { Endpoint, Meta, Parsed, SuccessStatus } from '@platemark/api/endpoint'
import { Problem, problems } from '@platemark/api/problem'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type * as z from 'zod/mini'
import type { AppContext } from './app-context.ts'
import type { DataVersion } from './data-version.ts'
import { type Download, isDownload, sendDownload } from './download.ts'
import { withFileHost } from './file-host.ts'
import { boundedBytes, readBytes, refuseLarge } from './large-body.ts'
import { readForm } from './multipart.ts'
import { parse, rejectPrototypeKeys } from './parse.ts'
import { consumeUploadBytes, rateLimitKey } from './rate-limits.ts'
import {
  createResponseCache,
  type ResponseCache,
  type SerializedResponse,
} from './response-cache.ts'
import { responseSchemas, type Serializable } from './response-schema.ts'
import { findSession, type Session } from './session.ts'
import type { Sender } from './upload-places.ts'

/** Context of a handler besides the parsed parts of the call. */
export type CallerContext<E extends Endpoint> = {
  /** Rate-limit key of the caller. */
  client: string
  /** Origin header of the browser; compared, never trusted. */
  origin: string | undefined
  /** Idempotency key, with which a repeated call is executed once. */
  idempotencyKey: string | undefined
  /** Access token of the call, valid or not. */
  token: string | undefined
} & SessionOf<E> &
  (E['body_kind'] extends 'multipart'
    ? { files: Partial<Record<FileOf<E>, Uint8Array>> }
    : unknown)

type SessionOf<E extends Endpoint> = E['access'] extends 'signed-in'
  ? { session: Session }
  : E['access'] extends 'optional'
    ? { session: Session | undefined }
    : unknown

type FileOf<E extends Endpoint> = E['files'] extends readonly (infer F extends string)[]
  ? F
  : never

type Data<Schema> = Schema extends z.ZodMiniType ? Serializable<z.output<Schema>> : never

type Statuses<E extends Endpoint> = keyof E['replies'] & SuccessStatus

type IsOne<T, Whole = T> = T extends Whole ? ([Whole] extends [T] ? true : false) : never

/**
 * Result of a handler: the data; `{ data, meta }` for a list; `{ status, data }` for
 * several success statuses. Rows may contain `Date` and `bigint` for strings, and
 * undeclared fields are dropped.
 */
export type HandlerResult<E extends Endpoint> =
  | Shaped<E>
  | (E['download'] extends string ? Download : never)

type Shaped<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? { data: Data<E['replies'][Statuses<E>]>; meta: Meta<E> }
  : true extends IsOne<Statuses<E>>
    ? Data<E['replies'][Statuses<E>]>
    : { [S in Statuses<E>]: { status: S; data: Data<E['replies'][S]> } }[Statuses<E>]

export type Handler<E extends Endpoint> = (
  call: Parsed<E> & CallerContext<E>,
) => HandlerResult<E> | Promise<HandlerResult<E>>

/** Plugin that adds one or more routes to the app. */
export type RoutePlugin = (app: FastifyInstance, context: AppContext) => void

/** Body above `json_bytes`, of JSON that the main thread does not parse or of bytes. */
type LargeBody<Body> = {
  maxBytes: number
  /**
   * Counts a call and may refuse it: before a body above `json_bytes` is read; with a
   * smaller one by the handler, so that a small wrong call changes nothing.
   */
  admit(caller: { user: string; client: string }): Promise<void>
  /** Parses and checks the body, as `parse` does, off the main thread. */
  read(bytes: Buffer, caller: { user: string; client: string }): Promise<Body>
}

/** Creates the route of a signed-in endpoint with a large JSON body, or one of bytes. */
export function largeBodyRoute<E extends Endpoint & { access: 'signed-in' }, Body>(
  endpoint: E,
  largeBody: LargeBody<Body>,
  handler: (
    call: Omit<Parsed<E>, 'body'> &
      CallerContext<E> & { body: Body; admit(): Promise<void> },
  ) => HandlerResult<E> | Promise<HandlerResult<E>>,
): RoutePlugin {
  // Safe: `route` passes what `largeBody` reads as the body.
  return route(endpoint, handler as unknown as Handler<E>, { largeBody })
}

type Options = {
  largeBody?: LargeBody<unknown>
  /** Largest file of a form in bytes, where it differs from the picture limit. */
  maxFileBytes?: number
}

/** Creates the route of an endpoint from its handler. */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { largeBody, maxFileBytes }: Options = {},
): RoutePlugin {
  return (app, context) => {
    const { uploads } = context
    const { limits } = context.configuration
    const sizes = { json: limits.json_bytes, file: maxFileBytes ?? limits.image_bytes }
    const sessions: Sessions = new WeakMap()
    const cache = responseCacheFor(endpoint, context, app.dataVersion)
    const { files_url } = context.configuration
    const respond = createResponder(endpoint, handler, { sessions, cache, files_url })
    const isForm = endpoint.body_kind === 'multipart'
    const { files = [], form_fields = [] } = endpoint
    const maxBytes =
      largeBody?.maxBytes ??
      files.length * sizes.file + (1 + form_fields.length) * sizes.json
    const large = endpoint.body_kind === 'binary' ? app.binaryBodies : app.largeBodies
    const routes = isForm ? app.forms : largeBody ? large : app
    routes.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: responseSchemas(endpoint) },
      bodyLimit: largeBody?.maxBytes ?? limits.json_bytes,
      config: { endpoint },
      onRequest: [
        ...(isSaving(endpoint) && context.configuration.read_only
          ? [createReadOnlyRefusal(context.configuration.banner.site_url)]
          : []),
        ...(cache ? [createCachedSender(cache)] : []),
        ...(isShed(endpoint) ? [createShedder(app, endpoint)] : []),
        ...(endpoint.access === 'public'
          ? []
          : [createSessionReader(endpoint, context, sessions)]),
      ],
      handler: (request, reply) => {
        if (!isForm && !largeBody) {
          return respond(request, reply, readBody(endpoint, request))
        }
        const sender = senderOf(request, sessions)
        const bytes = boundedBytes(request, maxBytes)
        const isSmall = bytes <= limits.json_bytes
        return uploads(sender, bytes, async () => {
          if (largeBody) {
            const caller = { user: '', ...sender }
            refuseLarge(request, maxBytes)
            const admitAll = async () => {
              await consumeUploadBytes(context, sender, bytes)
              await largeBody.admit(caller)
            }
            if (!isSmall) await admitAll()
            const body = await largeBody.read(await readBytes(request, maxBytes), caller)
            const admit = async () => (isSmall ? admitAll() : undefined)
            return respond(request, reply, { body, admit })
          }
          if (!isSmall) await consumeUploadBytes(context, sender, bytes)
          const { data, files } = await readForm(request, endpoint, sizes)
          return respond(request, reply, { body: parse(endpoint.body, data), files })
        })
      },
    })
  }
}

function senderOf(request: FastifyRequest, sessions: Sessions): Sender {
  const user = sessions.get(request)?.user_id
  return { ...(user !== undefined && { user }), client: rateLimitKey(request.ip) }
}

type Sessions = WeakMap<FastifyRequest, Session>

/** Creates the function that parses a call, runs the handler and shapes the response. */
function createResponder<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  {
    sessions,
    cache,
    files_url,
  }: { sessions: Sessions; cache: ResponseCache | undefined; files_url: string | null },
) {
  const shape = createShaper(endpoint, files_url)
  return async (request: FastifyRequest, reply: FastifyReply, body: Body) => {
    const call = {
      client: rateLimitKey(request.ip),
      origin: request.headers.origin,
      idempotencyKey: idempotencyKeyOf(request),
      token: tokenOf(request),
      session: sessions.get(request),
      params: parse(endpoint.params, request.params),
      query: readQuery(endpoint, request),
      ...body,
    }
    // Safe: `call` holds exactly the parts `E` declares, each already parsed.
    const make = () => handler(call as unknown as Parsed<E> & CallerContext<E>)
    if (!cache || request.headers.authorization !== undefined) {
      const made = await make()
      return isDownload(made) ? sendDownload(reply, endpoint, made) : shape(reply, made)
    }
    // The parsed query, so that order and defaults do not create further entries.
    const key = JSON.stringify([call.params, call.query])
    const known = await cache.get(request.url, key, async () =>
      String(reply.serialize(shape(reply, await make()))),
    )
    return sendCached(reply, known)
  }
}

type Body = { body?: unknown; files?: unknown; admit?: () => Promise<void> }

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** GET endpoint of the same URL, on the route of all other methods. */
    reads?: Endpoint
  }
}

/** Returns the endpoint's response cache; undefined if its responses are not public. */
function responseCacheFor(
  endpoint: Endpoint,
  { configuration, clock }: AppContext,
  version: DataVersion,
): ResponseCache | undefined {
  const seconds = endpoint.cache_seconds ?? endpoint.kept_seconds
  const most = configuration.limits.kept_answers
  if (seconds === undefined || most === 0) return undefined
  return createResponseCache({ most, seconds, clock, version })
}

/**
 * Creates the hook that sends a cached response of the same URL before anything is
 * parsed, as cheaply as a file.
 */
function createCachedSender(cache: ResponseCache): onRequestHookHandler {
  return (request, reply, done) => {
    const isPublic = request.headers.authorization === undefined
    const known = isPublic ? cache.find(request.url) : undefined
    if (known) reply.send(sendCached(reply, known))
    else done()
  }
}

/** Returns whether an overloaded process may refuse the call: reads under `/api/`. */
export function isShed({ method, path }: Endpoint): boolean {
  return method === 'GET' && path.startsWith('/api/')
}

/** Returns whether a read-only site refuses the call. */
export function isSaving({ method, is_open_read_only }: Endpoint): boolean {
  return method !== 'GET' && is_open_read_only !== true
}

/** Creates the hook that refuses each call before its token or body is read. */
function createReadOnlyRefusal(siteUrl: string | null): onRequestHookHandler {
  const [, sentence] = problems.read_only
  const message = siteUrl === null ? sentence : `${sentence} Continue at ${siteUrl}.`
  return (_request, _reply, done) => done(new Problem('read_only', message))
}

function createShedder(
  { overload }: FastifyInstance,
  { is_urgent }: Endpoint,
): onRequestHookHandler {
  return (request, _reply, done) => {
    try {
      overload.admit(request, is_urgent === true)
      done()
    } catch (error) {
      // Safe: `admit` throws a `Problem`.
      done(error as Problem)
    }
  }
}

function sendCached(reply: FastifyReply, { etag, text }: SerializedResponse): string {
  reply.headers({ etag, 'content-type': JSON_TYPE })
  return text
}

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Reads the session before the body, so that strangers cannot make the server read long
 * bodies.
 */
function createSessionReader(
  endpoint: Endpoint,
  context: AppContext,
  sessions: Sessions,
): onRequestAsyncHookHandler {
  return async (request) => {
    const session = await sessionOf(endpoint, request, context)
    if (session) sessions.set(request, session)
  }
}

async function sessionOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { database, configuration, clock }: AppContext,
): Promise<Session | undefined> {
  const { authorization } = request.headers
  if (authorization === undefined && endpoint.access === 'optional') return undefined
  const token = tokenOf(request)
  const session =
    token &&
    (await findSession(database, token, {
      now: clock(),
      idleMs: configuration.limits.session_idle_hours * 3_600_000,
    }))
  // An invalid token is rejected even where none is needed: the client would go on
  // showing a signed-in user.
  if (!session) throw new Problem('unauthenticated')
  return session
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers
  if (authorization === undefined) return undefined
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1]
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key.join(', ') : key
}

function readQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  const query: unknown = request.query
  if (endpoint.query) return parse(endpoint.query, query)
  rejectPrototypeKeys(query)
  // Marketplaces append their own parameters to metadata URLs.
  const isStrict = endpoint.path.startsWith('/api/')
  const [unknown] = Object.keys(query ?? {})
  if (!isStrict || unknown === undefined) return undefined
  throw new Problem('validation_failed', undefined, {
    fields: { [unknown]: ['This parameter does not exist.'] },
  })
}

function readBody(endpoint: Endpoint, request: FastifyRequest): Body {
  if (!endpoint.body) return {}
  if (request.body === undefined || request.body === null)
    throw new Problem('bad_request')
  return { body: parse(endpoint.body, request.body) }
}

/**
 * Creates the function that sets the status and envelope of a handler's result, and names
 * stored files on the file host.
 */
function createShaper(
  endpoint: Endpoint,
  filesUrl: string | null,
): (reply: FastifyReply, result: unknown) => unknown {
  const statuses = Object.keys(endpoint.replies).map(Number)
  const [only = 200] = statuses
  const isOnly = statuses.length === 1
  return (reply, given) => {
    const result = filesUrl === null ? given : withFileHost(given, filesUrl)
    // Safe: `Result<E>` has these shapes exactly where `meta` or several replies are declared.
    const shaped = result as { status: number; data: unknown; meta: unknown }
    const status = isOnly ? only : shaped.status
    if (status !== 200) reply.code(status)
    if (status === 204) return undefined
    if (endpoint.meta) return { data: shaped.data, meta: shaped.meta }
    const data = isOnly ? result : shaped.data
    return endpoint.envelope === false ? data : { data }
  }
}
