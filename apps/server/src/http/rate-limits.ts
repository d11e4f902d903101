import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { RateLimit } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { AppContext, Logger } from './app-context.ts'
import type { Sender } from './upload-places.ts'

/**
 * Consumes one use of `key` in a window of `seconds`; throws `too_many_requests` beyond
 * `limit`. Counted in the database, so that all processes share it.
 */
export async function consumeLimit(
  database: Database,
  use: { key: string; limit: number; seconds: number; now: Date },
): Promise<void> {
  const { key, limit, seconds, now } = use
  const resets = new Date(now.getTime() + seconds * 1000)
  const { rows } = await sql<{ used: number; resets_at: Date }>`
    insert into limit_counters (key, used, resets_at) values (${key}, 1, ${resets})
    on conflict (key) do update set
      used = case when limit_counters.resets_at <= ${now} then 1
                  else limit_counters.used + 1 end,
      resets_at = case when limit_counters.resets_at <= ${now} then excluded.resets_at
                       else limit_counters.resets_at end
    returning used, resets_at`.execute(database)
  const [row] = rows
  if (row && row.used > atLeastOne(limit))
    throw tooMany(row.resets_at.getTime() - now.getTime())
}

/** Consumes a user's upload limits per minute and per day. */
export async function consumeUploadLimit(
  { database, configuration, clock }: AppContext,
  userId: string,
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  const now = clock()
  for (const [name, limit, seconds] of [
    ['upload', limits.uploads_per_user, 60],
    ['upload-day', limits.uploads_per_user_day, 86_400],
  ] as const) {
    const key = `${name}:${userId}`
    await consumeLimit(database, { key, limit: limit * rate_limit_scale, seconds, now })
  }
}

/**
 * Consumes the bytes of an upload of a user and a client within 24 hours, before its body
 * is read, or those of a file that is made of it; what is refused does not count. Throws `too_many_requests` with the time at
 * which the limit ends.
 */
export async function consumeUploadBytes(
  { database, configuration, clock }: AppContext,
  { user, client }: Sender,
  bytes: number,
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  const now = clock()
  const resets = new Date(now.getTime() + 86_400_000)
  for (const [name, key, limit] of [
    ['account', user, limits.upload_bytes_per_user_day],
    ['network', client, limits.upload_bytes_per_client_day],
  ] as const) {
    if (key === undefined) continue
    const most = atLeastOne(limit * rate_limit_scale)
    const counter = `upload-bytes-${name}:${key}`
    const { rows } = await sql<{ fits: boolean; resets_at: Date }>`
      with old as (
        select used, resets_at from limit_counters
        where key = ${counter} and resets_at > ${now}::timestamptz
      ), added as (
        insert into limit_counters (key, used, resets_at)
        select ${counter}, ${bytes}::bigint, ${resets}::timestamptz
        where ${bytes}::bigint <= ${most}::double precision
        on conflict (key) do update set
          used = case when limit_counters.resets_at <= ${now}::timestamptz then excluded.used
                      else limit_counters.used + excluded.used end,
          resets_at = case when limit_counters.resets_at <= ${now}::timestamptz
                           then excluded.resets_at else limit_counters.resets_at end
        where limit_counters.resets_at <= ${now}::timestamptz
          or limit_counters.used + excluded.used <= ${most}::double precision
        returning 1
      )
      select exists (select from added) as fits,
        coalesce((select resets_at from old), ${resets}::timestamptz) as resets_at`.execute(
      database,
    )
    const [row] = rows
    if (row && !row.fits) throw tooManyBytes(name, most, row.resets_at, now)
  }
}

function tooManyBytes(
  sender: 'account' | 'network',
  most: number,
  resets: Date,
  now: Date,
): Problem {
  const end = `${resets.toISOString().slice(11, 16)} UTC`
  return new Problem(
    'too_many_requests',
    `This ${sender} can send ${formatSize(most)} of pictures and lists within 24 hours, and this would exceed it. Try again after ${end}.`,
    { retryAfter: Math.max(1, Math.ceil((resets.getTime() - now.getTime()) / 1000)) },
  )
}

/** Returns a size for a sentence: `4 GB`, of 1024 MB each. */
function formatSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`
}

/**
 * Returns the function that counts a call by a user or client against a configured limit, per minute
 * or another number of seconds. It throws `too_many_requests` beyond it.
 */
export function createCallCounter({ database, configuration, clock }: AppContext) {
  const { limits, rate_limit_scale } = configuration
  return (limit: RateLimit, caller: string, seconds = 60): Promise<void> =>
    consumeLimit(database, {
      key: `${limit}:${caller}`,
      limit: limits[limit] * rate_limit_scale,
      seconds,
      now: clock(),
    })
}

/** Consumes the limits of a call of the studio per minute: of the user and of the client. */
export async function consumeStudioLimit(
  { database, configuration, clock }: AppContext,
  what: 'list' | 'list-read' | 'preparation' | 'set-upload',
  { user, client }: { user: string; client: string },
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  const pairs = {
    list: [limits.lists_per_user, limits.lists_per_client],
    'list-read': [limits.list_reads_per_user, limits.list_reads_per_client],
    preparation: [limits.preparations_per_user, limits.preparations_per_client],
    'set-upload': [limits.set_uploads_per_user, limits.set_uploads_per_client],
  } as const
  const [perUser, perClient] = pairs[what]
  const now = clock()
  for (const [key, limit] of [
    [`${what}:${user}`, perUser],
    [`${what}-client:${client}`, perClient],
  ] as const) {
    await consumeLimit(database, {
      key,
      limit: limit * rate_limit_scale,
      seconds: 60,
      now,
    })
  }
}

/** Deletes counters whose window is over. */
export async function deleteExpiredLimits(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('limit_counters').where('resets_at', '<=', now).execute()
}

/**
 * Creates a counter of requests per client and minute, local to this process. It throws
 * `too_many_requests` beyond `limit`.
 */
export function createRequestLimit(
  app: FastifyInstance,
  limit: number,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: atLeastOne(limit),
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => rateLimitKey(ip),
  })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl)
  }
}

/**
 * Creates a check that warns once about an untrusted proxy: all visitors would then share
 * one client's limits.
 */
export function warnUntrustedProxy(log: Logger): (request: FastifyRequest) => void {
  let hasWarned = false
  return ({ headers, ip, socket }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return
    if (ip !== socket.remoteAddress) return
    hasWarned = true
    log.warn(
      { proxy: ip },
      'untrusted proxy: rate limits count all visitors as one client',
    )
  }
}

/**
 * Returns the rate-limit key of a client: an IPv4 address, or the /64 prefix of an IPv6
 * address.
 */
export function rateLimitKey(ip: string): string {
  return rateLimit.normalizeIP(ip)
}

/**
 * Returns the stored prefix of a client, enough to distinguish networks but not to locate
 * one: `203.0.113.x`, or 48 bits like `2001:db8:1::x`.
 */
export function networkPrefix(client: string): string {
  if (!isIPv6(client)) return client.replace(/[^.]*$/, 'x')
  return `${rateLimit.normalizeIP(client, 48)}x`
}

/** At least one, so that a small scale slows callers down but locks none out. */
function atLeastOne(limit: number): number {
  return Math.max(1, limit)
}

function tooMany(milliseconds: number): Problem {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000))
  const unit = retryAfter === 1 ? 'second' : 'seconds'
  return new Problem(
    'too_many_requests',
    `Too many requests. Try again in ${retryAfter} ${unit}.`,
    { retryAfter },
  )
}
