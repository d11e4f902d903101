import { Problem } from '@platemark/api/problem'
import type { SetOfWorks } from '@platemark/api/works'
import type { Correction } from '@platemark/works/work-types'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { lockOpenDraft, openDraft } from '../open-draft.ts'
import { markDraftChanged } from '../queries/drafts.ts'
import { findSet, type SetRow } from '../queries/sets.ts'
import { describeSet } from './describe-set.ts'
import { readTexts, type SetFile, unpackJson } from './set-source.ts'
import { checkSource, writeSet } from './write-set.ts'

type SetChanges = {
  corrections?: Correction[] | undefined
  accepted?: string[] | undefined
}

/**
 * Checks a set again with other corrections. Throws as `openDraft`, and `not_found` if the
 * draft has no set.
 */
export async function updateSet(
  context: AppContext,
  session: Session,
  id: string,
  changes: SetChanges & { admit(): Promise<void> },
): Promise<SetOfWorks> {
  const { database, clock } = context
  await openDraft(context, session, id)
  const set = await requireSet(database, id)
  await changes.admit()
  const checked = await checkSource(context, {
    ...set,
    // Safe: `checkSource` wrote it.
    files: (await unpackJson(set.files)) as SetFile[],
    texts: await readTexts(context, set.texts_file),
    corrections: changes.corrections ?? set.corrections,
    accepted: changes.accepted ?? set.accepted,
  })
  const isWritten = await database.transaction().execute(async (transaction) => {
    await lockOpenDraft(transaction, session, id)
    const now = await requireSet(transaction, id)
    if (now.changed_at.getTime() !== set.changed_at.getTime()) return false
    await writeSet(transaction, checked, clock())
    await markDraftChanged(transaction, id, clock())
    return true
  })
  // Another upload or correction came first, so this one is checked against its result.
  if (!isWritten)
    return updateSet(context, session, id, { ...changes, admit: async () => {} })
  return describeSet(await requireSet(database, id))
}

async function requireSet(database: AppContext['database'], id: string): Promise<SetRow> {
  const set = await findSet(database, id)
  if (!set) throw new Problem('not_found', 'This collection has no set of works yet.')
  return set
}
