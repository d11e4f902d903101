import type {
  rateArticle as rateEndpoint,
  reportQuestion as reportEndpoint,
} from '@platemark/api/academy'
import type { Parsed } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../../http/app-context.ts'
import { accountKey, type Session } from '../../../http/session.ts'
import { hashClient } from '../../moderation/service.ts'
import { saveQuestionReport, saveRating } from '../queries/feedback.ts'
import { findArticle } from './articles.ts'

type Reader = { client: string; session: Session | undefined }

/** Stores whether an article was helpful; a later rating of the same reader replaces it. */
export async function rateArticle(
  context: AppContext,
  { params, body, ...reader }: Parsed<typeof rateEndpoint> & Reader,
): Promise<null> {
  const { alias } = findArticle(context.academy, params.alias)
  await saveRating(context.database, {
    alias,
    rater: await identifyReader(context, reader),
    helpful: body.helpful,
    rated_at: context.clock(),
  })
  return null
}

/**
 * Queues a report of a question for the operator. Throws `question_not_found` for a question that
 * the quiz does not have.
 */
export async function reportQuestion(
  context: AppContext,
  { params, body, ...reader }: Parsed<typeof reportEndpoint> & Reader,
): Promise<{ status: 'received' }> {
  const { academy, database, configuration, clock } = context
  const { alias, quiz } = findArticle(academy, params.alias)
  const { question, quiz_version, text } = body
  if (!quiz.questions.some(({ id }) => id === question))
    throw new Problem('question_not_found')
  const reporter = await identifyReader(context, reader)
  const report = { alias, question, quiz_version, reporter, text, created_at: clock() }
  await saveQuestionReport(
    database,
    report,
    configuration.limits.open_reports_per_question,
  )
  return { status: 'received' }
}

/** Returns the account of a reader, or a hash of where the reader came from. */
async function identifyReader(
  context: AppContext,
  { client, session }: Reader,
): Promise<string> {
  return session ? accountKey(session) : hashClient(context, client)
}
