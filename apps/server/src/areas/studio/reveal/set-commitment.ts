import { Problem } from '@platemark/api/problem'
import type { Draft } from '@platemark/api/studio'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { describeOwn } from '../describe-own.ts'
import { lockOpenDraft, openDraft } from '../open-draft.ts'
import { markDraftChanged } from '../queries/drafts.ts'
import { setRevealCommitment } from '../queries/reveals.ts'
import { listSetFacts } from '../queries/sets.ts'
import { revealScope } from './reveal-state.ts'

/**
 * Keeps the commitment to the hidden order of a draft's set. Throws as `openDraft`, and
 * `validation_failed` for other works than the present ones.
 */
export async function setCommitment(
  context: AppContext,
  session: Session,
  id: string,
  { commitment, set_hash }: { commitment: string; set_hash: string },
): Promise<Draft> {
  const { database, clock } = context
  await openDraft(context, session, id)
  await database.transaction().execute(async (transaction) => {
    const draft = await lockOpenDraft(transaction, session, id)
    const [set] = await listSetFacts(transaction, [id])
    if (set?.set_hash !== set_hash) {
      const sentence = set?.set_hash
        ? 'The works changed since. Make a new reveal file.'
        : 'The draft has no set of works. Upload it first.'
      throw new Problem('validation_failed', undefined, {
        fields: { set_hash: [sentence] },
      })
    }
    const scope = revealScope(context, draft, set_hash)
    await setRevealCommitment(transaction, id, { commitment, scope })
    await markDraftChanged(transaction, id, clock())
  })
  return describeOwn(context, session, id)
}
