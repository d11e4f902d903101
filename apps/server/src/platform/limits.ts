import { isIPv6 } from 'node:net'
import { Problem } from '@platemark/wire/problem'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Counts one use of `key` in a window of `seconds` and throws `too_many_requests` beyond
 * `limit`. The count lives in the database, so that all processes share it.
 */
export async function countUse(
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
  if (row && row.used > limit) throw tooMany(row.resets_at.getTime() - now.getTime())
}

/** Forgets counters whose window is over. */
export async function forgetUses(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('limit_counters').where('resets_at', '<=', now).execute()
}

/**
 * Counts reads of one process by client, in windows of a minute. Throws
 * `too_many_requests` beyond `limit`.
 */
export function readLimit(limit: number): (client: string, now: Date) => void {
  const used = new Map<string, number>()
  let resets = 0
  return (client, now) => {
    if (now.getTime() >= resets) {
      used.clear()
      resets = now.getTime() + 60_000
    }
    const count = (used.get(client) ?? 0) + 1
    used.set(client, count)
    if (count > limit) throw tooMany(resets - now.getTime())
  }
}

/** One client: an IPv4 address, or the 64 bits of an IPv6 address that one line is given. */
export function clientOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [left = '', right = ''] = (ip.split('%')[0] ?? '').split('::')
  const head = left ? left.split(':') : []
  const tail = right ? right.split(':') : []
  const zeros = ip.includes('::') ? 8 - head.length - tail.length : 0
  const groups = [...head, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::`
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
