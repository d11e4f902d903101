import { createHash } from 'node:crypto'
import type { Parsed } from '@platemark/api/endpoint'
import type { reportCollection } from '@platemark/api/moderation'
import type { Resources } from '../../http/app-context.ts'
import { countUse } from '../../http/rate-limits.ts'
import type { Session } from '../../http/session.ts'
import { locate } from '../collections/service.ts'
import { findSalt, saveReport } from './queries/reports.ts'

type Call = Parsed<typeof reportCollection> & {
  client: string
  session: Session | undefined
}

/**
 * Puts a report into the operator's queue. The answer is the same whatever others have said.
 * Throws `unknown_chain`, `not_found`, `blocked` and `too_many_requests`.
 */
export async function report(
  resources: Resources,
  { params, body, client, session }: Call,
): Promise<{ status: 'received' }> {
  const { database, configuration, clock } = resources
  const { chain, row } = await locate(resources, params)
  const hashed = await nameOf(resources, client)
  await countReport(resources, hashed)
  await saveReport(
    database,
    {
      chain_id: chain.id,
      address: row.address,
      reporter: session?.address ?? hashed,
      ...body,
      created_at: clock(),
    },
    configuration.limits.open_reports_per_collection,
  )
  return { status: 'received' }
}

async function countReport(
  { database, configuration, clock }: Resources,
  hashed: string,
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  const now = clock()
  for (const [name, limit, seconds] of [
    ['report', limits.reports_per_client, 60],
    ['report-day', limits.reports_per_client_day, 86_400],
  ] as const) {
    const key = `${name}:${hashed}`
    await countUse(database, { key, limit: limit * rate_limit_scale, seconds, now })
  }
}

/** Tells callers apart without keeping where they called from. */
async function nameOf({ database }: Resources, client: string): Promise<string> {
  const salt = await findSalt(database)
  const hash = createHash('sha256').update(`${salt} ${client}`).digest('hex')
  return `client ${hash.slice(0, 16)}`
}
