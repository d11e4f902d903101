import { randomUUID } from 'node:crypto'
import { Problem } from '@platemark/api/problem'
import type { Rehearsal } from '@platemark/api/rehearsal'
import type { AppContext } from '../../../http/app-context.ts'
import { consumeStudioLimit } from '../../../http/rate-limits.ts'
import type { Session } from '../../../http/session.ts'
import { findAnvil } from '../../../start-anvil.ts'
import { loadCreationTerms } from '../plan-creation.ts'
import { type DraftRow, findDraft } from '../queries/drafts.ts'
import { listDraftListContents } from '../queries/lists.ts'
import {
  deleteOtherRehearsals,
  endLostRehearsals,
  findRehearsal,
  findRunningRehearsal,
  insertRehearsal,
  type RehearsalRow,
} from '../queries/rehearsals.ts'
import { readManifest } from '../reveal/read-manifest.ts'
import { describeOther, describeRehearsal } from './describe-rehearsal.ts'
import type { RehearsalInput } from './rehearsal-input.ts'
import { runStored, type StoredRun } from './run-stored.ts'

/** Milliseconds without a sign of life after which the process of a rehearsal is given up. */
const LOST_MS = 15_000

const LOST =
  'The rehearsal was interrupted because this site was restarted. Run it again.'

type Caller = { session: Session; client: string }

/** Rehearsals of this process; one runs at a time on the whole instance. */
type Rehearsals = {
  /**
   * Starts the rehearsal of a draft, or returns the one of the draft that runs. Throws
   * `not_found`, also for other owners', `already_deployed`, `draft_incomplete`,
   * `chain_unavailable`, `rehearsal_unavailable`, `too_many_requests`, and `busy` while that of
   * another draft runs.
   */
  start(caller: Caller, id: string): Promise<Rehearsal>
  /** Ends what runs; resolves once its chain has ended. */
  close(): Promise<void>
}

export function createRehearsals(context: AppContext): Rehearsals {
  const running = new Set<StoredRun>()
  return {
    async start(caller, id) {
      const draft = await findOpen(context, caller.session, id)
      await consumeStudioLimit(context, 'preparation', {
        ...{ user: caller.session.user_id, client: caller.client },
      })
      const own = await findOwnRunning(context, draft)
      if (own) return describeRehearsal(own, draft)
      const input = await readInput(context, caller, draft)
      const row = await insertRun(context, input.draft)
      const run = runStored(context, row.id, input)
      running.add(run)
      void run.ended.then(() => running.delete(run))
      return describeRehearsal(row, input.draft)
    },
    async close() {
      await Promise.all([...running].map((run) => run.stop(LOST)))
    },
  }
}

/**
 * Returns a rehearsal of a draft by its id, or the newest one; null if none was run. Throws
 * `not_found`, also for other owners'.
 */
export async function getRehearsal(
  context: AppContext,
  session: Session,
  { contract_id, run_id }: { contract_id: string; run_id: string },
): Promise<{ rehearsal: Rehearsal | null }> {
  const { database } = context
  const draft = await findDraft(database, contract_id, session)
  if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  await giveUpLost(context)
  const row = await findRehearsal(database, contract_id, run_id)
  if (row) return { rehearsal: describeRehearsal(row, draft) }
  if (run_id === 'latest') return { rehearsal: null }
  throw new Problem(
    'not_found',
    'This rehearsal does not exist. A later one may have replaced it.',
  )
}

async function findOpen({ database }: AppContext, session: Session, id: string) {
  const draft = await findDraft(database, id, session)
  if (!draft) throw new Problem('not_found', 'This draft does not exist.')
  if (draft.collection_id) throw new Problem('already_deployed')
  return draft
}

/** Returns the draft's own rehearsal that runs. Throws `busy` while that of another does. */
async function findOwnRunning(
  context: AppContext,
  { id }: DraftRow,
): Promise<RehearsalRow | undefined> {
  await giveUpLost(context)
  const found = await findRunningRehearsal(context.database)
  if (!found || found.draft_id === id) return found
  throw new Problem('busy', describeOther(found, context.clock()), { retryAfter: 5 })
}

async function giveUpLost({ database, clock }: AppContext): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - LOST_MS)
  await endLostRehearsals(database, { before, sentence: LOST, now })
}

/** Reads a draft until nothing changed while it was read. */
async function readInput(
  context: AppContext,
  { session, client }: Caller,
  draft: DraftRow,
): Promise<RehearsalInput> {
  const owner = { user: session.user_id, client }
  if (!findAnvil(context.configuration.anvil_path)) {
    throw new Problem('rehearsal_unavailable')
  }
  for (let read = draft; ; ) {
    const terms = await loadCreationTerms(context, read)
    const lists = await listDraftListContents(context.database, read.id)
    const manifest = terms.provenanceHash && (await readManifest(context, read.id))
    const now = await findOpen(context, session, read.id)
    if (now.version === read.version) return { draft: now, terms, lists, manifest, owner }
    read = now
  }
}

async function insertRun(context: AppContext, draft: DraftRow): Promise<RehearsalRow> {
  const { database, clock } = context
  const row = await insertRehearsal(database, {
    ...{ id: randomUUID(), draft_id: draft.id, step: 'chain', now: clock() },
    ...{ draft_version: draft.version, draft_updated_at: draft.updated_at },
  })
  if (row) {
    await deleteOtherRehearsals(database, row)
    return row
  }
  const other = await findRunningRehearsal(database)
  const sentence = other && describeOther(other, clock())
  throw new Problem('busy', sentence, { retryAfter: 5 })
}
