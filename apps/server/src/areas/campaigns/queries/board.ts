import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'
import type { CampaignDefinition } from '../definition/campaign-file.ts'

/** Marks the board of a campaign as older than its ledger. */
export async function outdateBoard(transaction: Database, id: string): Promise<void> {
  await transaction
    .updateTable('campaign_boards')
    .set({ is_outdated: true })
    .where('campaign_id', '=', id)
    .execute()
}

export type BoardState = Selectable<Tables['campaign_boards']>

/** Finds when the board was made; undefined: never. */
export function findBoardState(
  database: Database,
  id: string,
): Promise<BoardState | undefined> {
  return database
    .selectFrom('campaign_boards')
    .selectAll()
    .where('campaign_id', '=', id)
    .executeTakeFirst()
}

/** Stores that the board is as new as this time. */
export async function touchBoard(
  transaction: Database,
  id: string,
  { now, took_ms }: { now: Date; took_ms?: number },
): Promise<void> {
  await sql`
    insert into campaign_boards (campaign_id, taken_at, rows, took_ms, is_outdated)
    values (${id}, ${now}, (select count(*) from campaign_board_rows where campaign_id = ${id}),
      ${took_ms ?? 0}, false)
    on conflict (campaign_id) do update set taken_at = excluded.taken_at,
      is_outdated = false ${
        took_ms === undefined
          ? sql``
          : sql`, rows = excluded.rows, took_ms = excluded.took_ms`
      }`.execute(transaction)
}

/**
 * Makes the board of members from the sums: by points, the earlier last credit, then the address.
 * Only rows that change are written.
 */
export async function makeMemberBoard(
  transaction: Database,
  id: string,
  { scoring: { min_points_to_rank: least } }: CampaignDefinition,
): Promise<void> {
  await sql`
    with ranked as (
      select address, team, points, stamps, last_credit_at, status, reason,
        row_number() over board as line,
        case when status = 'active' then row_number() over board end as position,
        case when status = 'active' then
          rank() over (partition by status order by points desc) end as rank,
        case when team is not null then
          row_number() over (partition by team order by (status = 'active') desc, points desc,
            last_credit_at, address) end as team_line
      from campaign_entries
      where campaign_id = ${id} and (status = 'disqualified' or status = 'active'
        and points >= ${least})
      window board as (order by (status = 'active') desc, points desc, last_credit_at, address)
    ), gone as (
      delete from campaign_board_rows b where b.campaign_id = ${id}
        and b.line > (select count(*) from ranked)
    )
    insert into campaign_board_rows as b (campaign_id, line, address, position, rank, team,
      team_line, points, stamps, last_credit_at, status, reason)
    select ${id}::uuid, line, address, position, rank, team, team_line, points, stamps,
      last_credit_at, status, reason
    from ranked
    on conflict (campaign_id, line) do update set address = excluded.address,
      position = excluded.position, rank = excluded.rank, team = excluded.team,
      team_line = excluded.team_line, points = excluded.points, stamps = excluded.stamps,
      last_credit_at = excluded.last_credit_at, status = excluded.status,
      reason = excluded.reason
    where (b.address, b.position, b.rank, b.team, b.team_line, b.points, b.stamps,
        b.last_credit_at, b.status, b.reason)
      is distinct from (excluded.address, excluded.position, excluded.rank, excluded.team,
        excluded.team_line, excluded.points, excluded.stamps, excluded.last_credit_at,
        excluded.status, excluded.reason)`.execute(transaction)
}

const aggregates = (scoring: CampaignDefinition['scoring']): RawBuilder<unknown> => {
  switch (scoring.aggregate) {
    case 'sum':
      return sql`coalesce(sum(points), 0)`
    case 'top_n':
      return sql`coalesce(sum(points) filter (where n <= ${scoring.n}), 0)`
    case 'mean_active':
      return sql`coalesce(sum(points) / nullif(count(*) filter (where points > 0), 0), 0)`
  }
}

/** Makes the board of teams from the sums of active members. */
export async function makeTeamBoard(
  transaction: Database,
  id: string,
  { teams, scoring }: CampaignDefinition,
): Promise<void> {
  await transaction
    .deleteFrom('campaign_team_rows')
    .where('campaign_id', '=', id)
    .execute()
  if (teams.length === 0) return
  await sql`
    insert into campaign_team_rows (campaign_id, team, position, rank, points, members,
      active_members, last_credit_at)
    select ${id}::uuid, team, row_number() over (order by points desc, last_credit_at nulls last,
        team), rank() over (order by points desc), points, members, active_members, last_credit_at
    from (
      select t.team, ${aggregates(scoring)}::bigint as points, count(address) as members,
        count(*) filter (where points > 0) as active_members, max(last_credit_at) as last_credit_at
      from unnest(${teams.map(({ alias }) => alias)}::text[]) as t(team)
      left join (
        select address, team, points, last_credit_at, row_number() over (
          partition by team order by points desc, last_credit_at, address) as n
        from campaign_entries where campaign_id = ${id} and status = 'active'
      ) members on members.team = t.team
      group by t.team
    ) sums`.execute(transaction)
}

export type BoardRow = Selectable<Tables['campaign_board_rows']>

/** Returns the place of a row among those of its team; null: without a place or a team. */
export function findTeamPosition(row: BoardRow | null): number | null {
  return row === null || row.position === null ? null : row.team_line
}

export type TeamBoardRow = Selectable<Tables['campaign_team_rows']>

/** A page of the board with the time of its snapshot, and the row of an address in it. */
export type BoardPage = {
  taken_at: Date | null
  total: number
  rows: BoardRow[]
  own: BoardRow | null
}

/**
 * Reads a page of the board, an own row and the time of the snapshot in one statement, so that they
 * belong to one snapshot. It touches the rows of the page only, whatever the size of the board.
 */
export async function readBoardPage(
  database: Database,
  id: string,
  {
    team,
    address,
    page,
    per_page,
  }: {
    team?: string | undefined
    address?: string | undefined
    page: number
    per_page: number
  },
): Promise<BoardPage> {
  const first = (page - 1) * per_page
  const [place, where] =
    team === undefined
      ? [sql`b.line`, sql`true`]
      : [sql`b.team_line`, sql`b.team = ${team}`]
  const total =
    team === undefined
      ? sql`(select rows from campaign_boards where campaign_id = ${id})`
      : sql`(select max(team_line) from campaign_board_rows
          where campaign_id = ${id} and team = ${team})`
  const { rows } = await sql<{
    taken_at: Date | null
    total: number | null
    rows: BoardJson[] | null
    own: BoardJson | null
  }>`
    select (select taken_at from campaign_boards where campaign_id = ${id}) as taken_at,
      ${total} as total,
      (select jsonb_agg(to_jsonb(b) order by ${place}) from campaign_board_rows b
        where b.campaign_id = ${id} and ${where} and ${place} > ${first}
          and ${place} <= ${first + per_page}) as rows,
      (select to_jsonb(b) from campaign_board_rows b
        where b.campaign_id = ${id} and b.address = ${address ?? ''}) as own`.execute(
    database,
  )
  const [found] = rows
  return {
    taken_at: found?.taken_at ?? null,
    total: found?.total ?? 0,
    rows: (found?.rows ?? []).map(fromJson),
    own: found?.own ? fromJson(found.own) : null,
  }
}

type BoardJson = Omit<BoardRow, 'last_credit_at'> & { last_credit_at: string | null }

function fromJson({ last_credit_at, ...row }: BoardJson): BoardRow {
  return {
    ...row,
    last_credit_at: last_credit_at === null ? null : new Date(last_credit_at),
  }
}

/** Finds rows of the board by a part of an address, or by accounts. */
export async function searchBoard(
  database: Database,
  id: string,
  { part, accounts, limit }: { part: string; accounts: readonly string[]; limit: number },
): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select * from campaign_board_rows b
    where b.campaign_id = ${id}
      and (position(${part} in b.address) > 0 or b.address = any (${accounts}::text[]))
    order by b.line limit ${limit}`.execute(database)
  return rows
}

/** Lists the teams in the order of their board. */
export function listTeamRows(database: Database, id: string): Promise<TeamBoardRow[]> {
  return database
    .selectFrom('campaign_team_rows')
    .selectAll()
    .where('campaign_id', '=', id)
    .orderBy('position')
    .execute()
}

/** Returns the points at a place; null: the place is free. */
export async function findPointsAt(
  database: Database,
  id: string,
  position: number,
): Promise<number | null> {
  const row = await database
    .selectFrom('campaign_board_rows')
    .select('points')
    .where('campaign_id', '=', id)
    .where('line', '=', position)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.points ?? null
}

/** Lists all ranked rows of the board by place. */
export function listRanked(database: Database, id: string): Promise<BoardRow[]> {
  return database
    .selectFrom('campaign_board_rows')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('position', 'is not', null)
    .orderBy('line')
    .execute()
}
