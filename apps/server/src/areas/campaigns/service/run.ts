import { Problem } from '@platemark/api/problem'
import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import {
  findBoardState,
  makeMemberBoard,
  makeTeamBoard,
  touchBoard,
} from '../queries/board.ts'
import { type CampaignRow, lockCampaign } from '../queries/campaigns.ts'
import { addReviews } from '../queries/cursors.ts'
import { creditCampaign } from './credit.ts'
import { requireEntry } from './join.ts'
import { requireCampaign } from './visible.ts'

/** Age of a snapshot after which the board is made anew. */
export const BOARD_SECONDS = 15

/** A large board is made so rarely that it takes a tenth of the time at most. */
const BOARD_SHARE = 10

const counting: readonly CampaignRow['status'][] = ['live', 'paused', 'settling']

/** Credits a campaign and makes its board anew if it is old, in one transaction. */
export async function runCampaign(
  context: Pick<AppContext, 'database' | 'chains' | 'clock'>,
  id: string,
): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    const row = await lockCampaign(transaction, id)
    if (!row || !counting.includes(row.status)) return
    await creditCampaign(transaction, context, row)
    await refreshBoard(transaction, row, context.clock())
  })
}

/** Makes the board anew if it is older than its ledger and than 15 seconds. */
async function refreshBoard(
  transaction: Database,
  row: CampaignRow,
  now: Date,
): Promise<void> {
  const state = await findBoardState(transaction, row.id)
  const age = state ? now.getTime() - state.taken_at.getTime() : Number.POSITIVE_INFINITY
  const least = Math.max(BOARD_SECONDS * 1000, (state?.took_ms ?? 0) * BOARD_SHARE)
  if (age >= 0 && age < least) return
  if (state && !state.is_outdated) return touchBoard(transaction, row.id, { now })
  await makeBoard(transaction, row, now)
}

/** Makes the boards of members and teams from the sums. */
export async function makeBoard(
  transaction: Database,
  { id, definition }: Pick<CampaignRow, 'id' | 'definition'>,
  now: Date,
): Promise<void> {
  const started = performance.now()
  await makeMemberBoard(transaction, id, definition)
  await makeTeamBoard(transaction, id, definition)
  await touchBoard(transaction, id, {
    now,
    took_ms: Math.ceil(performance.now() - started),
  })
}

/** Evaluates the quests of one entry from the start. Throws `campaign_not_found`, `not_joined`. */
export async function refreshEntry(
  context: AppContext,
  session: Session,
  alias: string,
): Promise<void> {
  const row = await requireCampaign(context, alias)
  await context.database.transaction().execute(async (transaction) => {
    const locked = await lockCampaign(transaction, row.id)
    if (!locked) throw new Problem('campaign_not_found')
    const { address } = await requireEntry(transaction, row, session)
    if (!counting.includes(locked.status)) return
    await addReviews(transaction, row.id, [address])
    await creditCampaign(transaction, context, locked)
  })
}
