import type { CampaignEntry } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import type { CampaignDefinition } from '../definition/campaign-file.ts'
import { outdateBoard } from '../queries/board.ts'
import { type CampaignRow, lockCampaign } from '../queries/campaigns.ts'
import {
  countMembers,
  deleteEntry,
  type EntryRow,
  findEntry,
  insertEntry,
  isWalletTaken,
} from '../queries/entries.ts'
import { checkGates } from './gates.ts'
import { isJoinable, requireCampaign } from './visible.ts'

const DAY = 86_400_000

/** Returns the account of a session, as entries name it. */
export function toEntryAccount({ address, proven_on }: Session) {
  return { address, chain_id: proven_on }
}

/** Returns the entry of a session in a campaign. Throws `not_joined`. */
export async function requireEntry(
  database: Database,
  { id }: Pick<CampaignRow, 'id'>,
  session: Session,
): Promise<EntryRow> {
  const entry = await findEntry(database, id, toEntryAccount(session))
  if (!entry) throw new Problem('not_joined')
  return entry
}

/** Returns when the team of an entry is fixed; null: it has none. */
export function teamLocksAt({ team, joined_at, team_locked_at }: EntryRow): Date | null {
  if (team === null) return null
  return team_locked_at ?? new Date(joined_at.getTime() + DAY)
}

/**
 * Takes part in a campaign; 200 for who already does in the same team. Throws the problems of
 * `joinCampaign`.
 */
export async function joinCampaign(
  context: AppContext,
  session: Session,
  { alias, team }: { alias: string; team: string | null },
): Promise<{ status: 200 | 201; data: CampaignEntry }> {
  const { database, clock } = context
  const row = await requireCampaign(context, alias)
  const { id, definition } = row
  const account = toEntryAccount(session)
  const known = await findEntry(database, id, account)
  if (known) return { status: 200, data: joinedAlready(definition, known, team) }
  requireJoinable(row, clock())
  requireTeam(definition, team)
  const gates = await checkGates(context, definition, account)
  const missing = gates.filter(({ met }) => !met)
  if (missing.length > 0) {
    throw new Problem('not_eligible', missing[0]?.message, {
      data: { missing: missing.map(({ gate, message }) => ({ gate, message })) },
    })
  }
  return database.transaction().execute(async (transaction) => {
    const now = clock()
    // One after the other: the number of a member and the room in a team are certain.
    const locked = await lockCampaign(transaction, id)
    if (!locked) throw new Problem('campaign_not_found')
    requireJoinable(locked, now)
    const meanwhile = await findEntry(transaction, id, account)
    if (meanwhile)
      return { status: 200, data: joinedAlready(definition, meanwhile, team) }
    if (await isWalletTaken(transaction, id, account.address)) {
      throw new Problem('wallet_in_campaign')
    }
    await requireRoom(transaction, locked, team)
    const entry = await insertEntry(transaction, id, { ...account, team, now })
    await outdateBoard(transaction, id)
    return { status: 201, data: toEntry(entry) }
  })
}

function requireJoinable(row: CampaignRow, now: Date): void {
  if (!isJoinable(row, now)) throw new Problem('campaign_not_open')
}

function joinedAlready(
  { teams }: CampaignDefinition,
  entry: EntryRow,
  team: string | null,
): CampaignEntry {
  if (team !== null && entry.team !== team) {
    const name = teams.find(({ alias }) => alias === entry.team)?.name ?? entry.team
    throw new Problem('already_in_team', `You are already in ${name}.`)
  }
  return toEntry(entry)
}

function requireTeam({ teams }: CampaignDefinition, team: string | null): void {
  if (teams.length === 0 && team === null) return
  if (!teams.some(({ alias }) => alias === team)) throw new Problem('team_required')
}

async function requireRoom(
  transaction: Database,
  { id, definition }: CampaignRow,
  team: string | null,
): Promise<void> {
  const most = definition.teams.find(({ alias }) => alias === team)?.max_members ?? null
  if (team === null || most === null) return
  if ((await countMembers(transaction, id, team)) >= most) throw new Problem('team_full')
}

function toEntry(entry: EntryRow): CampaignEntry {
  const { team, joined_at, status } = entry
  return {
    address: entry.address,
    team,
    joined_at: joined_at.toISOString(),
    team_locks_at: teamLocksAt(entry)?.toISOString() ?? null,
    status,
  }
}

/**
 * Leaves a campaign, with all linked wallets: possible until the first points, and for 24 hours.
 * Throws the problems of `leaveCampaign`.
 */
export async function leaveCampaign(
  context: AppContext,
  session: Session,
  alias: string,
): Promise<void> {
  const { database, clock } = context
  const { id } = await requireCampaign(context, alias)
  await database.transaction().execute(async (transaction) => {
    const row = await lockCampaign(transaction, id)
    if (row?.status !== 'scheduled' && row?.status !== 'live') {
      throw new Problem('campaign_not_open', 'The campaign is over or paused.')
    }
    const entry = await requireEntry(transaction, row, session)
    if (isLocked(entry, clock())) throw new Problem('team_locked')
    await deleteEntry(transaction, id, entry.address)
    await outdateBoard(transaction, id)
  })
}

/** Returns whether an entry has points, is disqualified or is a day old: it stays. */
export function isLocked(entry: EntryRow, now: Date): boolean {
  const isOld = now.getTime() - entry.joined_at.getTime() >= DAY
  return isOld || entry.points > 0 || entry.is_stale || entry.status !== 'active'
}
