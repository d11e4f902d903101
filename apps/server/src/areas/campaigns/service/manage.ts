import type { CampaignStatus } from '@platemark/api/campaigns'
import type { Database } from '../../../database/database.ts'
import type { CampaignDefinition } from '../definition/campaign-file.ts'
import { listAchievements } from '../definition/check-campaign.ts'
import {
  type CampaignTimes,
  hashRules,
  listFaults,
  readCampaign,
} from '../definition/read-campaign.ts'
import { listRanked, outdateBoard } from '../queries/board.ts'
import {
  type CampaignRow,
  findCampaign,
  listOtherDefinitions,
  lockCampaign,
  saveDefinition,
  setStatus,
} from '../queries/campaigns.ts'
import { countClaims } from '../queries/claims.ts'
import { findEntryOfWallet, setEntryStatus } from '../queries/entries.ts'
import {
  decideNotice,
  findNotice,
  listOpenNotices,
  saveNotice,
} from '../queries/notices.ts'
import { saveCorrection } from '../queries/results.ts'
import { listSuspicions } from '../queries/suspicions.ts'
import { recountCampaign } from './credit.ts'
import {
  type FreezeContext,
  freezeCampaign,
  listUnsettled,
  settleCampaign,
} from './freeze.ts'
import { formatResult, hashText } from './result-file.ts'
import { makeBoard } from './run.ts'
import { isReviewed } from './states.ts'

/** A change of a campaign that is refused; the message has the next step. */
export class CampaignRefusedError extends Error {
  override readonly name = 'CampaignRefusedError'
}

/** A campaign file with its name in messages. */
export type CampaignText = { file: string; text: string }

type Known = { chains: readonly { id: number }[]; articles: readonly string[] }

/** Reads a campaign file. Throws `CampaignRefusedError` with the line of every mistake. */
export function validateCampaign(
  known: Known,
  { file, text }: CampaignText,
  times?: CampaignTimes,
): CampaignDefinition {
  const chains = known.chains.map(({ id }) => id)
  try {
    return readCampaign(text, file, { chains, articles: known.articles }, times)
  } catch (error) {
    const faults = listFaults(error)
    if (faults) throw new CampaignRefusedError(faults.join('\n'))
    throw error
  }
}

/**
 * Imports a campaign file: a new campaign is a draft; a published one takes texts, a later end and
 * the hours of the review, with a note for its page; its rules change only before it starts. Throws
 * `CampaignRefusedError`.
 */
export async function importCampaign(
  transaction: Database,
  known: Known & { clock: () => Date },
  given: CampaignText & { note: string | null; times?: CampaignTimes },
): Promise<{
  alias: string
  status: CampaignStatus
  rules_version: string
  is_new: boolean
}> {
  const definition = validateCampaign(known, given, given.times)
  const rules_version = hashRules(definition)
  const now = known.clock()
  const { alias } = definition
  await requireOwnAchievements(transaction, definition, given.file)
  const before = await findCampaign(transaction, alias)
  const row = before && (await lockCampaign(transaction, before.id))
  const changes = row ? [...row.changes] : []
  if (row && row.status !== 'draft') {
    requireChange(row, definition, rules_version)
    const isVisible =
      rules_version !== row.rules_version || definition.ends_at !== row.definition.ends_at
    if (isVisible && given.note === null) {
      throw new CampaignRefusedError(
        `${alias} is published: say what changes with --note, for its page.`,
      )
    }
    if (given.note !== null) {
      changes.push({ at: now.toISOString(), note: given.note, rules_version })
    }
  }
  const id = await saveDefinition(transaction, {
    definition,
    rules_version,
    changes,
    now,
  })
  await outdateBoard(transaction, id)
  return {
    alias,
    status: row?.status ?? 'draft',
    rules_version,
    is_new: row === undefined,
  }
}

/** Requires that no other campaign gives an achievement with the id of one of this campaign. */
async function requireOwnAchievements(
  transaction: Database,
  definition: CampaignDefinition,
  file: string,
): Promise<void> {
  const own = listAchievements(definition)
  if (own.length === 0) return
  for (const other of await listOtherDefinitions(transaction, definition.alias)) {
    for (const { id } of listAchievements(other)) {
      const same = own.find((one) => one.id === id)
      if (!same) continue
      const key = definition.rewards[same.at]?.key
      throw new CampaignRefusedError(
        `${file}: rewards: ${other.alias} gives the achievement ${id} already: choose another key than ${key}.`,
      )
    }
  }
}

function requireChange(
  row: CampaignRow,
  definition: CampaignDefinition,
  rules_version: string,
): void {
  const { alias, status } = row
  if (!['scheduled', 'live', 'paused'].includes(status)) {
    throw new CampaignRefusedError(`${alias} is ${status}: it cannot change any more.`)
  }
  if (status !== 'scheduled' && rules_version !== row.rules_version) {
    throw new CampaignRefusedError(
      `${alias} is running: only texts, the cover, a later end and review_hours can change.`,
    )
  }
  if (Date.parse(definition.ends_at) < row.ends_at.getTime()) {
    throw new CampaignRefusedError(
      `ends_at: ${alias} is published to end ${row.ends_at.toISOString()}: it can only end later.`,
    )
  }
}

/** Finds a campaign and locks it. Throws `CampaignRefusedError` for an unknown one. */
async function requireLocked(transaction: Database, alias: string): Promise<CampaignRow> {
  const found = await findCampaign(transaction, alias)
  const row = found && (await lockCampaign(transaction, found.id))
  if (row) return row
  throw new CampaignRefusedError(`There is no campaign ${alias} here.`)
}

/** Lists the rewards of a campaign. Throws `CampaignRefusedError` for an unknown one. */
export async function listRewards(database: Database, alias: string) {
  const row = await findCampaign(database, alias)
  if (!row) throw new CampaignRefusedError(`There is no campaign ${alias} here.`)
  return row.definition.rewards
}

/** Makes a draft visible. `problems` are those of its badges. Throws `CampaignRefusedError`. */
export async function publishCampaign(
  transaction: Database,
  { clock }: { clock: () => Date },
  alias: string,
  problems: readonly string[],
): Promise<{ status: CampaignStatus }> {
  const row = await requireLocked(transaction, alias)
  const now = clock()
  if (row.status !== 'draft') {
    throw new CampaignRefusedError(`${alias} is already ${row.status}.`)
  }
  if (row.ends_at <= now) {
    throw new CampaignRefusedError(`${alias} has ended already: enter a later ends_at.`)
  }
  if (problems.length > 0) {
    throw new CampaignRefusedError(
      `${alias} is not published, because its badges cannot be claimed:\n${problems.join('\n')}`,
    )
  }
  const status = row.starts_at <= now ? 'live' : 'scheduled'
  await setStatus(transaction, row.id, { status, published_at: now })
  return { status }
}

/** Pauses a running campaign, or lets it go on. Throws `CampaignRefusedError`. */
export async function pauseCampaign(
  transaction: Database,
  { alias, reason }: { alias: string; reason: string | null },
): Promise<{ status: CampaignStatus }> {
  const row = await requireLocked(transaction, alias)
  const [from, to] =
    reason === null ? (['paused', 'live'] as const) : (['live', 'paused'] as const)
  if (row.status !== from) {
    throw new CampaignRefusedError(`${alias} is ${row.status}, not ${from}.`)
  }
  await setStatus(transaction, row.id, { status: to, reason })
  return { status: to }
}

/** Cancels a campaign before its result is final. Throws `CampaignRefusedError`. */
export async function cancelCampaign(
  transaction: Database,
  { alias, reason }: { alias: string; reason: string },
): Promise<void> {
  const row = await requireLocked(transaction, alias)
  if (['frozen', 'closed', 'cancelled'].includes(row.status)) {
    throw new CampaignRefusedError(`${alias} is ${row.status}: it cannot be cancelled.`)
  }
  await setStatus(transaction, row.id, { status: 'cancelled', reason })
}

async function requireEntryOf(
  transaction: Database,
  { id, alias }: CampaignRow,
  address: string,
) {
  const entry = await findEntryOfWallet(transaction, id, address.toLowerCase())
  if (entry) return entry
  throw new CampaignRefusedError(`${address} does not take part in ${alias}.`)
}

function requireCounting({ alias, status }: CampaignRow): void {
  if (['scheduled', 'live', 'paused', 'settling'].includes(status)) return
  throw new CampaignRefusedError(
    `${alias} is ${status}: its result does not change any more.`,
  )
}

const HOUR = 3_600_000

/**
 * Sends a participant the reason why they may be disqualified; they can answer for as long as a review takes, a
 * day at least. Throws `CampaignRefusedError`.
 */
export async function sendNotice(
  transaction: Database,
  { clock }: { clock: () => Date },
  given: { alias: string; address: string; reason: string; evidence: string },
): Promise<{ answer_until: string }> {
  const row = await requireLocked(transaction, given.alias)
  requireCounting(row)
  const { address } = await requireEntryOf(transaction, row, given.address)
  const now = clock()
  const hours = Math.max(24, row.definition.review_hours)
  const answer_until = new Date(now.getTime() + hours * HOUR)
  const { reason, evidence } = given
  const notice = { address, reason, evidence, sent_at: now, answer_until }
  if (!(await saveNotice(transaction, row.id, notice))) {
    throw new CampaignRefusedError(
      `${given.address} has a notice that is not decided yet.`,
    )
  }
  return { answer_until: answer_until.toISOString() }
}

/**
 * Decides on a notice: disqualifies with a public reason, once it is answered or the time to answer
 * is over, or keeps the participant. Throws `CampaignRefusedError`.
 */
export async function decideOnNotice(
  transaction: Database,
  { clock }: { clock: () => Date },
  given: { alias: string; address: string; reason: string | null },
): Promise<void> {
  const row = await requireLocked(transaction, given.alias)
  requireCounting(row)
  const { address } = await requireEntryOf(transaction, row, given.address)
  const notice = await findNotice(transaction, row.id, address)
  const now = clock()
  if (!notice || notice.decision !== null) {
    throw new CampaignRefusedError(
      `${given.address} has no open notice: send one first, so that they can answer.`,
    )
  }
  if (given.reason !== null && notice.answer === null && notice.answer_until > now) {
    throw new CampaignRefusedError(
      `${given.address} can answer until ${notice.answer_until.toISOString()}.`,
    )
  }
  const decision = given.reason === null ? 'kept' : 'disqualified'
  await decideNotice(transaction, row.id, address, { decision, now })
  if (given.reason !== null) {
    const { reason } = given
    await setEntryStatus(transaction, row.id, address, { status: 'disqualified', reason })
    await outdateBoard(transaction, row.id)
  }
}

/** Lists the notices of a campaign that wait for a decision. Throws `CampaignRefusedError`. */
export async function readNotices(database: Database, alias: string) {
  const row = await findCampaign(database, alias)
  if (!row) throw new CampaignRefusedError(`There is no campaign ${alias} here.`)
  return listOpenNotices(database, row.id)
}

/** Lists signs that several entries belong to one person. Throws `CampaignRefusedError`. */
export async function readSuspicions(database: Database, alias: string) {
  const row = await findCampaign(database, alias)
  if (!row) throw new CampaignRefusedError(`There is no campaign ${alias} here.`)
  return listSuspicions(database, row)
}

/**
 * Counts a campaign anew from the index. A final result is made anew while nothing was claimed; later
 * it can only be corrected. Throws `CampaignRefusedError`.
 */
export async function recountResult(
  transaction: Database,
  context: FreezeContext,
  alias: string,
): Promise<{ status: CampaignStatus; sha256: string | null }> {
  const row = await requireLocked(transaction, alias)
  if (row.status === 'frozen' || row.status === 'closed') {
    const claims = await countClaims(transaction, row.id)
    if (row.status === 'closed' || claims.size > 0) {
      throw new CampaignRefusedError(
        `Rewards of ${alias} have already been claimed. Publish a correction instead.`,
      )
    }
    await setStatus(transaction, row.id, { status: 'settling' })
    const { sha256 } = await freezeCampaign(transaction, context, row)
    return { status: 'frozen', sha256 }
  }
  requireCounting(row)
  await recountCampaign(transaction, context, row)
  await makeBoard(transaction, row, context.clock())
  return { status: row.status, sha256: null }
}

/** Makes the result final now, if nothing stands against it. Throws `CampaignRefusedError`. */
export async function freezeResult(
  transaction: Database,
  context: FreezeContext,
  alias: string,
): Promise<{ rows: number; sha256: string }> {
  const row = await requireLocked(transaction, alias)
  if (row.status !== 'settling') {
    throw new CampaignRefusedError(`${alias} is ${row.status}, not settling.`)
  }
  const waiting = await listUnsettled(transaction, context, row)
  if (waiting.length > 0) {
    throw new CampaignRefusedError(
      `Networks ${waiting.join(', ')} are not final past the end of ${alias} yet.`,
    )
  }
  if (!isReviewed(row, context.clock())) {
    throw new CampaignRefusedError(`The review of ${alias} is not over yet.`)
  }
  const open = await listOpenNotices(transaction, row.id)
  if (open.length > 0) {
    throw new CampaignRefusedError(
      `Decide on the notices first: ${open.map(({ address }) => address).join(', ')}.`,
    )
  }
  return freezeCampaign(transaction, context, row)
}

/** Carries a corrected file out of a transaction that is taken back. */
class RecountedError extends Error {
  readonly file: string

  constructor(file: string) {
    super('recounted')
    this.file = file
  }
}

/**
 * Publishes a correction beside a final result: a second file from a recount. Ranks, ledger and
 * claims stay as they are. Throws `CampaignRefusedError`.
 */
export async function correctResult(
  database: Database,
  context: FreezeContext,
  { alias, reason }: { alias: string; reason: string },
): Promise<{ sha256: string; rows: number }> {
  const row = await findCampaign(database, alias)
  if (!row || (row.status !== 'frozen' && row.status !== 'closed')) {
    throw new CampaignRefusedError(`${alias} has no final result to correct.`)
  }
  const file = await recountAside(database, context, row)
  const sha256 = hashText(file)
  await saveCorrection(database, row.id, { at: context.clock(), reason, sha256, file })
  return { sha256, rows: file.split('\n').length - 2 }
}

/** Counts a frozen campaign anew and takes everything back but the file. */
async function recountAside(
  database: Database,
  context: FreezeContext,
  row: CampaignRow,
): Promise<string> {
  try {
    await database.transaction().execute(async (transaction) => {
      await lockCampaign(transaction, row.id)
      await setStatus(transaction, row.id, { status: 'settling' })
      await settleCampaign(transaction, context, row)
      throw new RecountedError(formatResult(await listRanked(transaction, row.id)))
    })
  } catch (error) {
    if (error instanceof RecountedError) return error.file
    throw error
  }
  throw new Error('a recount aside is always taken back')
}
