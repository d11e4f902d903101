import type {
  CampaignActivity,
  CampaignDetail,
  CampaignMe,
  CampaignQuest,
} from '@platemark/api/campaigns'
import { getAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { getConfig } from '../../instance/service.ts'
import {
  findBoardState,
  findTeamPosition,
  listTeamRows,
  readBoardPage,
} from '../queries/board.ts'
import type { CampaignRow } from '../queries/campaigns.ts'
import { countClaims } from '../queries/claims.ts'
import {
  countByTeam,
  type EntryRow,
  findEntry,
  listNewestCredits,
  listQuestProgress,
} from '../queries/entries.ts'
import { findNotice } from '../queries/notices.ts'
import { findResult } from '../queries/results.ts'
import { findBadgeContract } from './badges.ts'
import { checkGates } from './gates.ts'
import { isLocked, teamLocksAt, toEntryAccount } from './join.ts'
import { toNotice } from './notices.ts'
import { nameEntries } from './people.ts'
import { listOwnRewards } from './rewards.ts'
import { isJoinable, requireCampaign, toCampaignCard } from './visible.ts'
import { listLinked } from './wallets.ts'

const HOUR = 3_600_000
const NEWEST = 20

/** Returns a campaign, with the progress of a signed-in user. Throws `campaign_not_found`. */
export async function getCampaign(
  context: AppContext,
  alias: string,
  session?: Session,
): Promise<CampaignDetail> {
  const { database, clock } = context
  const row = await requireCampaign(context, alias)
  const { id, definition, settled_at } = row
  const now = clock()
  const entry = session && (await findEntry(database, id, toEntryAccount(session)))
  const members = await countByTeam(database, id)
  const board = await findBoardState(database, id)
  const progress = entry
    ? await listQuestProgress(database, id, definition, entry.address)
    : []
  const gates = await checkGates(context, definition, session && toEntryAccount(session))
  const review = settled_at && settled_at.getTime() + definition.review_hours * HOUR
  return {
    ...toCampaignCard(
      row,
      [...members.values()].reduce((sum, n) => sum + n, 0),
    ),
    ...describeTerms(definition),
    server_time: now.toISOString(),
    can_join: isJoinable(row, now),
    review_ends_at: review ? new Date(review).toISOString() : null,
    status_reason: row.status_reason,
    chains: await describeChains(context, definition.chains),
    teams: await describeTeams(context, row, members),
    quests: definition.quests
      .filter(
        ({ key, hidden_until_done }) =>
          !hidden_until_done || progress.some(({ quest }) => quest === key),
      )
      .map(toQuest),
    rewards: await describeRewards(context, row),
    gates: gates.map(({ gate, message }) => ({ gate, message })),
    me: session ? await describeMe(context, row, { entry, progress, gates, now }) : null,
    rules_version: row.rules_version,
    changes: row.changes,
    board_at: board?.taken_at.toISOString() ?? null,
    result: await describeResult(context, row),
  }
}

function describeTerms(definition: CampaignRow['definition']) {
  const { body, accent, terms_url, starts_at, ends_at, counts_from, review_hours } =
    definition
  const { join_opens_at, join_closes_at, claim_opens_at, claim_closes_at, scoring } =
    definition
  return {
    ...{ body, accent, terms_url, counts_from, review_hours, scoring },
    join_opens_at: toUtc(join_opens_at ?? starts_at),
    join_closes_at: toUtc(join_closes_at ?? ends_at),
    claim_opens_at: claim_opens_at && toUtc(claim_opens_at),
    claim_closes_at: claim_closes_at && toUtc(claim_closes_at),
  }
}

function toUtc(time: string): string {
  return new Date(time).toISOString()
}

function toQuest({
  key,
  title,
  description,
  icon,
  points,
  per,
  max_completions,
  chain_id,
  opens_at,
  closes_at,
  requires,
  rule,
  action,
}: CampaignRow['definition']['quests'][number]): CampaignQuest {
  return {
    ...{ key, title, description, icon, points, per, max_completions, chain_id },
    opens_at: opens_at && toUtc(opens_at),
    closes_at: closes_at && toUtc(closes_at),
    ...{ requires, rule, action },
  }
}

async function describeChains(context: AppContext, ids: readonly number[]) {
  const { networks } = await getConfig(context)
  return ids.map((id) => {
    const found = networks.find((network) => network.id === id)
    return {
      id,
      alias: found?.alias ?? String(id),
      name: found?.name ?? `Network ${id}`,
      behind_seconds: found?.behind_seconds ?? null,
    }
  })
}

async function describeTeams(
  { database }: AppContext,
  { id, definition }: CampaignRow,
  members: ReadonlyMap<string | null, number>,
) {
  const rows = await listTeamRows(database, id)
  return definition.teams.map(({ alias, name, motto, emblem, color, max_members }) => {
    const row = rows.find(({ team }) => team === alias)
    return {
      ...{ alias, name, motto, emblem, color, max_members },
      members: members.get(alias) ?? 0,
      points: row?.points ?? 0,
      position: row?.position ?? null,
    }
  })
}

async function describeRewards(context: AppContext, { id, definition }: CampaignRow) {
  const counts = await countClaims(context.database, id)
  return definition.rewards.map(
    ({ key, title, description, image, kind, when, condition, supply, chain_id }) => {
      const contract = chain_id === null ? null : findBadgeContract(context, chain_id)
      return {
        ...{ key, title, description, image, kind, when, condition, supply, chain_id },
        claimed: counts.get(key) ?? 0,
        contract: kind === 'badge' ? contract : null,
      }
    },
  )
}

async function describeMe(
  context: AppContext,
  row: CampaignRow,
  {
    entry,
    progress,
    gates,
    now,
  }: {
    entry: EntryRow | undefined
    progress: Awaited<ReturnType<typeof listQuestProgress>>
    gates: CampaignMe['gates']
    now: Date
  },
): Promise<CampaignMe> {
  const { database, chains } = context
  const own = entry
    ? (
        await readBoardPage(database, row.id, {
          address: entry.address,
          page: 1,
          per_page: 0,
        })
      ).own
    : null
  const notice = entry && (await findNotice(database, row.id, entry.address))
  const points = own?.points ?? 0
  return {
    joined: entry !== undefined,
    status: entry?.status ?? null,
    team: entry?.team ?? null,
    joined_at: entry?.joined_at.toISOString() ?? null,
    team_locks_at: (entry && teamLocksAt(entry)?.toISOString()) ?? null,
    is_team_locked: entry !== undefined && isLocked(entry, now),
    number: entry?.number ?? null,
    points,
    position: own?.position ?? null,
    team_position: findTeamPosition(own),
    just_now: Math.max(0, (entry?.points ?? 0) - points),
    stamps: progress.map(({ quest, first_at, chain_id, tx_hash, is_final }) => {
      const explorer = chains.find(({ id }) => id === chain_id)?.explorer
      return {
        ...{ key: quest, at: first_at.toISOString(), tx: tx_hash, final: is_final },
        explorer_url:
          explorer && tx_hash ? `${explorer.url.replace(/\/$/, '')}/tx/${tx_hash}` : null,
      }
    }),
    quests: Object.fromEntries(
      progress.map(({ quest, completions, points, last_at }) => [
        quest,
        { completions, points, last_at: last_at.toISOString() },
      ]),
    ),
    rewards: await listOwnRewards(context, row, entry),
    gates: entry ? [] : gates,
    wallets: entry ? await listLinked(database, row.id, entry.address) : [],
    notice: notice ? toNotice(notice) : null,
  }
}

async function describeResult(
  { database }: AppContext,
  { id, alias }: CampaignRow,
): Promise<CampaignDetail['result']> {
  const found = await findResult(database, id)
  if (!found) return null
  const { frozen_at, rows, bytes, sha256 } = found
  const { correction_at, correction_reason, correction_sha256 } = found
  const [winner] = await listTeamRows(database, id)
  const folder = `/api/campaigns/${alias}`
  return {
    ...{ rows, bytes, sha256, winner: winner && winner.points > 0 ? winner.team : null },
    frozen_at: frozen_at.toISOString(),
    file: `${folder}/result.csv`,
    inputs: `${folder}/inputs.json`,
    correction: correction_at && {
      at: correction_at.toISOString(),
      reason: correction_reason ?? '',
      sha256: correction_sha256 ?? '',
      file: `${folder}/correction.csv`,
    },
  }
}

/** Lists the newest credits of a campaign. Throws `campaign_not_found`. */
export async function listCampaignActivity(
  context: AppContext,
  alias: string,
): Promise<CampaignActivity[]> {
  const { id, definition } = await requireCampaign(context, alias)
  const rows = await listNewestCredits(context.database, id, NEWEST)
  const named = await nameEntries(context, id, rows)
  const titles = new Map(definition.quests.map(({ key, title }) => [key, title]))
  return rows.map(({ address, team, quest, points, event_time, ...credit }) => {
    const { name = null, avatar_url = null } = named.get(address) ?? {}
    return {
      ...{ address: getAddress(address), name, avatar_url, team, quest, points },
      quest_title: titles.get(quest) ?? quest,
      at: event_time.toISOString(),
      ...{ chain_id: credit.chain_id, tx: credit.tx_hash, final: credit.is_final },
    }
  })
}
