import type { TaskOwner } from '../../../bounded-queue.ts'
import type { DraftList } from '../check-list.ts'
import type { CreationTerms } from '../plan-creation.ts'
import type { DraftRow } from '../queries/drafts.ts'
import type { StoredManifest } from '../reveal/read-manifest.ts'

/** A draft with everything of the database that its rehearsal needs, of one version. */
export type RehearsalInput = {
  draft: DraftRow
  terms: CreationTerms
  lists: Pick<DraftList, 'phase_id' | 'content'>[]
  manifest: StoredManifest | undefined
  owner: TaskOwner
}
