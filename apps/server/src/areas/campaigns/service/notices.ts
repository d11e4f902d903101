import type { CampaignNotice } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { findNotice, type NoticeRow, saveAnswer } from '../queries/notices.ts'
import { requireEntry } from './join.ts'
import { requireCampaign } from './visible.ts'

/** Answers the notice of a disqualification. Throws the problems of `answerNotice`. */
export async function answerNotice(
  context: AppContext,
  session: Session,
  { alias, text }: { alias: string; text: string },
): Promise<CampaignNotice> {
  const { database, clock } = context
  const row = await requireCampaign(context, alias)
  const { address } = await requireEntry(database, row, session)
  if (!(await findNotice(database, row.id, address))) throw new Problem('no_notice')
  const saved = await saveAnswer(database, row.id, address, {
    answer: text,
    now: clock(),
  })
  if (!saved) throw new Problem('answer_closed')
  return toNotice(saved)
}

/** Returns a notice as its person sees it. */
export function toNotice({
  sent_at,
  reason,
  evidence,
  answer_until,
  answer,
  answered_at,
  decision,
}: NoticeRow): CampaignNotice {
  return {
    ...{ reason, evidence, answer, decision },
    sent_at: sent_at.toISOString(),
    answer_until: answer_until.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
  }
}
