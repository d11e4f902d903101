import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../http/app-context.ts'
import { describeDraft } from './describe-draft.ts'
import type { DraftRow } from './queries/drafts.ts'

/** Returns whether a change was made to another version of a draft than the present one. */
export function isOtherVersion(
  { updated_at }: DraftRow,
  ifUpdatedAt: string | undefined,
): boolean {
  return ifUpdatedAt !== undefined && Date.parse(ifUpdatedAt) !== updated_at.getTime()
}

/**
 * Refuses such a change with the present draft as data, so that two devices do not
 * overwrite each other. Throws `changed_elsewhere`; call it outside a transaction, which
 * holds the only connection of the embedded database.
 */
export async function refuseChangedElsewhere(
  context: AppContext,
  draft: DraftRow,
): Promise<never> {
  const data = await describeDraft(context, draft)
  throw new Problem('changed_elsewhere', undefined, { data })
}
