import * as z from 'zod/mini'
import * as operations from './achievement-operations.ts'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'

export const achievementTiers = ['bronze', 'silver', 'gold'] as const
export type AchievementTier = (typeof achievementTiers)[number]

export const achievementCategories = [
  'wallet',
  'collect',
  'create',
  'names',
  'academy',
  'campaign',
] as const
export type AchievementCategory = (typeof achievementCategories)[number]

/** Achievements that are shown beside a name, at most. */
export const MAX_PINNED = 3
/** Accounts whose pinned achievements are read in one call. */
export const MAX_PINNED_ACCOUNTS = 100

/** Id of an achievement, such as `first_mint`; those of campaigns are the longest. */
export const achievementId = z
  .string('Enter the id of an achievement.')
  .check(z.regex(/^[a-z][a-z0-9_]{2,129}$/, 'Enter the id of an achievement.'))

const shown = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  tier: z.enum(achievementTiers),
  category: z.enum(achievementCategories),
  /** Path of its medal, an SVG. */
  icon: z.string(),
}

/** An achievement and how far the user is with it. */
export const ownAchievement = z.object({
  ...shown,
  status: z.enum(['locked', 'claimable', 'claimed', 'revoked']),
  /** Never above `target`. */
  progress: z.number(),
  target: z.number(),
  /** Null: not claimed. */
  claimed_at: z.nullable(instant),
  /** Sentence of the operator; null: not revoked. */
  revoked_reason: z.nullable(z.string()),
  /** Last time it can be claimed; null: it stays open. */
  ends_at: z.nullable(instant),
})
export type OwnAchievement = z.infer<typeof ownAchievement>

/** An achievement that an account has. */
export const claimedAchievement = z.object({ ...shown, claimed_at: instant })
export type ClaimedAchievement = z.infer<typeof claimedAchievement>

const pinnedIcons = z.array(
  z.object({ id: z.string(), title: z.string(), icon: z.string() }),
)

/** `data` beside the error `achievement_not_eligible`. */
export const achievementProgress = z.object({ progress: z.number(), target: z.number() })

/** Result of a claim. */
export const achievementClaim = z.object({
  achievement: z.string(),
  status: z.literal('claimed'),
  /** The user had it before, since `claimed_at`. */
  already_claimed: z.boolean(),
  claimed_at: instant,
})
export type AchievementClaim = z.infer<typeof achievementClaim>

export const claimAchievement = endpoint({
  ...operations.claimAchievement,
  summary:
    'Claims an achievement that the user has earned by confirmed blocks and own tables. A repeated claim answers the first one. `data` of `achievement_not_eligible` has the progress.',
  body: z.object({ achievement: achievementId }),
  replies: { 200: achievementClaim },
  problems: [
    'achievement_not_eligible',
    'achievement_revoked',
    'achievement_unknown',
    'achievement_not_indexed',
    'achievement_closed',
    'too_many_requests',
  ],
  limited_by: ['achievement_claims_per_user'],
})

export const listOwnAchievements = endpoint({
  ...operations.listOwnAchievements,
  summary:
    'All achievements with the progress of the user: those to claim first. Hidden ones are listed once they are claimed.',
  replies: {
    200: z.object({
      achievements: z.array(ownAchievement),
      /** Ids of those beside the name, in order. */
      pinned: z.array(z.string()),
    }),
  },
  problems: ['too_many_requests'],
  limited_by: ['achievement_reads_per_user'],
})

export const pinAchievements = endpoint({
  ...operations.pinAchievements,
  summary: 'Chooses up to three claimed achievements that are shown beside the name.',
  body: z.object({
    pinned: z
      .array(achievementId)
      .check(z.maxLength(MAX_PINNED, `Pin at most ${MAX_PINNED}.`)),
  }),
  replies: { 200: z.object({ pinned: z.array(z.string()) }) },
  problems: ['too_many_requests'],
  limited_by: ['achievement_claims_per_user'],
})

/** Network whose contract the account is; without it the account of a key is meant. */
const chain = z.optional(z.string().check(z.maxLength(40, 'Enter a network.')))

export const listClaimedAchievements = endpoint({
  ...operations.listClaimedAchievements,
  summary: 'The achievements that an account has claimed, newest first.',
  params: z.object({ address }),
  query: z.strictObject({ chain }),
  replies: { 200: z.array(claimedAchievement) },
  problems: ['too_many_requests'],
  limited_by: ['achievement_reads_per_client'],
  cache_seconds: 15,
})

export const listPinnedAchievements = endpoint({
  ...operations.listPinnedAchievements,
  summary:
    'The pinned achievements of up to 100 accounts, by address in lower case; accounts without any are left out.',
  query: z.strictObject({
    /** Addresses, separated by commas. */
    addresses: z
      .string('Enter addresses.')
      .check(
        z.regex(/^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40})*$/, 'Enter addresses.'),
        z.maxLength(
          43 * MAX_PINNED_ACCOUNTS,
          `At most ${MAX_PINNED_ACCOUNTS} addresses.`,
        ),
      ),
    chain,
  }),
  replies: { 200: z.record(z.string(), pinnedIcons) },
  problems: ['too_many_requests'],
  limited_by: ['achievement_reads_per_client'],
  cache_seconds: 15,
})
