import { Problem } from '@platemark/api/problem'
import type { Draft } from '@platemark/api/studio'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { findOwnCollection, type Rights } from '../collections/service.ts'
import { describeCollections } from './describe-collection.ts'
import { describeDraft } from './describe-draft.ts'
import { findDraft } from './queries/drafts.ts'

/**
 * Returns a draft or collection for the studio. Throws `not_found`, also where the caller
 * lacks the rights.
 */
export async function describeOwn(
  context: AppContext,
  session: Session,
  id: string,
  rights: Rights = 'owner',
): Promise<Draft> {
  const draft = await findDraft(context.database, id, session, rights)
  if (draft && draft.collection_id === null) return describeDraft(context, draft)
  const collection = await findOwnCollection(context, session, id, rights)
  const [described] = await describeCollections(context, collection ? [collection] : [])
  if (!described) throw new Problem('not_found')
  return described
}
