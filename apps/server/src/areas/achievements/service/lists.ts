import type { ClaimedAchievement, OwnAchievement } from '@platemark/api/achievements'
import { Problem } from '@platemark/api/problem'
import type { Achievement } from '../../../configuration/achievements.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { findAccountChain } from '../../collections/service.ts'
import { findAchievementUser } from '../queries/facts.ts'
import {
  countClaimable,
  type EarnedRow,
  listClaimed,
  listEarned,
  listOwnPinned,
  listPinned,
  replacePinned,
} from '../queries/user-achievements.ts'
import { evaluateUser, isReached, type Progress } from './evaluate.ts'

/** Lists the achievements of the operator's file with the progress of the user. */
export async function listOwnAchievements(
  context: AppContext,
  { user_id }: Session,
): Promise<{ achievements: OwnAchievement[]; pinned: string[] }> {
  const { database, configuration, clock } = context
  const user = await findAchievementUser(database, user_id)
  if (!user) throw new Problem('unauthenticated')
  const progress = await evaluateUser(context, database, user)
  const rows = await listEarned(database, user_id)
  const pinned = await listOwnPinned(database, user_id)
  const now = clock()
  const achievements = configuration.achievements.flatMap((one) => {
    const row = rows.find(({ achievement }) => achievement === one.id)
    const own = toOwn(one, row, progress.get(one.id) ?? { count: 0, target: one.target })
    const isHidden = one.hidden && own.status !== 'claimed'
    const isOpen = (!one.since || now >= one.since) && (!one.until || now < one.until)
    const isShown = one.enabled && !isHidden && (isOpen || own.claimed_at !== null)
    return isShown ? [own] : []
  })
  for (const row of rows) {
    const given = row.claimed_at && toGiven(row)
    if (given) achievements.push(toOwn(given, row, { count: 1, target: 1 }))
  }
  const isFirst = ({ status }: OwnAchievement) => status === 'claimable'
  return {
    achievements: [
      ...achievements.filter(isFirst),
      ...achievements.filter((one) => !isFirst(one)),
    ],
    pinned,
  }
}

/** Counts the achievements that the user may claim, as far as the job has found them. */
export function countClaimableAchievements(
  { database, configuration, clock }: AppContext,
  userId: string,
): Promise<number> {
  const now = clock()
  const open = configuration.achievements.filter(
    ({ enabled, hidden, since, until }) =>
      enabled && !hidden && (!since || now >= since) && (!until || now < until),
  )
  return countClaimable(
    database,
    userId,
    open.map(({ id }) => id),
  )
}

/**
 * Lists what an account has claimed, newest first. `alias` is the network of a contract's account.
 * Throws `validation_failed`.
 */
export async function listClaimedAchievements(
  context: AppContext,
  address: string,
  alias: string | undefined,
): Promise<ClaimedAchievement[]> {
  const chainId = findAccountChain(context, alias)?.id ?? null
  const rows = await listClaimed(context.database, address.toLowerCase(), chainId)
  return rows.flatMap((row) => {
    const found = findShown(context, row)
    return found ? [{ ...toShown(found), claimed_at: row.claimed_at.toISOString() }] : []
  })
}

/** Counts what an account has claimed; `chainId` is the network that it is looked at on. */
export async function countClaimedAchievements(
  context: AppContext,
  address: string,
  chainId: number,
): Promise<number> {
  const rows = await listClaimed(context.database, address.toLowerCase(), chainId)
  return rows.filter((row) => findShown(context, row)).length
}

type PinnedIcon = { id: string; title: string; icon: string }

/** Lists the pinned achievements of accounts, by address in lower case. Throws `validation_failed`. */
export async function listPinnedAchievements(
  context: AppContext,
  addresses: readonly string[],
  alias: string | undefined,
): Promise<Record<string, PinnedIcon[]>> {
  const chainId = findAccountChain(context, alias)?.id ?? null
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const pinned: Record<string, PinnedIcon[]> = {}
  for (const row of await listPinned(context.database, asked, chainId)) {
    const found = findShown(context, row)
    if (!found) continue
    const { id, title, icon } = toShown(found)
    pinned[row.address] = [...(pinned[row.address] ?? []), { id, title, icon }]
  }
  return pinned
}

/**
 * Chooses the achievements beside the name of a user. Throws `validation_failed` for one that the
 * user does not have, or that is named twice.
 */
export async function pinAchievements(
  context: AppContext,
  { user_id }: Session,
  pinned: readonly string[],
): Promise<{ pinned: string[] }> {
  const rows = await listEarned(context.database, user_id)
  const hasAll = pinned.every((id) =>
    rows.some((row) => row.achievement === id && row.claimed_at && !row.revoked_at),
  )
  if (!hasAll) throw refusedPins('Pin achievements that you have claimed.')
  if (new Set(pinned).size !== pinned.length)
    throw refusedPins('Pin each achievement once.')
  await replacePinned(context.database, user_id, pinned)
  return { pinned: [...pinned] }
}

function refusedPins(sentence: string): Problem {
  return new Problem('validation_failed', undefined, { fields: { pinned: [sentence] } })
}

type Ruled = Pick<Achievement, 'until'> & { rule: Achievement['rule'] | null }

function toOwn(
  achievement: Shown & Ruled,
  row: EarnedRow | undefined,
  progress: Progress,
): OwnAchievement {
  const status = findStatus(achievement, row, progress)
  const isRevoked = status === 'revoked'
  const isLocked = status === 'locked' || isRevoked
  return {
    ...toShown(achievement, isLocked ? '-locked' : ''),
    status,
    progress: Math.min(progress.count, progress.target),
    target: progress.target,
    claimed_at: (status === 'claimed' && row?.claimed_at?.toISOString()) || null,
    revoked_reason: isRevoked ? (row?.revoked_reason ?? null) : null,
    ends_at: achievement.until?.toISOString() ?? null,
  }
}

function findStatus(
  { rule }: Pick<Ruled, 'rule'>,
  row: EarnedRow | undefined,
  progress: Progress,
): OwnAchievement['status'] {
  if (row?.revoked_by) return 'revoked'
  if (row?.claimed_at && !row.revoked_at) return 'claimed'
  const isKept = row !== undefined && !row.revoked_at && rule === 'all_lessons'
  return isReached(progress) || isKept ? 'claimable' : 'locked'
}

type Shown = Pick<Achievement, 'id' | 'title' | 'description' | 'tier' | 'category'>
type TextRow = Pick<EarnedRow, 'achievement' | 'title' | 'description'>

/** Finds an achievement that lists may show: one of the file, or of a campaign. */
function findShown({ configuration }: AppContext, row: TextRow): Shown | undefined {
  const id = row.achievement
  return (
    toGiven(row) ?? configuration.achievements.find((one) => one.id === id && one.enabled)
  )
}

/** Returns an achievement of a campaign, which is stored with its texts; else undefined. */
function toGiven({ achievement: id, title, description }: TextRow) {
  if (title === null) return undefined
  const texts = { id, title, description: description ?? '' }
  return {
    ...texts,
    tier: 'silver',
    category: 'campaign',
    until: null,
    rule: null,
  } as const
}

function toShown(
  { id, title, description, tier, category }: Shown,
  suffix: '' | '-locked' = '',
) {
  const icon = `/marks/medals/${tier}/${id}${suffix}.svg`
  return { id, title, description, tier, category, icon }
}
