import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../http/app-context.ts'
import { describeDraft } from './describe-draft.ts'
import type { DraftRow } from './queries/drafts.ts'

/**
 * Refuses a change that was made to another version of a draft, so that two devices do not
 * overwrite each other. Throws `changed_elsewhere` with the present draft as its data.
 */
export async function refuseChangedElsewhere(
  context: AppContext,
  draft: DraftRow,
  ifUpdatedAt: string | undefined,
): Promise<void> {
  if (ifUpdatedAt === undefined) return
  if (Date.parse(ifUpdatedAt) === draft.updated_at.getTime()) return
  const data = await describeDraft(context, draft)
  throw new Problem('changed_elsewhere', undefined, { data })
}
