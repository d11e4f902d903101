import type { ExitRun } from '@platemark/api/exits'
import { getExit, startExit } from '@platemark/api/studio-operations'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'

/** Query of the last exit bundle of a collection; `exit` is null if none was started. */
export const lastExitQuery = (id: string) =>
  apiQuery(getExit, { params: { contract_id: id, run_id: 'latest' } })

/** Reveal file that goes with a bundle, and the name that was typed to confirm it. */
export type ConfirmedReveal = { reveal_file?: string; confirmation?: string }

/** Starts to write the bundle of a collection. Rejects with a `Problem`. */
export function sendExit(id: string, reveal: ConfirmedReveal): Promise<ExitRun> {
  return call(startExit, { params: { contract_id: id }, body: reveal })
}
