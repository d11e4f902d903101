import type { Endpoint, Meta, Parsed, SuccessStatus } from '@platemark/wire/endpoint'
import { Problem } from '@platemark/wire/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { keepAnswers } from './caching.ts'
import { clientOf } from './limits.ts'
import { readForm, withForm } from './multipart.ts'
import { parse } from './parse.ts'
import { type Loose, responseSchemas } from './reply-schema.ts'
import type { Resources } from './resources.ts'
import { findSession, type Session } from './session.ts'

/** What a handler receives beside the parsed parts of the call. */
export type Caller<E extends Endpoint> = {
  /** Stands for the caller's internet address in counted limits. */
  client: string
  /** Where a browser says the call comes from; never trusted, only compared. */
  origin: string | undefined
  /** What the caller names this call by, to send it again without its being done twice. */
  idempotencyKey: string | undefined
  /** The access token that came with the call, whether it is good or not. */
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

type Data<Schema> = Schema extends z.ZodMiniType ? Loose<z.output<Schema>> : never

type Statuses<E extends Endpoint> = keyof E['replies'] & SuccessStatus

type IsOne<T, Whole = T> = T extends Whole ? ([Whole] extends [T] ? true : false) : never

/**
 * What a handler returns: the data itself; `{ data, meta }` for a list; `{ status, data }`
 * where the call can succeed in several ways. Rows may hand in `Date` and `bigint` where
 * the wire says string; fields the wire does not name are dropped.
 */
export type Result<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? { data: Data<E['replies'][Statuses<E>]>; meta: Meta<E> }
  : true extends IsOne<Statuses<E>>
    ? Data<E['replies'][Statuses<E>]>
    : { [S in Statuses<E>]: { status: S; data: Data<E['replies'][S]> } }[Statuses<E>]

export type Handler<E extends Endpoint> = (
  call: Parsed<E> & Caller<E>,
) => Result<E> | Promise<Result<E>>

/** Adds one or more routes to the app. */
export type Served = (app: FastifyInstance, resources: Resources) => void

type Options = {
  /** Largest JSON body in bytes, where the usual limit is too small. */
  maxBodyBytes?: number
  /** Largest file of a form in bytes, where it is not any picture. */
  maxFileBytes?: number
}

/** Binds one endpoint of the wire to the function that answers it. */
export function serve<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { maxBodyBytes, maxFileBytes }: Options = {},
): Served {
  return (app, resources) => {
    const statuses = Object.keys(endpoint.replies).map(Number)
    const { limits } = resources.configuration
    const sizes = { json: limits.json_bytes, file: maxFileBytes ?? limits.image_bytes }
    const sessions = new WeakMap<FastifyRequest, Session>()
    const sendKept = keptSender(endpoint, resources)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: responseSchemas(endpoint) },
      bodyLimit: maxBodyBytes ?? limits.json_bytes,
      config: { endpoint },
      // Before the body is read: strangers must not make the server read long ones.
      onRequest: async (request) => {
        const session = await sessionOf(endpoint, request, resources)
        if (session) sessions.set(request, session)
      },
      handler: (request, reply) => {
        const session = sessions.get(request)
        const answer = async () => {
          const call = {
            client: clientOf(request.ip),
            origin: request.headers.origin,
            idempotencyKey: idempotencyKeyOf(request),
            token: tokenOf(request),
            session,
            params: parse(endpoint.params, request.params),
            query: readQuery(endpoint, request),
            ...(await readBody(endpoint, request, sizes)),
          }
          // Safe: `call` holds exactly the parts `E` declares, each already parsed.
          const make = async () => handler(call as unknown as Parsed<E> & Caller<E>)
          const isKept = sendKept && request.headers.authorization === undefined
          if (isKept) return sendKept(reply, call, make)
          return send(endpoint, reply, statuses, await make())
        }
        if (endpoint.body_kind !== 'multipart') return answer()
        return withForm(session?.user_id ?? clientOf(request.ip), answer)
      },
    })
  }
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** What a GET of the same address answers, on the route for all other methods. */
    reads?: Endpoint
  }
}

/**
 * Sends what was serialized for an equal call a moment ago: a list that has not changed then
 * costs what a file costs. Undefined where the endpoint is not one that anybody may keep.
 */
function keptSender(endpoint: Endpoint, { configuration, clock }: Resources) {
  const seconds = endpoint.cache_seconds
  const most = configuration.limits.kept_answers
  if (seconds === undefined || most === 0) return undefined
  const keep = keepAnswers({ most, seconds, clock })
  return async (
    reply: FastifyReply,
    { params, query }: { params: unknown; query: unknown },
    make: () => Promise<unknown>,
  ) => {
    // The parsed query, so that neither its order nor its defaults make another key.
    const { etag, text } = await keep(JSON.stringify([params, query]), async () => {
      const result = await make()
      return String(reply.serialize(bodyOf(endpoint, [200], result)))
    })
    return reply.headers({ etag, 'content-type': JSON_TYPE }).send(text)
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function sessionOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { database, configuration, clock }: Resources,
): Promise<Session | undefined> {
  if (endpoint.access === 'public') return undefined
  const { authorization } = request.headers
  if (authorization === undefined && endpoint.access === 'optional') return undefined
  const token = tokenOf(request)
  const session =
    token &&
    (await findSession(database, token, {
      now: clock(),
      idleMs: configuration.limits.session_idle_hours * 3_600_000,
    }))
  // A dead token is told, also where none is needed: the client would go on showing a user.
  if (!session) throw new Problem('unauthenticated')
  return session
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headers.authorization ?? '')?.[1]
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key.join(', ') : key
}

function readQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  const query: unknown = request.query
  if (endpoint.query) return parse(endpoint.query, query)
  // Marketplaces append parameters of their own to metadata addresses.
  const isStrict = endpoint.path.startsWith('/api/')
  const [unknown] = Object.keys(query ?? {})
  if (!isStrict || unknown === undefined) return undefined
  throw new Problem('validation_failed', undefined, {
    fields: { [unknown]: ['There is no such parameter.'] },
  })
}

async function readBody(
  endpoint: Endpoint,
  request: FastifyRequest,
  sizes: { json: number; file: number },
): Promise<{ body?: unknown; files?: unknown }> {
  if (endpoint.body_kind === 'multipart') {
    const { data, files } = await readForm(request, endpoint, sizes)
    return { body: parse(endpoint.body, data), files }
  }
  if (!endpoint.body) return {}
  if (request.body === undefined || request.body === null)
    throw new Problem('bad_request')
  return { body: parse(endpoint.body, request.body) }
}

function send(
  endpoint: Endpoint,
  reply: FastifyReply,
  statuses: number[],
  result: unknown,
): unknown {
  const [only] = statuses
  // Safe: `Result<E>` has this shape exactly where several replies are declared.
  const status = statuses.length === 1 ? only : (result as { status: number }).status
  reply.code(status ?? 200)
  if (status === 204) return reply.send()
  return reply.send(bodyOf(endpoint, statuses, result))
}

/** The body that the wire names, from what the handler answered. */
function bodyOf(endpoint: Endpoint, statuses: number[], result: unknown): unknown {
  // Safe: `Result<E>` has these shapes exactly where `meta` or several replies are declared.
  const shaped = result as { data: unknown; meta: unknown }
  if (endpoint.meta) return { data: shaped.data, meta: shaped.meta }
  const data = statuses.length === 1 ? result : shaped.data
  return endpoint.envelope === false ? data : { data }
}
