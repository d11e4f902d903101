import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Academy, contentFolder, readAcademy } from '@platemark/academy/read-academy'
import type { Endpoint } from '@platemark/api/endpoint'
import { problemBody } from '@platemark/api/problem-body'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { type Address, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { buildApp } from '../src/app.ts'
import { connectChains } from '../src/configuration/chains.ts'
import { configure } from '../src/configuration/configuration.ts'
import {
  type Database,
  type OpenDatabase,
  openDatabase,
} from '../src/database/database.ts'
import { createDiskFileStore } from '../src/files/file-store.ts'
import type { AppContext, Logger } from '../src/http/app-context.ts'
import { createLog } from '../src/http/log.ts'
import type { RoutePlugin } from '../src/http/route.ts'
import { hashToken } from '../src/http/session.ts'
import { createUploadPlaces } from '../src/http/upload-places.ts'
import { openRows, type TestRows } from './rows.ts'
import { shareSerializers } from './shared-serializers.ts'
import { copyDatabase } from './template.ts'

shareSerializers()

/** Test users with keys of their own. */
export const ada = privateKeyToAccount(keccak256(toHex('ada of the tests')))
export const bob = privateKeyToAccount(keccak256(toHex('bob of the tests')))
export const cyn = privateKeyToAccount(keccak256(toHex('cyn of the tests')))

/** Response, validated against the schema of the API contract. */
export type TestResponse = {
  status: number
  headers: Record<string, string | undefined>
  /** `data` of the body; the whole body where the endpoint has no envelope. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the schema has checked
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the schema has checked
  meta: any
  error: { code: string; message: string; fields?: Record<string, string[]> } | undefined
  body: string
}

type Call = {
  /** Caller with a real session; absent: none. */
  as?: Address | { address: Address }
  headers?: Record<string, string>
  /** Client address. */
  from?: string
}

type Settings = Record<string, unknown> & { limits?: Record<string, number> }

/** Timeouts of tests, whose endpoints respond at once or never. */
const shortWaits = {
  rpc_retry_delay_ms: 1,
  rpc_poll_ms: 20,
  rpc_max_pause_ms: 100,
  owed_read_interval_ms: 1,
}

export type TestServer = Awaited<ReturnType<typeof testServer>>

let shippedAcademy: Academy | undefined

/** Reads the content of this release, once for all servers of a worker. */
export function readShippedAcademy(): Academy {
  shippedAcademy ??= readAcademy(contentFolder)
  return shippedAcademy
}

/**
 * Starts the real app on the worker's own empty database; `settings` are those of the
 * configuration file, with wide rate limits and no response cache unless set.
 * `extraRoutes` are added to the product's own, `log` is silent by default,
 * `database` replaces the worker's own, and `academy` the content of this release.
 */
export async function testServer(
  { limits = {}, ...settings }: Settings = {},
  {
    extraRoutes = [],
    database: own,
    log = createLog(process.env.LOG_LEVEL ?? 'silent'),
    academy = readShippedAcademy(),
  }: {
    extraRoutes?: RoutePlugin[]
    log?: Logger
    database?: OpenDatabase
    academy?: Academy
  } = {},
) {
  const { database, listen, rows } = own
    ? { ...own, rows: undefined }
    : await workerDatabase()
  const empty = () => (rows ? rows.empty() : deleteRows(database))
  await empty()
  const folder = join(
    process.env.PLATEMARK_TEST_RUN ?? '',
    'data',
    randomBytes(6).toString('hex'),
  )
  const configuration = configure({
    data_folder: folder,
    public_url: 'http://localhost:3000',
    rate_limit_scale: 1000,
    web_folder: join(folder, 'no-web'),
    networks: [{ alias: 'local', is_demo: true }],
    ...settings,
    limits: {
      // Tests bypass the server's writes and read at once, so no response is cached.
      kept_answers: 0,
      // A busy machine decides no test.
      shed_lag_ms: 600_000,
      ...shortWaits,
      ...limits,
    },
  })
  let offset = 0
  const context: AppContext = {
    configuration,
    database,
    listen,
    chains: connectChains(configuration),
    files: createDiskFileStore(join(folder, 'files')),
    uploads: createUploadPlaces(configuration.limits),
    academy,
    clock: () => new Date(Date.now() + offset),
    log,
  }
  const app = await buildApp(context, { extraRoutes })
  const endpoints = rememberEndpoints(app)
  await app.ready()
  const tokens = new Map<string, string>()

  const tokenOf = async (person: Address | { address: Address }) => {
    const address = (typeof person === 'string' ? person : person.address).toLowerCase()
    const token = tokens.get(address) ?? (await openSession(context, address))
    tokens.set(address, token)
    return token
  }

  const send = async (options: InjectOptions, call: Call = {}): Promise<TestResponse> => {
    const response = await inject(app, {
      ...options,
      ...(call.from && { remoteAddress: call.from }),
      headers: {
        ...options.headers,
        ...(call.as && { authorization: `Bearer ${await tokenOf(call.as)}` }),
        ...call.headers,
      },
    })
    return readAnswer(response, endpoints.get(response.raw.res.req))
  }

  return {
    app,
    database,
    context,
    configuration,
    /** Returns the server's time with any offset. */
    clock: {
      /** Moves the server's clock by this many milliseconds. */
      advance: (ms: number) => {
        offset += ms
      },
    },
    tokenOf,
    /** Opens a session of a stored user, such as the account of a contract. */
    tokenOfUser: (id: string) => openSessionOf(context, id),
    send,
    get: (url: string, call?: Call) => send({ method: 'GET', url }, call),
    post: (url: string, body?: unknown, call?: Call) =>
      send(
        {
          method: 'POST',
          url,
          ...(body !== undefined && {
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          }),
        },
        call,
      ),
    /** Sends a multipart form: `data` as JSON, and files by name. */
    postForm: async (
      url: string,
      form: { data?: unknown; files?: Record<string, Uint8Array> },
      call?: Call,
    ) => {
      const body = new FormData()
      if (form.data !== undefined) body.set('data', JSON.stringify(form.data))
      for (const [name, bytes] of Object.entries(form.files ?? {})) {
        body.set(name, new Blob([new Uint8Array(bytes)]), `${name}.png`)
      }
      const encoded = new Response(body)
      const payload = Buffer.from(await encoded.arrayBuffer())
      const type = encoded.headers.get('content-type') ?? ''
      return send(
        { method: 'POST', url, payload, headers: { 'content-type': type } },
        call,
      )
    },
    /** Empties every table and drops every session. */
    reset: async () => {
      tokens.clear()
      offset = 0
      await empty()
    },
    /**
     * Keeps the present rows and sessions. The returned function replaces all by them, with uses
     * and reports of now. Throws for a database other than the worker's own.
     */
    keep: async () => {
      if (!rows) throw new Error("database is not the worker's own")
      const restore = await rows.keep()
      const sessions = [...tokens]
      return async () => {
        tokens.clear()
        for (const [address, token] of sessions) tokens.set(address, token)
        offset = 0
        await restore()
        const now = new Date()
        await database.updateTable('sessions').set({ last_used_at: now }).execute()
        await database.updateTable('chain_statuses').set({ updated_at: now }).execute()
      }
    },
    close: () => app.close(),
  }
}

/** One database per worker: emptying it is faster than copying the template. */
let opened: Promise<OpenDatabase & { rows: TestRows }> | undefined

function workerDatabase(): Promise<OpenDatabase & { rows: TestRows }> {
  opened ??= openWithRows()
  return opened
}

async function openWithRows() {
  const url = await copyDatabase()
  return { ...(await openDatabase({ url })), rows: await openRows(url) }
}

/** Deletes every row of a database of one test. */
async function deleteRows(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> 'migrations'`.execute(database)
  const deletions = rows.map(({ name }) => `delete from "${name}";`).join(' ')
  // As a replica, so that foreign keys require no order.
  await sql
    .raw(`do $$ begin set local session_replication_role = replica; ${deletions} end $$`)
    .execute(database)
}

function rememberEndpoints(app: FastifyInstance): WeakMap<IncomingMessage, Endpoint> {
  const endpoints = new WeakMap<IncomingMessage, Endpoint>()
  // Forms have their own context, to which later hooks do not apply.
  for (const place of [app, app.forms]) {
    place.addHook('onRequest', async (request) => {
      const { endpoint } = request.routeOptions.config
      if (endpoint) endpoints.set(request.raw, endpoint)
    })
  }
  return endpoints
}

async function openSession(context: AppContext, address: string) {
  const { database, clock } = context
  const now = clock()
  const { id } = await database
    .insertInto('users')
    .values({ address, account_kind: 'key', auth_chain_id: null })
    .onConflict((conflict) =>
      conflict
        .expression(sql`address, (coalesce(auth_chain_id, 0))`)
        .doUpdateSet({ updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return openSessionOf(context, id)
}

async function openSessionOf({ database, clock }: AppContext, id: string) {
  const token = `plm_${randomBytes(40).toString('base64url').slice(0, 49)}`
  const now = clock()
  await database
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: id,
      connector: 'demo',
      chain_id: 31_337,
      client: 'tests',
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 7 * 86_400_000),
    })
    .execute()
  return token
}

export type Injected = Pick<
  Awaited<ReturnType<FastifyInstance['inject']>>,
  'statusCode' | 'headers' | 'body' | 'raw' | 'json'
>

/** Sends one call. An event stream has no end: its first bytes are the response. */
export async function inject(
  app: FastifyInstance,
  options: InjectOptions,
): Promise<Injected> {
  const isStream = /\/events(\?|$)/.test(String(options.url))
  if (!isStream) return app.inject(options)
  const response = await app.inject({ ...options, payloadAsStream: true })
  const { statusCode, headers, raw } = response
  let body = ''
  for await (const chunk of response.stream()) {
    body += chunk
    if (/^data: .*\n\n$/m.test(body)) break
  }
  raw.res.destroy()
  // Waits until the server has noticed that the client left.
  await new Promise((resume) => setImmediate(resume))
  return { statusCode, headers, raw, body, json: () => JSON.parse(body) }
}

function readAnswer(response: Injected, endpoint: Endpoint | undefined): TestResponse {
  const { statusCode: status, body } = response
  const type = String(response.headers['content-type'])
  const isJson = type.includes('application/json')
  const parsed: unknown = isJson && body !== '' ? JSON.parse(body) : undefined
  const isHead = response.raw.res.req.method === 'HEAD'
  const isStream = type.includes('event-stream')
  const isFile = status === 200 && type === endpoint?.download
  if (endpoint && !isHead && !isFile)
    check(endpoint, status, isStream ? parseEvents(body) : parsed)
  // Safe: checked just above against the API contract; the tests read it as `any` otherwise.
  const whole = (parsed ?? {}) as {
    data?: unknown
    meta?: unknown
    error?: TestResponse['error']
  }
  return {
    status,
    // Safe: none of our headers is sent twice.
    headers: response.headers as TestResponse['headers'],
    data: endpoint?.envelope === false && status < 400 ? parsed : whole.data,
    meta: whole.meta,
    error: whole.error,
    body,
  }
}

const reply = z.object({ data: z.unknown(), meta: z.optional(z.unknown()) })

const sentEvent = z.object({
  id: z.optional(z.string()),
  event: z.string(),
  data: z.unknown(),
})
export type SentEvent = z.infer<typeof sentEvent>

/** Parses the complete events of a stream. */
export function parseEvents(text: string): SentEvent[] {
  const blocks = text.split('\n\n').slice(0, -1)
  return blocks.flatMap((block) => {
    const lines = [...block.matchAll(/^(\w+): (.*)$/gm)]
    const fields = Object.fromEntries(lines.map(([, name, value]) => [name, value]))
    if (!('event' in fields)) return []
    return [sentEvent.parse({ ...fields, data: JSON.parse(fields.data) })]
  })
}

/** Fastify's serializer checks no enum and no pattern, so the tests do. */
function check(endpoint: Endpoint, status: number, body: unknown): void {
  if (status === 304 || status === 204) return
  if (status >= 400) {
    problemBody.parse(body)
    return
  }
  if (endpoint.events) {
    for (const { event, data } of z.array(sentEvent).parse(body)) {
      const { [event]: schema } = endpoint.events
      if (!schema) throw new Error(`${endpoint.path} does not declare ${event}`)
      schema.parse(data)
    }
    return
  }
  const schema = Object.entries(endpoint.replies).find(
    ([one]) => one === `${status}`,
  )?.[1]
  if (!schema) throw new Error(`${endpoint.path} does not declare ${status}`)
  if (endpoint.envelope === false) {
    schema.parse(body)
    return
  }
  const { data, meta } = reply.parse(body)
  schema.parse(data)
  endpoint.meta?.parse(meta)
}
