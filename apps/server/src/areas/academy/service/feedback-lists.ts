import type { Database } from '../../../database/database.ts'
import {
  closeQuestionReport,
  countQuestionReports,
  countRatings,
  listQuestionReports,
} from '../queries/feedback.ts'

export { closeQuestionReport, countRatings }

const PER_PAGE = 20

/** Lists a page of reports of questions: open ones first, in order of arrival. */
export async function readQuestionReports(database: Database, page: number) {
  const [counts, rows] = await Promise.all([
    countQuestionReports(database),
    listQuestionReports(database, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
  ])
  const reports = rows.map(({ created_at, closed_at, ...report }) => ({
    ...report,
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }))
  return { page, per_page: PER_PAGE, ...counts, reports }
}
