import { liveListSchema } from '@platemark/api/live-lists'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import type { PricedPhase } from '@platemark/api/studio'
import * as z from 'zod/mini'
import type { TaskOwner } from '../../bounded-queue.ts'
import { parse } from '../../http/parse.ts'
import { runInWorker } from '../../worker-task.ts'
import {
  type CheckedList,
  checkRows,
  MAX_LIST_ENTRIES,
  readListBody,
} from './check-list.ts'

/** A further list of a collection: terms of its phases, and the wallets of each. */
export type CheckedLiveList = { phases: PricedPhase[]; lists: CheckedList[] }

/** Bytes up to which a list is checked without blocking other requests noticeably. */
const MAX_INLINE_BYTES = 65_536

// Entries are checked one by one, so that a list of wrong lines ends early.
const liveList = liveListSchema(z.unknown())

/**
 * Checks the JSON body of `prepareList` by `owner`, in a worker thread if it is long. A body
 * that owns its memory is moved there and is empty afterwards.
 */
export async function checkLiveListOffThread(
  body: Uint8Array,
  owner: TaskOwner,
): Promise<CheckedLiveList> {
  if (body.length <= MAX_INLINE_BYTES) return checkLiveList(body)
  const file = new URL('./check-live-list-worker.ts', import.meta.url)
  // Safe: the worker returns the result of `checkLiveList`.
  return (await runInWorker(file, body, {
    owner,
    transfer: body.buffer,
  })) as CheckedLiveList
}

/**
 * Parses and checks the JSON body of `prepareList`; equal entries of a wallet in one phase are
 * kept once. Throws `bad_request`, and `validation_failed` as `checkList` does, with the
 * phase before each field.
 */
export function checkLiveList(body: Uint8Array): CheckedLiveList {
  // Safe: `parse` returns what the schema makes of the body.
  const { phases } = parse(liveList, readListBody(body)) as z.infer<typeof liveList>
  const sent = phases.reduce((sum, { entries }) => sum + entries.length, 0)
  if (sent > MAX_LIST_ENTRIES) {
    const fields = { phases: ['All phases together can have at most 100,000 wallets.'] }
    throw new Problem('validation_failed', undefined, { fields })
  }
  return {
    phases: phases.map(({ entries: _, ...phase }) => ({ ...phase, kind: 'allowlist' })),
    lists: phases.map(({ phase_id, entries }, index) =>
      prefixProblems(`phases.${index}`, () =>
        checkRows({ phase_id, entries, left_out: [] }),
      ),
    ),
  }
}

/** Runs `check` and puts `at` before the fields of the problem that it throws. */
function prefixProblems<T>(at: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    const fields: FieldProblems = {}
    for (const [name, sentences] of Object.entries(error.fields)) {
      fields[`${at}.${name}`] = sentences
    }
    throw new Problem(error.code, error.message, { fields })
  }
}
