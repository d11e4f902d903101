import {
  closeQuestionReport,
  countRatings,
  readQuestionReports,
} from '../academy/service/feedback-lists.ts'
import {
  CommandRefusedError,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'

/** Lists a page of what readers report of questions of quizzes. */
export function readQuestions({ database }: OperatorContext, { page }: { page: number }) {
  return readQuestionReports(database, page)
}

/** Closes a report of a question. Throws `CommandRefusedError` if it is not open. */
export async function closeQuestion(
  context: OperatorContext,
  { id, note }: { id: number; note: string },
): Promise<{ alias: string; question: string }> {
  const line = { action: 'close question', details: { report: id, note } }
  return withAudit(context, line, async (transaction, now) => {
    const closing = { closed_at: now, closed_by: context.by, closing_note: note }
    const closed = await closeQuestionReport(transaction, id, closing)
    if (closed) return closed
    throw new CommandRefusedError(`There is no open report ${id} of a question.`)
  })
}

/** Lists how many readers found each article helpful, and how many did not. */
export async function readRatings({ database }: OperatorContext) {
  return { articles: await countRatings(database) }
}
