import type { MemberRow, TeamRow } from '@platemark/api/campaigns'
import { getAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import {
  type BoardRow,
  findBoardState,
  findPointsAt,
  findTeamPosition,
  listTeamRows,
  readBoardPage,
  searchBoard,
} from '../queries/board.ts'
import type { CampaignRow } from '../queries/campaigns.ts'
import { type EntryRow, findEntryOfWallet, searchAccounts } from '../queries/entries.ts'
import { nameEntries } from './people.ts'
import { requireCampaign } from './visible.ts'

const PER_PAGE = 50

type Query = {
  board: 'members' | 'teams'
  team?: string | undefined
  page: number
  address?: string | undefined
  q?: string | undefined
}

/** Reads a page of a board with the row of an address, all of one snapshot. */
export async function getLeaderboard(context: AppContext, alias: string, query: Query) {
  const row = await requireCampaign(context, alias)
  const final = row.status === 'frozen' || row.status === 'closed'
  const found =
    query.board === 'teams'
      ? await readTeams(context, row, query)
      : await readMembers(context, row, query)
  const { data, total, updated_at, own } = found
  return {
    data,
    meta: {
      page: query.page,
      per_page: PER_PAGE,
      total,
      last_page: Math.max(1, Math.ceil(total / PER_PAGE)),
      updated_at: updated_at?.toISOString() ?? null,
      final,
      own,
      cut: await findCut(context, row),
    },
  }
}

async function readMembers(context: AppContext, { id }: CampaignRow, query: Query) {
  const { database } = context
  // A linked wallet asks for the entry that it counts in.
  const entry = query.address
    ? await findEntryOfWallet(database, id, query.address.toLowerCase())
    : undefined
  const page = await readBoardPage(database, id, {
    ...{ team: query.team, page: query.page, per_page: PER_PAGE },
    address: entry?.address,
  })
  const listed = query.q === undefined ? page.rows : await search(context, id, query)
  const named = await nameEntries(context, id, [
    ...listed,
    ...(page.own ? [page.own] : []),
  ])
  const own = page.own ? toMember(page.own, named) : undefined
  const data: (MemberRow | TeamRow)[] = listed.map((one) => toMember(one, named))
  return {
    data,
    total: query.q === undefined ? page.total : listed.length,
    updated_at: page.taken_at,
    own: own ?? (entry ? await showUnranked(context, entry) : null),
  }
}

async function search(context: AppContext, id: string, { q = '', page, team }: Query) {
  if (page > 1) return []
  const part = q.toLowerCase()
  const accounts = await searchAccounts(context.database, part)
  const rows = await searchBoard(context.database, id, {
    part,
    accounts,
    limit: PER_PAGE,
  })
  return rows.filter((row) => team === undefined || row.team === team)
}

/** Returns the row of an entry that the snapshot does not have yet. */
async function showUnranked(context: AppContext, entry: EntryRow): Promise<MemberRow> {
  const { campaign_id, address, team, status, reason } = entry
  const row: BoardRow = {
    ...{ campaign_id, address, team, status, reason, points: 0, stamps: 0 },
    ...{ line: 0, position: null, rank: null, team_line: null, last_credit_at: null },
  }
  return toMember(row, await nameEntries(context, campaign_id, [row]))
}

function toMember(
  row: BoardRow,
  named: Awaited<ReturnType<typeof nameEntries>>,
): MemberRow {
  const { position, rank, team, points, stamps, last_credit_at, status, reason } = row
  const { name = null, avatar_url = null } = named.get(row.address) ?? {}
  return {
    ...{ position, rank, team_position: findTeamPosition(row) },
    ...{ address: getAddress(row.address), name, avatar_url, team },
    ...{
      points,
      stamps,
      last_credit_at: last_credit_at?.toISOString() ?? null,
      status,
      reason,
    },
  }
}

async function readTeams(
  context: AppContext,
  { id, definition }: CampaignRow,
  query: Query,
) {
  const { database } = context
  const rows = await listTeamRows(database, id)
  const state = await findBoardState(database, id)
  const names = new Map(definition.teams.map(({ alias, name }) => [alias, name]))
  const first = (query.page - 1) * PER_PAGE
  const data: (MemberRow | TeamRow)[] = rows
    .slice(first, first + PER_PAGE)
    .map((row) => ({
      ...{ position: row.position, rank: row.rank, team: row.team },
      name: names.get(row.team) ?? row.team,
      ...{ points: row.points, members: row.members, active_members: row.active_members },
      last_credit_at: row.last_credit_at?.toISOString() ?? null,
    }))
  return { data, total: rows.length, updated_at: state?.taken_at ?? null, own: null }
}

/** Finds the last place that gets a reward, with the points that stand there. */
async function findCut({ database }: AppContext, { id, definition }: CampaignRow) {
  const places = definition.rewards.flatMap(({ condition }) => condition.rank_max ?? [])
  if (places.length === 0) return null
  const position = Math.max(...places)
  return { position, points: await findPointsAt(database, id, position) }
}
