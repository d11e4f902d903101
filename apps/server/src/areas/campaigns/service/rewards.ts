import type { RewardClaim, RewardState } from '@platemark/api/campaigns'
import { badgeVoucher } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import * as z from 'zod/mini'
import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { grantCampaignAchievement } from '../../achievements/service/grant.ts'
import type { RewardDefinition } from '../definition/campaign-file.ts'
import { listTeamRows, readBoardPage } from '../queries/board.ts'
import { type CampaignRow, lockCampaign } from '../queries/campaigns.ts'
import {
  countClaims,
  listClaims,
  type RewardClaimRow,
  saveVoucher,
  takeClaim,
} from '../queries/claims.ts'
import { type EntryRow, sumFinal } from '../queries/entries.ts'
import { isMinted, signBadge } from './badges.ts'
import { requireEntry } from './join.ts'
import { requireCampaign } from './visible.ts'

/** How long a voucher can be used. */
const VOUCHER_MS = 3_600_000
/** A voucher with less time left is replaced. */
const MIN_LEFT_MS = 120_000

/** Where an entry stands, for the conditions of rewards. */
type Standing = {
  points: number
  stamps: number
  position: number | null
  team_position: number | null
}

/** Reads the standing that counts for each kind of reward. */
async function readStanding(
  database: Database,
  { id, definition }: CampaignRow,
  { address, team }: EntryRow,
): Promise<{ instant: Standing; board: Standing }> {
  const { own } = await readBoardPage(database, id, { address, page: 1, per_page: 0 })
  const teams = await listTeamRows(database, id)
  const team_position = teams.find((row) => row.team === team)?.position ?? null
  const final = await sumFinal(database, id, definition, address)
  const position = own?.position ?? null
  return {
    instant: { ...final, position, team_position },
    board: {
      ...{ points: own?.points ?? 0, stamps: own?.stamps ?? 0 },
      ...{ position, team_position },
    },
  }
}

/** Returns whether a standing fulfils every part of a condition. Rewards go by place, not by rank. */
export function isEarned(
  { condition }: Pick<RewardDefinition, 'condition'>,
  { points, stamps, position, team_position }: Standing,
): boolean {
  const { min_points, below_points, min_stamps, rank_max, team_rank_max } = condition
  return (
    (min_points === undefined || points >= min_points) &&
    (below_points === undefined || points < below_points) &&
    (min_stamps === undefined || stamps >= min_stamps) &&
    (rank_max === undefined || (position !== null && position <= rank_max)) &&
    (team_rank_max === undefined ||
      (team_position !== null && team_position <= team_rank_max))
  )
}

/** Returns how many points or stamps are missing; null: none, or it goes by place. */
function missingFor(
  { condition: { min_points, min_stamps } }: RewardDefinition,
  { points, stamps }: Standing,
): number | null {
  const missing = [
    (min_points ?? 0) - points,
    min_stamps === undefined ? 0 : min_stamps - stamps,
  ]
  return missing.find((count) => count > 0) ?? null
}

type OwnReward = { status: RewardState; missing: number | null; at: string | null }

/** Returns the state of each reward for an entry; without one, all are locked. */
export async function listOwnRewards(
  context: AppContext,
  row: CampaignRow,
  entry: EntryRow | undefined,
): Promise<Record<string, OwnReward>> {
  const { database, clock } = context
  const { rewards } = row.definition
  if (!entry) {
    const none: Standing = { points: 0, stamps: 0, position: null, team_position: null }
    const locked = rewards.map((reward): [string, OwnReward] => [
      reward.key,
      { status: 'locked', missing: missingFor(reward, none), at: null },
    ])
    return Object.fromEntries(locked)
  }
  const standing = await readStanding(database, row, entry)
  const claims = await listClaims(database, row.id, entry.address)
  const counts = await countClaims(database, row.id)
  const own: Record<string, OwnReward> = {}
  for (const reward of rewards) {
    const claim = claims.find((one) => one.reward === reward.key)
    const at = standing[reward.when === 'instant' ? 'instant' : 'board']
    own[reward.key] = {
      status: claim
        ? await stateOfClaim(context, row, reward, claim)
        : stateWithout(row, reward, {
            ...{ entry, standing: at, now: clock() },
            claimed: counts.get(reward.key) ?? 0,
          }),
      missing: missingFor(reward, at),
      at: claim?.created_at.toISOString() ?? null,
    }
  }
  return own
}

async function stateOfClaim(
  context: AppContext,
  { alias }: CampaignRow,
  { key, kind, chain_id }: RewardDefinition,
  { account, status }: RewardClaimRow,
): Promise<RewardState> {
  if (kind !== 'badge' || chain_id === null) return 'granted'
  const badge = { campaign: alias, reward: key, account, chainId: chain_id }
  if (await isMinted(context, badge)) return 'minted'
  return status === 'signed' ? 'signed' : 'claimable'
}

function stateWithout(
  row: CampaignRow,
  reward: RewardDefinition,
  {
    entry,
    standing,
    now,
    claimed,
  }: { entry: EntryRow; standing: Standing; now: Date; claimed: number },
): RewardState {
  if (isClosed(row, now)) return 'closed'
  if (entry.status !== 'active' || !isEarned(reward, standing)) return 'locked'
  if (!isOpen(row, reward, now)) return 'waiting'
  return reward.supply !== null && claimed >= reward.supply ? 'exhausted' : 'claimable'
}

function isFrozen({ status }: CampaignRow): boolean {
  return status === 'frozen' || status === 'closed'
}

function isOpen(row: CampaignRow, { when }: RewardDefinition, now: Date): boolean {
  if (row.status === 'paused') return false
  if (when === 'instant') return true
  const { claim_opens_at } = row.definition
  return (
    isFrozen(row) && now.getTime() >= Date.parse(claim_opens_at ?? row.definition.ends_at)
  )
}

function isClosed({ status, definition }: CampaignRow, now: Date): boolean {
  const { claim_closes_at } = definition
  const isOver = claim_closes_at !== null && now.getTime() >= Date.parse(claim_closes_at)
  return isOver || status === 'closed' || status === 'cancelled'
}

/**
 * Claims a reward. A repeated claim has the same result: a badge has the same voucher until its
 * deadline, then a new one with the same number. Throws the problems of `claimReward`.
 */
export async function claimReward(
  context: AppContext,
  session: Session,
  { alias, key }: { alias: string; key: string },
): Promise<RewardClaim> {
  const { database, clock } = context
  const row = await requireCampaign(context, alias)
  const reward = row.definition.rewards.find((one) => one.key === key)
  if (!reward) throw new Problem('reward_not_found')
  const entry = await requireEntry(database, row, session)
  return database.transaction().execute(async (transaction) => {
    const now = clock()
    // With a supply, one claim after the other: the count is certain.
    const current = reward.supply === null ? row : await lockCampaign(transaction, row.id)
    const known = (await listClaims(transaction, row.id, entry.address)).find(
      (claim) => claim.reward === key,
    )
    if (isClosed(current ?? row, now)) throw new Problem('claim_closed')
    if (!known) await requireClaimable(transaction, row, { reward, entry, now })
    const claim = await takeClaim(transaction, row.id, {
      ...{ reward: key, address: entry.address, account: session.address },
      ...{ status: reward.kind === 'badge' ? 'reserved' : 'granted', created_at: now },
    })
    if (reward.kind === 'achievement') {
      const { title, description } = reward
      await grantCampaignAchievement(
        transaction,
        session.user_id,
        {
          ...{ campaign: alias, reward: key, title, description },
          rule_version: row.rules_version,
        },
        now,
      )
    }
    if (reward.kind !== 'badge' || reward.chain_id === null) {
      return { status: 'granted', granted_at: claim.created_at.toISOString() }
    }
    return signClaim(context, transaction, { alias, reward, claim, now })
  })
}

async function requireClaimable(
  transaction: Database,
  row: CampaignRow,
  { reward, entry, now }: { reward: RewardDefinition; entry: EntryRow; now: Date },
): Promise<void> {
  if (reward.when === 'after_freeze' && !isFrozen(row))
    throw new Problem('reward_not_open')
  if (!isOpen(row, reward, now)) {
    const opens = row.definition.claim_opens_at
    throw new Problem(
      'reward_not_open',
      row.status === 'paused'
        ? 'The campaign is paused. Rewards can be claimed once it continues.'
        : `Rewards open on ${opens ?? 'another day'}.`,
    )
  }
  if (entry.status === 'disqualified') {
    throw new Problem('reward_not_earned', `You were disqualified: ${entry.reason}`)
  }
  const standing = await readStanding(transaction, row, entry)
  const at = standing[reward.when === 'instant' ? 'instant' : 'board']
  if (!isEarned(reward, at)) throw new Problem('reward_not_earned')
  const claimed = (await countClaims(transaction, row.id)).get(reward.key) ?? 0
  if (reward.supply !== null && claimed >= reward.supply)
    throw new Problem('reward_exhausted')
}

const storedVoucher = z.object({
  contract: z.string(),
  chain_id: z.number(),
  voucher: badgeVoucher,
  signature: z.string(),
})

async function signClaim(
  context: AppContext,
  transaction: Database,
  {
    alias,
    reward,
    claim,
    now,
  }: { alias: string; reward: RewardDefinition; claim: RewardClaimRow; now: Date },
): Promise<RewardClaim> {
  const badge = {
    ...{ campaign: alias, reward: reward.key, account: claim.account },
    chainId: reward.chain_id ?? 0,
  }
  if (await isMinted({ database: transaction }, badge)) {
    throw new Problem('reward_claimed')
  }
  const left = (claim.deadline?.getTime() ?? 0) - now.getTime()
  if (claim.voucher && left > MIN_LEFT_MS) {
    return { status: 'signed', ...storedVoucher.parse(claim.voucher) }
  }
  const deadline = new Date(Math.floor((now.getTime() + VOUCHER_MS) / 1000) * 1000)
  const signed = await signBadge(context, { ...badge, nonce: claim.nonce, deadline })
  await saveVoucher(transaction, claim, { voucher: signed, deadline })
  return { status: 'signed', ...signed }
}
