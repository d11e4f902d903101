import * as z from 'zod/mini'
import * as operations from './campaign-operations.ts'
import { campaignRule, questUnits } from './campaign-rules.ts'
import { endpoint } from './endpoint.ts'
import { address, decimal, hash, instant, listMeta, page, text } from './fields.ts'

export const campaignStatuses = [
  'draft',
  'scheduled',
  'live',
  'paused',
  'settling',
  'frozen',
  'closed',
  'cancelled',
] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export const campaignTemplates = ['team_race', 'stamp_card', 'quest_list'] as const
export type CampaignTemplate = (typeof campaignTemplates)[number]

export const campaignAlias = z
  .string()
  .check(z.regex(/^[a-z0-9-]{3,60}$/, 'Enter the name of a campaign.'))

const key = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'Enter the key of a reward.'))

const params = z.object({ alias: campaignAlias })

/** A campaign in the list. */
export const campaignCard = z.object({
  alias: z.string(),
  title: z.string(),
  tagline: z.string(),
  template: z.enum(campaignTemplates),
  /** Campaigns of one series have seasons from 1. */
  series: z.string(),
  season: z.number(),
  status: z.enum(campaignStatuses),
  starts_at: instant,
  ends_at: instant,
  /** Path of a picture on this site; null: none. */
  cover: z.nullable(z.string()),
  /** Active and disqualified participants. */
  participants: z.number(),
})
export type CampaignCard = z.infer<typeof campaignCard>

/** A team with its standing in the newest snapshot of the board. */
export const campaignTeam = z.object({
  alias: z.string(),
  name: z.string(),
  motto: z.string(),
  emblem: z.string(),
  /** `#rrggbb`. */
  color: z.string(),
  members: z.number(),
  /** Null: no limit. */
  max_members: z.nullable(z.number()),
  points: z.number(),
  /** Place among the teams, from 1; null before the first snapshot. */
  position: z.nullable(z.number()),
})
export type CampaignTeam = z.infer<typeof campaignTeam>

export const campaignQuest = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  points: z.number(),
  per: z.enum(questUnits),
  /** Null: no limit. */
  max_completions: z.nullable(z.number()),
  /** Network of the quest; null: not of one alone. */
  chain_id: z.nullable(z.number()),
  opens_at: z.nullable(instant),
  closes_at: z.nullable(instant),
  /** Keys of quests that have to be done before. */
  requires: z.array(z.string()),
  rule: campaignRule,
  /** Page on which it can be done; null: none. */
  action: z.nullable(z.object({ label: z.string(), to: z.string() })),
})
export type CampaignQuest = z.infer<typeof campaignQuest>

/** Each part that is given must hold. */
export const rewardCondition = z.object({
  min_points: z.optional(z.number()),
  /** Points below which the reward of a tier ends; the next tier begins there. */
  below_points: z.optional(z.number()),
  min_stamps: z.optional(z.number()),
  /** Last place on the board that gets it. */
  rank_max: z.optional(z.number()),
  /** Last place of the teams whose members get it. */
  team_rank_max: z.optional(z.number()),
})
export type RewardCondition = z.infer<typeof rewardCondition>

export const rewardKinds = ['badge', 'allowlist', 'achievement', 'points'] as const
export type RewardKind = (typeof rewardKinds)[number]

export const campaignReward = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** Path of a picture on this site; null: none. */
  image: z.nullable(z.string()),
  kind: z.enum(rewardKinds),
  when: z.enum(['instant', 'after_freeze']),
  condition: rewardCondition,
  /** Claims so far. */
  claimed: z.number(),
  /** Null: no limit. */
  supply: z.nullable(z.number()),
  /** Contract of a badge; null for other kinds. */
  contract: z.nullable(address),
  chain_id: z.nullable(z.number()),
})
export type CampaignReward = z.infer<typeof campaignReward>

/**
 * `locked`: not earned; `waiting`: earned so far, open when results are final; `signed`: a voucher
 * was given, and the badge is not minted yet; `granted`: other kinds, done; `closed`: too late.
 */
export const rewardStates = [
  'locked',
  'waiting',
  'claimable',
  'signed',
  'minted',
  'granted',
  'exhausted',
  'closed',
] as const
export type RewardState = (typeof rewardStates)[number]

export const gateKinds = [
  'min_wallet_age_days',
  'min_prior_mints',
  'owns_name',
  'academy_completed',
  'min_value_wei',
] as const

/** A condition of joining. */
export const campaignGate = z.object({
  gate: z.enum(gateKinds),
  met: z.boolean(),
  /** Sentence with the next step. */
  message: z.string(),
})
export type CampaignGate = z.infer<typeof campaignGate>

/** `data.missing` beside the error `not_eligible`. */
export const missingGates = z.array(z.pick(campaignGate, { gate: true, message: true }))

const entryStatus = z.enum(['active', 'left', 'disqualified'])

/** A row of the board of members. */
export const memberRow = z.object({
  /** Place, from 1: ties go by the earlier last credit, then the address. Null: without a place. */
  position: z.nullable(z.number()),
  /** The same number for equal points. */
  rank: z.nullable(z.number()),
  /** Place among the members of the team; null: without a place or a team. */
  team_position: z.nullable(z.number()),
  address,
  /** Primary name, else username; null: none. */
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** Alias of the team; null: none. */
  team: z.nullable(z.string()),
  points: z.number(),
  /** Quests done at least once. */
  stamps: z.number(),
  last_credit_at: z.nullable(instant),
  status: entryStatus,
  /** Public reason of a disqualification; null: none. */
  reason: z.nullable(z.string()),
})
export type MemberRow = z.infer<typeof memberRow>

/** A row of the board of teams. */
export const teamRow = z.object({
  position: z.number(),
  rank: z.number(),
  team: z.string(),
  name: z.string(),
  points: z.number(),
  members: z.number(),
  /** Members with at least one point. */
  active_members: z.number(),
  last_credit_at: z.nullable(instant),
})
export type TeamRow = z.infer<typeof teamRow>

/** A credit of one's own. */
export const campaignStamp = z.object({
  key: z.string(),
  at: instant,
  tx: z.nullable(hash),
  explorer_url: z.nullable(z.string()),
  /** Its block is final. */
  final: z.boolean(),
})
export type CampaignStamp = z.infer<typeof campaignStamp>

/** A notice before a disqualification. */
export const campaignNotice = z.object({
  sent_at: instant,
  reason: z.string(),
  /** Transactions and addresses that it rests on. */
  evidence: z.string(),
  /** The answer can be given or replaced until then. */
  answer_until: instant,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(instant),
  /** Null: not decided yet. */
  decision: z.nullable(z.enum(['disqualified', 'kept'])),
})
export type CampaignNotice = z.infer<typeof campaignNotice>

export const campaignMe = z.object({
  joined: z.boolean(),
  status: z.nullable(entryStatus),
  team: z.nullable(z.string()),
  joined_at: z.nullable(instant),
  /** The team can be changed until then at the latest; null: no team. */
  team_locks_at: z.nullable(instant),
  is_team_locked: z.boolean(),
  /** Place in the order of joining, from 1; null: not joined. */
  number: z.nullable(z.number()),
  /** Those of the board's newest snapshot. */
  points: z.number(),
  position: z.nullable(z.number()),
  /** Place among the members of the team; null: without a place or a team. */
  team_position: z.nullable(z.number()),
  /** Points credited since that snapshot: "+10 just now". */
  just_now: z.number(),
  /** The first credit of each quest. */
  stamps: z.array(campaignStamp),
  /** Counted completions and points by key of the quest. */
  quests: z.record(
    z.string(),
    z.object({
      completions: z.number(),
      points: z.number(),
      /** Time of the last completion that counts. */
      last_at: z.nullable(instant),
    }),
  ),
  rewards: z.record(
    z.string(),
    z.object({
      status: z.enum(rewardStates),
      /** Points or stamps that are missing; null: none, or it goes by place. */
      missing: z.nullable(z.number()),
      /** Time of the claim; null: not claimed. */
      at: z.nullable(instant),
    }),
  ),
  gates: z.array(campaignGate),
  /** Linked wallets beside one's own. */
  wallets: z.array(address),
  notice: z.nullable(campaignNotice),
})
export type CampaignMe = z.infer<typeof campaignMe>

export const campaignDetail = z.object({
  ...campaignCard.shape,
  /** Plain text, paragraphs apart by an empty line. */
  body: z.string(),
  accent: z.nullable(z.string()),
  terms_url: z.nullable(z.string()),
  server_time: instant,
  join_opens_at: instant,
  join_closes_at: instant,
  /** Joining is possible now, before its gates. */
  can_join: z.boolean(),
  /** Events count from the start of the campaign, or from joining. */
  counts_from: z.enum(['start', 'joining']),
  review_hours: z.number(),
  /** End of the review; null before the chains are final past the end. */
  review_ends_at: z.nullable(instant),
  /** Null: when results are final. */
  claim_opens_at: z.nullable(instant),
  claim_closes_at: z.nullable(instant),
  /** Sentence for `paused` and `cancelled`; null otherwise. */
  status_reason: z.nullable(z.string()),
  chains: z.array(
    z.object({
      id: z.number(),
      alias: z.string(),
      name: z.string(),
      /** Seconds that indexing lags behind; null: unknown. */
      behind_seconds: z.nullable(z.number()),
    }),
  ),
  scoring: z.object({
    aggregate: z.enum(['sum', 'top_n', 'mean_active']),
    n: z.nullable(z.number()),
    min_points_to_rank: z.number(),
  }),
  /** In the order of the configuration. */
  teams: z.array(campaignTeam),
  quests: z.array(campaignQuest),
  rewards: z.array(campaignReward),
  /** Conditions of joining, for everyone. */
  gates: missingGates,
  /** Null: not signed in. */
  me: z.nullable(campaignMe),
  /** Hash of the rules in hex. */
  rules_version: z.string(),
  changes: z.array(
    z.object({ at: instant, note: z.string(), rules_version: z.string() }),
  ),
  /** Time of the board's newest snapshot; null: none yet. */
  board_at: z.nullable(instant),
  /** Null before results are final. */
  result: z.nullable(
    z.object({
      frozen_at: instant,
      rows: z.number(),
      bytes: z.number(),
      /** Alias of the team in the first place; null: none. */
      winner: z.nullable(z.string()),
      /** SHA-256 of the file in hex. */
      sha256: z.string(),
      /** Paths of the files on this site. */
      file: z.string(),
      inputs: z.string(),
      /** Later correction of the result; null: none. */
      correction: z.nullable(
        z.object({
          at: instant,
          reason: z.string(),
          sha256: z.string(),
          file: z.string(),
        }),
      ),
    }),
  ),
})
export type CampaignDetail = z.infer<typeof campaignDetail>

export const campaignActivity = z.object({
  address,
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  team: z.nullable(z.string()),
  quest: z.string(),
  quest_title: z.string(),
  points: z.number(),
  at: instant,
  chain_id: z.nullable(z.number()),
  tx: z.nullable(hash),
  final: z.boolean(),
})
export type CampaignActivity = z.infer<typeof campaignActivity>

/** Message of EIP-712 that the contract of badges takes with its signature. */
export const badgeVoucher = z.object({
  campaignId: hash,
  rewardId: hash,
  account: address,
  nonce: decimal,
  /** Unix seconds. */
  deadline: z.number(),
})
export type BadgeVoucher = z.infer<typeof badgeVoucher>

export const rewardClaim = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('signed'),
    contract: address,
    chain_id: z.number(),
    voucher: badgeVoucher,
    signature: z.string(),
  }),
  z.object({ status: z.literal('granted'), granted_at: instant }),
])
export type RewardClaim = z.infer<typeof rewardClaim>

export const campaignEntry = z.object({
  address,
  team: z.nullable(z.string()),
  joined_at: instant,
  team_locks_at: z.nullable(instant),
  status: entryStatus,
})
export type CampaignEntry = z.infer<typeof campaignEntry>

export const listCampaigns = endpoint({
  ...operations.listCampaigns,
  summary: 'Campaigns: running ones first, then coming ones, then past ones.',
  query: z.strictObject({
    status: z.optional(
      z.enum(['live', 'scheduled', 'past'], 'Use live, scheduled or past.'),
    ),
  }),
  replies: { 200: z.array(campaignCard) },
  cache_seconds: 15,
})

export const getCampaign = endpoint({
  ...operations.getCampaign,
  summary: 'A campaign with its quests and rewards, and with the progress of the user.',
  params,
  replies: { 200: campaignDetail },
  problems: ['campaign_not_found'],
})

const teamAlias = z
  .string()
  .check(z.regex(/^[a-z0-9_-]{1,60}$/, 'This guild does not exist.'))

export const joinCampaign = endpoint({
  ...operations.joinCampaign,
  summary:
    'Takes part in a campaign; 200 for who already does in the same team. `data.missing` beside `not_eligible` says what is to be done first.',
  params,
  body: z.strictObject({
    /** Alias of a team, where the campaign has teams. */
    team: z.optional(z.nullable(teamAlias)),
  }),
  replies: { 200: campaignEntry, 201: campaignEntry },
  problems: [
    'campaign_not_found',
    'campaign_not_open',
    'already_in_team',
    'not_eligible',
    'wallet_in_campaign',
    'team_required',
    'team_full',
    'too_many_requests',
  ],
  limited_by: ['campaign_changes_per_user'],
})

export const leaveCampaign = endpoint({
  ...operations.leaveCampaign,
  summary: 'Leaves a campaign, before the team is locked.',
  params,
  replies: { 204: z.null() },
  problems: [
    'campaign_not_found',
    'campaign_not_open',
    'not_joined',
    'team_locked',
    'too_many_requests',
  ],
  limited_by: ['campaign_changes_per_user'],
})

export const getLeaderboard = endpoint({
  ...operations.getLeaderboard,
  summary:
    'The board of members or teams, 50 a page, from one snapshot; `meta.own` is the row of `address` in the same snapshot.',
  params,
  query: z.strictObject({
    board: z._default(z.enum(['members', 'teams'], 'Use members or teams.'), 'members'),
    /** Alias of a team: only its members. */
    team: z.optional(teamAlias),
    page,
    address: z.optional(address),
    /** Part of an address or of a name: only rows of members that have it. */
    q: z.optional(text(2, 64)),
  }),
  replies: { 200: z.array(z.union([memberRow, teamRow])) },
  meta: z.object({
    ...listMeta.shape,
    /** Time of the snapshot; null: none yet. */
    updated_at: z.nullable(instant),
    /** The result is final. */
    final: z.boolean(),
    /** Null: without `address`, or it takes no part. */
    own: z.nullable(memberRow),
    /** Last place that gets a reward, and its points so far; null: none goes by place. */
    cut: z.nullable(z.object({ position: z.number(), points: z.nullable(z.number()) })),
  }),
  problems: ['campaign_not_found'],
  cache_seconds: 15,
})

export const listCampaignActivity = endpoint({
  ...operations.listCampaignActivity,
  summary: 'The last 20 credits.',
  params,
  replies: { 200: z.array(campaignActivity) },
  problems: ['campaign_not_found'],
  cache_seconds: 15,
})

export const refreshCampaign = endpoint({
  ...operations.refreshCampaign,
  summary: 'Evaluates the quests of the caller anew.',
  params,
  replies: { 202: z.object({ status: z.literal('refreshed') }) },
  problems: ['campaign_not_found', 'not_joined', 'too_many_requests'],
  limited_by: ['campaign_refreshes_per_user'],
})

export const claimReward = endpoint({
  ...operations.claimReward,
  summary:
    'Claims a reward: a badge returns a voucher for its contract, the same one until its deadline.',
  params: z.object({ alias: campaignAlias, key }),
  replies: { 200: rewardClaim },
  problems: [
    'campaign_not_found',
    'reward_not_found',
    'not_joined',
    'reward_not_earned',
    'reward_not_open',
    'reward_exhausted',
    'reward_claimed',
    'claim_closed',
    'badges_unavailable',
    'too_many_requests',
  ],
  limited_by: ['campaign_changes_per_user'],
})

export const prepareWalletLink = endpoint({
  ...operations.prepareWalletLink,
  summary:
    'The text that both wallets sign to be linked. It is valid for ten minutes and can be used once.',
  params,
  body: z.strictObject({
    address,
    /** Network of the other wallet, where it is a contract's account; null: a key's. */
    chain_id: z._default(z.nullable(z.int().check(z.positive())), null),
  }),
  replies: {
    200: z.object({ text: z.string(), nonce: z.string(), expires_at: instant }),
  },
  problems: [
    'campaign_not_found',
    'campaign_not_open',
    'not_joined',
    'wallet_in_campaign',
    'too_many_requests',
  ],
  limited_by: ['campaign_changes_per_user'],
})

const signature = z
  .string()
  .check(z.regex(/^0x([0-9a-fA-F]{2}){1,4096}$/, 'Send the signature in hex.'))

export const linkWallet = endpoint({
  ...operations.linkWallet,
  summary:
    'Links a second wallet to the one of the user: what both do counts in one entry, and once. It cannot be undone.',
  params,
  body: z.strictObject({
    address,
    nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Send the nonce of the text.')),
    /** By the wallet of the entry, which the text names first. */
    signature,
    /** By the other wallet. */
    other_signature: signature,
  }),
  replies: { 201: z.object({ wallets: z.array(address) }) },
  problems: [
    'campaign_not_found',
    'campaign_not_open',
    'not_joined',
    'wallet_in_campaign',
    'link_text_invalid',
    'link_signature_invalid',
    'chain_unavailable',
    'too_many_requests',
  ],
  limited_by: ['campaign_changes_per_user'],
})

export const answerNotice = endpoint({
  ...operations.answerNotice,
  summary: 'Answers the notice of a disqualification, before it is decided.',
  params,
  body: z.strictObject({ text: text(1, 2000, { lines: true }) }),
  replies: { 200: campaignNotice },
  problems: [
    'campaign_not_found',
    'not_joined',
    'no_notice',
    'answer_closed',
    'too_many_requests',
  ],
  limited_by: ['campaign_changes_per_user'],
})
