import type { Parsed } from '@platemark/api/endpoint'
import type { reportCollection } from '@platemark/api/moderation'
import type { AppContext } from '../../http/app-context.ts'
import { consumeLimit } from '../../http/rate-limits.ts'
import { accountKey, type Session } from '../../http/session.ts'
import { locateCollection } from '../collections/service.ts'
import { saveReport } from './queries/reports.ts'
import { hashClient } from './service.ts'

type Call = Parsed<typeof reportCollection> & {
  client: string
  session: Session | undefined
}

/**
 * Queues a report for the operator; the response does not depend on other reports. Throws
 * `unknown_chain`, `not_found`, `blocked` and `too_many_requests`.
 */
export async function submitReport(
  context: AppContext,
  { params, body, client, session }: Call,
): Promise<{ status: 'received' }> {
  const { database, configuration, clock } = context
  const { chain, row } = await locateCollection(context, params)
  const hashed = await hashClient(context, client)
  await consumeReportLimit(context, hashed)
  await saveReport(
    database,
    {
      chain_id: chain.id,
      address: row.address,
      reporter: session ? accountKey(session) : hashed,
      ...body,
      created_at: clock(),
    },
    configuration.limits.open_reports_per_collection,
  )
  return { status: 'received' }
}

async function consumeReportLimit(
  { database, configuration, clock }: AppContext,
  hashed: string,
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  const now = clock()
  for (const [name, limit, seconds] of [
    ['report', limits.reports_per_client, 60],
    ['report-day', limits.reports_per_client_day, 86_400],
  ] as const) {
    const key = `${name}:${hashed}`
    await consumeLimit(database, { key, limit: limit * rate_limit_scale, seconds, now })
  }
}
