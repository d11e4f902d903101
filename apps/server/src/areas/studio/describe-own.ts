import { Problem } from '@platemark/api/problem'
import type { Draft } from '@platemark/api/studio'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { findOwnCollection } from '../collections/service.ts'
import { describeCollections } from './describe-collection.ts'
import { describeDraft } from './describe-draft.ts'
import { findDraft } from './queries/drafts.ts'

/**
 * Returns a draft or collection for the studio. Throws `not_found`, also for other
 * owners'.
 */
export async function describeOwn(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Draft> {
  const draft = await findDraft(context.database, id, session)
  if (draft && draft.collection_id === null) return describeDraft(context, draft)
  const collection = await findOwnCollection(context, session, id)
  const [described] = await describeCollections(context, collection ? [collection] : [])
  if (!described) throw new Problem('not_found')
  return described
}
