import {
  CommandRefusedError,
  chainAlias,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'
import { listAuditLines } from './queries/audit.ts'
import {
  closeCollectionReports,
  closeReport,
  countReports,
  findReport,
  listReports,
} from './queries/reports.ts'

const PER_PAGE = 20

/** Lists a page of reports: open ones first, in order of arrival. */
export async function readReports(context: OperatorContext, { page }: { page: number }) {
  const [counts, rows] = await Promise.all([
    countReports(context.database),
    listReports(context.database, pageOf(page)),
  ])
  const most = context.configuration.limits.open_reports_per_collection
  const reports = rows.map(({ chain_id, created_at, closed_at, ...report }) => ({
    ...report,
    is_crowded: report.open_reports >= most,
    chain: chainAlias(context, chain_id),
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }))
  return { page, per_page: PER_PAGE, ...counts, reports }
}

/** Closes a report, or all open reports of its collection, and returns how many. */
export async function closeReports(
  context: OperatorContext,
  { id, note, is_all }: { id: number; note: string; is_all: boolean },
): Promise<{ closed: number }> {
  const found = await findReport(context.database, id)
  if (!found) throw new CommandRefusedError(`There is no report ${id}.`)
  const { chain_id, address } = found
  const place = { chain_id, address }
  const line = { action: 'close report', place, details: { report: id, note, is_all } }
  const closed = await withAudit(context, line, async (transaction, now) => {
    const closing = { closed_at: now, closed_by: context.by, closing_note: note }
    const count = is_all
      ? await closeCollectionReports(transaction, place, closing)
      : Number(await closeReport(transaction, id, closing))
    if (count === 0) throw new CommandRefusedError(`Report ${id} is already closed.`)
    return count
  })
  return { closed }
}

/** Lists a page of the audit log, newest first. */
export async function readAudit(context: OperatorContext, { page }: { page: number }) {
  const rows = await listAuditLines(context.database, pageOf(page))
  const lines = rows.map(({ chain_id, at, ...line }) => ({
    ...line,
    at: at.toISOString(),
    chain: chain_id === null ? null : chainAlias(context, chain_id),
  }))
  return { page, per_page: PER_PAGE, lines }
}

function pageOf(page: number): { limit: number; offset: number } {
  return { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
}
