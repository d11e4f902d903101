import { type Rehearsal, rehearsalSteps } from '@platemark/api/rehearsal'
import type { DraftRow } from '../queries/drafts.ts'
import type { RehearsalRow } from '../queries/rehearsals.ts'

/** Returns a rehearsal as the API has it, beside the present version of its draft. */
export function describeRehearsal(
  row: RehearsalRow,
  draft: Pick<DraftRow, 'version'>,
): Rehearsal {
  return {
    run_id: row.id,
    state: row.state,
    step: toStep(row.step),
    ...{ done: row.done, total: row.total },
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    draft_updated_at: row.draft_updated_at.toISOString(),
    is_outdated: draft.version !== row.draft_version,
    sentence: row.sentence,
    // Safe: only a finished run of this version writes it.
    report: row.report as Rehearsal['report'],
  }
}

/** Returns the progress of another draft's rehearsal in a sentence. */
export function describeOther({ started_at, step }: RehearsalRow, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - started_at.getTime()) / 1000))
  const place = rehearsalSteps.indexOf(toStep(step)) + 1
  return `Another rehearsal is running. It began ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago and is at step ${place} of ${rehearsalSteps.length}. Run yours in a moment.`
}

function toStep(step: string): Rehearsal['step'] {
  return rehearsalSteps.find((one) => one === step) ?? 'chain'
}
