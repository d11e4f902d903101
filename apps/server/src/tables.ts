import type { CampaignStatus } from '@platemark/api/campaigns'
import type { PictureNotes } from '@platemark/api/fields'
import type { Attribute, CameraData, Correction } from '@platemark/works/work-types'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  CampaignChange,
  CampaignDefinition,
} from './areas/campaigns/definition/campaign-file.ts'

/**
 * The row of every table, as `queries.ts` files see it: columns as in `migrations/`.
 * Addresses are lower case, amounts wei as decimal strings, times `Date`.
 */
export type Tables = {
  users: Users
  owed_amounts: OwedAmounts
  currency_rates: { chain_id: number; hour: Time; usd_rate: number }
  balance_checks: BalanceChecks
  royalty_splits: RoyaltySplits
  split_arrivals: SplitArrivals
  split_releases: SplitReleases
  sessions: Sessions
  challenges: Challenges
  limit_counters: LimitCounters
  chain_cursors: ChainCursors
  chain_blocks: ChainBlocks
  chain_statuses: ChainStatuses
  chain_leases: ChainLeases
  indexer_processes: IndexerProcesses
  collections: Collections
  orphaned_metadata: OrphanedMetadata
  former_aliases: { chain_id: number; alias: string; address: string; left_at: Time }
  phases: Phases
  events: Events
  unreadable_logs: UnreadableLogs
  mints: Mints
  minters: Minters
  tokens: Tokens
  holdings: Holdings
  trending_scores: TrendingScores
  trending_runs: { is_only: ColumnType<boolean, true | undefined, never>; run: number }
  ranking_watermarks: RankingWatermarks
  collection_rankings: CollectionRankings
  collection_stats: CollectionStats
  collection_windows: CollectionWindows
  collection_prices: CollectionPrices
  list_facet_counts: { chain_id: number; facet: number; kind: number; change: number }
  list_counts: { chain_id: number; change: number; newest_block: number }
  listing_outbox: { collection_id: string }
  creator_changes: { address: string; changed_at: DefaultTime }
  mint_hours: MintHours
  referrer_mints: ReferrerMints
  holder_counts: HolderCounts
  drafts: Drafts
  editors: Editors
  draft_keys: DraftKeys
  draft_lists: DraftLists
  masters: Masters
  received_pieces: ReceivedPieces
  uploads: Uploads
  upload_files: UploadFiles
  sets: Sets
  works: Works
  archives: Archives
  exit_bundles: ExitBundles
  rehearsals: Rehearsals
  token_works: TokenWorks
  lists: Lists
  list_entries: ListEntries
  list_pieces: ListPieces
  collection_lists: CollectionLists
  blocked_collections: BlockedCollections
  blocked_creators: BlockedCreators
  reports: Reports
  report_salts: { id: Generated<boolean>; salt: Generated<string> }
  promotions: Promotions
  moderation_audit: ModerationAudit
  name_events: NameEvents
  names: Names
  name_accounts: NameAccounts
  name_claims: NameClaims
  academy_progress: AcademyProgressTable
  academy_attempts: AcademyAttempts
  article_ratings: { alias: string; rater: string; helpful: boolean; rated_at: Time }
  question_reports: QuestionReports
  badge_events: BadgeEvents
  achievement_cursors: { chain_id: number; block_number: number }
  achievement_marks: AchievementMarks
  achievement_collections: { collection_id: string; tokens: number; minters: number }
  achievement_checks: { user_id: string; queued_at: DefaultTime }
  user_achievements: UserAchievements
  achievement_evidence: AchievementEvidence
  pinned_achievements: { user_id: string; place: number; achievement: string }
  campaigns: Campaigns
  campaign_entries: CampaignEntries
  campaign_wallets: CampaignWallets
  campaign_link_texts: CampaignLinkTexts
  campaign_credits: CampaignCredits
  campaign_cursors: { campaign_id: string; chain_id: number; block_number: number }
  campaign_reviews: { campaign_id: string; address: string }
  campaign_boards: {
    campaign_id: string
    taken_at: Time
    rows: number
    took_ms: number
    is_outdated: ColumnType<boolean, boolean | undefined, boolean>
  }
  campaign_board_rows: CampaignBoardRows
  campaign_team_rows: CampaignTeamRows
  campaign_results: CampaignResults
  campaign_claims: CampaignClaims
  campaign_notices: CampaignNotices
}

type Time = ColumnType<Date, Date | string, Date | string>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T extends object> = JSONColumnType<T>

type Users = {
  id: Generated<string>
  address: string
  account_kind: 'key' | 'contract'
  /**
   * Network of a contract's account, where alone it counts; null for a key's account. Rows
   * are joined to accounts by the SQL function `find_account(address, chain_id)` only.
   */
  auth_chain_id: number | null
  username: string | null
  email: string | null
  bio: string | null
  avatar_file: string | null
  website_link: string | null
  twitter_link: string | null
  instagram_link: string | null
  warpcast_link: string | null
  lens_link: string | null
  github_link: string | null
  username_changed_at: Time | null
  created_at: DefaultTime
  updated_at: DefaultTime
}

type OwedAmounts = {
  account: string
  chain_id: number
  amount_wei: string
  read_at: Time
}

type BalanceChecks = {
  collection_id: string
  state: 'agrees' | 'short' | 'differs'
  block_number: number
  checked_at: Time
  balance_wei: string
  owed_wei: string
  platform_wei: string
  referrers_wei: string
  /** Coins received by other ways than mints. */
  other_wei: string
  /** Payees in force, and former ones who are owed something; these without `bps`. */
  payees: Json<{ account: string; bps: number | null; owed_wei: string }[]>
}

type RoyaltySplits = {
  chain_id: number
  address: string
  payees: Json<{ account: string; bps: number }[]>
  read_block: number
  read_at: Time
}

type SplitArrivals = {
  chain_id: number
  split: string
  is_wrapped: boolean
  block_number: number
  position: GeneratedAlways<number>
  time: Time
  former_wei: string
  total_wei: string
}

type SplitReleases = {
  chain_id: number
  split: string
  is_wrapped: boolean
  block_number: number
  log_index: number
  tx_hash: string
  time: Time
  account: string
  amount_wei: string
}

type Sessions = {
  id: Generated<string>
  token_hash: string
  user_id: string
  connector: string
  chain_id: number
  client: string
  created_at: Time
  last_used_at: Time
  expires_at: Time
}

type Challenges = {
  nonce_hash: string
  address: string
  chain_id: number
  message: string
  client: string
  created_at: Time
  expires_at: Time
  used_at: ColumnType<Date | null, Date | null | undefined, Date>
}

type LimitCounters = { key: string; used: number; resets_at: Time }

type ChainCursors = {
  chain_id: number
  genesis_hash: string
  /** Factories whose collections are followed, the own one first, with commas. */
  factory: string
  block_number: number
  block_hash: string
  block_time: Time
  head_number: number
  /** Rows up to this block count as confirmed; -1: none. */
  confirmed_number: Generated<number>
  /** False while the chain is far from its head and its rankings are postponed. */
  is_backfilled: Generated<boolean>
  /** When an RPC endpoint last returned the head of the chain. */
  heartbeat_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  updated_at: Time
}

type ChainStatuses = {
  chain_id: number
  status: 'following' | 'behind' | 'refused' | 'unreachable' | 'disputed'
  detail: string | null
  updated_at: Time
}

type ChainBlocks = {
  chain_id: number
  number: number
  hash: string
  time: Time
  /** How many followed logs were read in it, and a hash of them. */
  logs: Generated<number>
  logs_hash: ColumnType<string | null, string | null | undefined, string | null>
  /** Name of the RPC endpoint they were read from. */
  rpc: ColumnType<string | null, string | null | undefined, string | null>
}

type ChainLeases = {
  chain_id: number
  holder: string
  holder_name: string
  taken_at: Time
  expires_at: Time
}

type IndexerProcesses = { id: string; name: string; heartbeat_at: Time }

type Collections = {
  id: string
  chain_id: number
  address: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  description: Generated<string>
  links: ColumnType<Record<string, string | null>, string | undefined, string>
  image_file: string | null
  /** Film beside the image, which is its poster. */
  animation_file: ColumnType<string | null, string | null | undefined, string | null>
  cover_file: string | null
  creator: string
  owner: string
  /** Account that may accept the ownership; null: none. */
  pending_owner: ColumnType<string | null, string | null | undefined, string | null>
  max_supply: number | null
  minted: Generated<number>
  burned: Generated<number>
  holders: Generated<number>
  unique_minters: Generated<number>
  volume_wei: Generated<string>
  mint_fee_wei: string
  royalty_bps: number
  royalty_ceiling_bps: number
  /** The contract that splits royalties; null: they go to the owner. */
  royalty_split: ColumnType<string | null, string | null | undefined, never>
  notice_seconds: number
  is_transferable: boolean
  is_paused: Generated<boolean>
  is_cap_frozen: Generated<boolean>
  is_metadata_frozen: Generated<boolean>
  visibility: Generated<'shown' | 'hidden'>
  is_unlisted: Generated<boolean>
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Null: not blocked; follows from the tables of blocks. */
  blocked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Block of the log that could not be applied; null: every log was. */
  unreadable_block: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Time
  created_block: number
  created_tx: string
  updated_at: DefaultTime
  /** Account that last changed its page here; null: no one did yet. */
  updated_by: ColumnType<string | null, string | null | undefined, string | null>
  /** In the public lists, as far as people decide that. */
  is_listed: GeneratedAlways<boolean>
  /** What a search looks at. */
  search_text: GeneratedAlways<string>
  /** Of the creator's profile, so that a list finds them with the row. */
  creator_name: ColumnType<string | null, string | null | undefined, string | null>
  creator_avatar: ColumnType<string | null, string | null | undefined, string | null>
  /** The creator is the account of a contract on this network: see `Users`. */
  is_creator_contract: Generated<boolean>
  /** Its phases again, so that a list finds them with the row. */
  card_phases: ColumnType<CardPhaseText[], string | undefined, string>
}

/** A phase as JSON has it. */
export type CardPhaseText = {
  phase_id: number
  kind: 'public' | 'allowlist'
  title: string
  starts_at: string
  ends_at: string
  price_wei: string
  max_per_wallet: number
  max_supply: number | null
  minted: number
  list_root: string | null
}

/** What people decided of collections that a reorganisation took back. */
type OrphanedMetadata = Pick<
  Collections,
  | 'chain_id'
  | 'address'
  | 'alias'
  | 'description'
  | 'links'
  | 'image_file'
  | 'animation_file'
  | 'cover_file'
  | 'visibility'
  | 'is_unlisted'
  | 'deleted_at'
>

type Phases = {
  collection_id: string
  phase_id: number
  kind: 'public' | 'allowlist'
  title: string
  starts_at: Time
  ends_at: Time
  price_wei: string
  max_per_wallet: number
  max_supply: number | null
  /** Against its cap; all of them while there is none. */
  minted: Generated<number>
  /** Those minted while there was no cap, which no later cap counts. */
  minted_uncapped: Generated<number>
  list_root: string | null
}

type Events = {
  chain_id: number
  block_number: number
  log_index: number
  collection_id: string
  kind: string
  data: Json<Record<string, unknown>>
  /** State that the event replaced, needed to revert it. */
  previous: ColumnType<
    Record<string, unknown> | null,
    string | null | undefined,
    string | null
  >
  tx_hash: string
  time: Time
}

type UnreadableLogs = {
  chain_id: number
  block_number: number
  log_index: number
  /** Lower-case address of what is set aside; null: a creation was skipped. */
  collection: string | null
  tx_hash: string
  reason: string
  time: Time
}

type Mints = {
  chain_id: number
  block_number: number
  log_index: number
  collection_id: string
  minter: string
  phase_id: number
  quantity: number
  price_wei: string
  referrer: string | null
  tx_hash: string
  time: Time
}

type Minters = {
  collection_id: string
  minter: string
  quantity: number
  last_mint_at: Time
}

type Tokens = {
  collection_id: string
  token_id: string
  owner: string
}

type Holdings = { collection_id: string; owner: string; quantity: number }

type TrendingScores = Listing & {
  score: number
  /** What the score is made of, as weighed. */
  minters: number
  mints: number
  volume_usd: number
  /** The run of the job that wrote it: of all that are there, the last. */
  run: number
}

/** What every order of the lists needs of the collection. */
type Listing = {
  collection_id: string
  chain_id: number
  /** Of the collection: what ties are settled by. */
  created_at: Time
  is_listed: boolean
  /** Its status and price as lists are filtered by them, a number of `toFacet`. */
  facet: Generated<number>
  /** Index of its kind among `listKinds`. */
  kind: Generated<number>
}

type CollectionStats = Listing &
  Pick<
    Collections,
    'creator' | 'minted' | 'unique_minters' | 'volume_wei' | 'search_text'
  >

type CollectionWindows = Listing & {
  /** In how many windows there is a rank of it. */
  windows: Generated<number>
  is_scored: Generated<boolean>
}

type CollectionPrices = Listing & {
  created_block: number
  /** Of the phase that counts; null: there is none. */
  price_wei: string | null
  neg_price_wei: GeneratedAlways<string | null>
  /** When the phase that is live ends. */
  ends_at: Time | null
  /** When time alone changes this next; null: never. */
  changes_at: Time | null
}

type RankingWatermarks = {
  time_window: string
  /** Only what came later is within the window; without a row, everything is. */
  since: Time
}

type CollectionRankings = Omit<Listing, 'is_listed'> & {
  time_window: string
  is_listed: Generated<boolean>
  /** Distinct ones, the creator not counted. */
  minters: number
  mints: number
  volume_wei: string
}

/** What was sold of a collection in each hour, by phase; airdrops are not. */
type MintHours = {
  collection_id: string
  hour: Time
  phase_id: number
  quantity: number
  volume_wei: string
  /** Of these, what cost nothing but the mint fee. */
  free: number
  /** Of these, what came through a referrer. */
  referred: number
  referred_volume_wei: string
  lowest_price_wei: string
  highest_price_wei: string
  /** Who minted, the creator not counted: for the first time in this hour, this day, at all. */
  hour_minters: number
  day_minters: number
  new_minters: number
}

type ReferrerMints = {
  collection_id: string
  referrer: string
  quantity: number
  volume_wei: string
}

/** Number of wallets that hold so many of a collection. */
type HolderCounts = { collection_id: string; quantity: number; holders: number }

type Drafts = {
  id: Generated<string>
  owner: string
  chain_id: number
  alias: string | null
  fields: Json<Record<string, unknown>>
  image_file: string | null
  /** Film that every token plays; the image is its poster. */
  animation_file: ColumnType<string | null, string | null | undefined, string | null>
  cover_file: string | null
  visibility: Generated<'shown' | 'hidden'>
  version: Generated<number>
  salt: string | null
  predicted_address: string | null
  /** Root of the list that is deployed with it. */
  list_root: string | null
  deadline: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Session that prepared it; null: several. */
  prepared_by: ColumnType<string | null, string | null | undefined, string | null>
  /** Commitment to the hidden order of its set, and what it was made for. */
  reveal_commitment: ColumnType<string | null, string | null | undefined, string | null>
  reveal_scope: ColumnType<string | null, string | null | undefined, string | null>
  /** Reported by the creator's page, and never believed. */
  transaction_hash: ColumnType<string | null, string | null | undefined, string | null>
  collection_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: DefaultTime
  updated_at: DefaultTime
}

/** Which draft a client made under which name of its own, so that none is made twice. */
/** Co-editor of a contract, for as long as `owner` owns it: see the SQL function `is_editor`. */
type Editors = {
  contract_id: string
  owner: string
  address: string
  added_at: Time
}

type DraftKeys = {
  user_id: string
  key: string
  request_hash: string
  draft_id: string
  notes: Json<PictureNotes>
  created_at: Time
}

type DraftLists = {
  draft_id: string
  phase_id: number
  entries: number
  lowest_price_wei: string | null
  highest_price_wei: string | null
  content: ColumnType<Uint8Array, Uint8Array, Uint8Array>
  left_out: ColumnType<Uint8Array, Uint8Array, Uint8Array>
  left_out_count: number
}

type Masters = {
  user_id: string
  uploaded_sha256: string
  name: string
  bytes: number
  format: string
  width: number | null
  height: number | null
  finds: Json<CameraData['finds']>
  camera_data: CameraData['state'] | 'none'
  notes: Json<string[]>
  created_at: Time
}

/** Pieces of files that an account has sent, in parts of the file store. */
type ReceivedPieces = {
  user_id: string
  sha256: string
  piece: number
  part: string
  position: number
  length: number
  received_at: Time
}

type Uploads = {
  id: Generated<string>
  draft_id: string
  user_id: string
  kind: 'folder' | 'files' | 'zip' | 'more' | 'work'
  manifest_hash: string
  keeps_camera_data: Generated<boolean>
  file_count: number
  total_bytes: number
  received_bytes: number
  state: 'receiving' | 'checking' | 'ready' | 'failed'
  claimed_by: ColumnType<string | null, string | null | undefined, string | null>
  claimed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  checked_files: Generated<number>
  files_to_check: ColumnType<number | null, number | null | undefined, number | null>
  failure: ColumnType<string | null, string | null | undefined, string | null>
  can_keep: Generated<boolean>
  notes: ColumnType<string[], string | undefined, string>
  created_at: Time
  updated_at: Time
}

type UploadFiles = {
  upload_id: string
  position: number
  path: string
  size: number
  sha256: string
  first_piece: number
  pieces: number
}

/** Works of a draft or collection, with what they were read from. */
type Sets = {
  contract_id: string
  user_id: string
  upload_id: string | null
  origin: 'folder' | 'files' | 'zip'
  files: ColumnType<Uint8Array, Uint8Array, Uint8Array>
  report: ColumnType<Uint8Array, Uint8Array, Uint8Array>
  texts_file: string | null
  corrections: Json<Correction[]>
  accepted: Json<string[]>
  works: number
  problem_count: number
  manifest_file: string
  /** When works are shown; null until the collection is deployed. */
  shown: ColumnType<Shown, Shown | undefined, Shown>
  changed_at: Time
}

type Works = {
  contract_id: string
  token_id: number
  name: string | null
  description: string | null
  external_url: string | null
  file: string | null
  animation_file: string | null
  uploaded_sha256: string | null
  width: number | null
  height: number | null
  attributes: Json<Attribute[]>
  source: Json<{ file: string; line?: number }>
  /** Token that shows it after the reveal. */
  revealed_id: ColumnType<number | null, number | null | undefined, number | null>
}

type Shown = 'at_once' | 'at_mint' | 'at_reveal' | null

type Archives = {
  contract_id: string
  /** A set, or one work for all tokens. */
  art: 'set' | 'one'
  source_hash: string
  /** Name and description of the collection when the archive was computed. */
  name: string
  description: string
  root: string
  /** SHA-256 of the manifest of a set in the order of its tokens; null of one work. */
  manifest_hash: string | null
  bytes: number
  ticket: string
  ticket_ends_at: Time
}

/** Exit bundles that were started, and their files. */
type ExitBundles = {
  id: Generated<string>
  contract_id: string
  /** Lower-case address of the owner who started it. */
  owner: string
  state: 'running' | 'ready' | 'failed'
  done_steps: Generated<number>
  total_steps: Generated<number>
  failure: string | null
  has_reveal_file: boolean
  file_name: string
  file: string | null
  bytes: number | null
  ticket: string
  started_at: Time
  /** Last sign of life of the process that writes it. */
  updated_at: Time
}

type Rehearsals = {
  id: string
  draft_id: string
  draft_version: number
  draft_updated_at: Time
  state: 'running' | 'done' | 'failed'
  step: string
  done: Generated<number>
  total: Generated<number>
  sentence: string | null
  report: ColumnType<unknown, string | null, string | null>
  started_at: Time
  /** Last sign of life of its process. */
  seen_at: Time
  ended_at: Time | null
}

/** Works that tokens show now: a view. */
type TokenWorks = Pick<
  Works,
  | 'contract_id'
  | 'token_id'
  | 'name'
  | 'description'
  | 'external_url'
  | 'file'
  | 'animation_file'
  | 'attributes'
> & { is_shown_at_once: boolean }

type Lists = {
  root: string
  chain_id: number
  content_hash: string
  terms: Json<Record<string, unknown>>
  entries: number
  draft_id: string | null
  /** Deployed collection that its owner made it for; null: it is that of a draft. */
  collection_id: string | null
  published_at: DefaultTime
}

type ListEntries = {
  root: string
  address: string
  phase_id: number
  packed: string
  quantity: number
  price_wei: string
  position: number
}

type ListPieces = {
  root: string
  piece: number
  nodes: ColumnType<Uint8Array, Uint8Array, Uint8Array>
  proof: ColumnType<Uint8Array, Uint8Array, Uint8Array>
}

type CollectionLists = {
  collection_id: string
  root: string
  content_hash: string
  block_number: number
  /** When the list stops counting; null while it is in force. */
  ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

type Block = {
  category: string
  /** As the owner reads it. */
  reason: string
  blocked_by: string
  blocked_at: Time
}

type BlockedCollections = Block & { chain_id: number; address: string }

/**
 * Every collection that the address made or will make: on one chain, for the account of a
 * contract, or on any (null). Joined by the SQL function `find_creator_block`.
 */
type BlockedCreators = Block & {
  address: string
  chain_id: ColumnType<number | null, number | null | undefined, number | null>
}

type Reports = {
  id: Generated<number>
  chain_id: number
  address: string
  /** The account (`accountKey`), or a hash of where the caller came from. */
  reporter: string
  category: string
  text: string
  created_at: Time
  closed_at: ColumnType<Date | null, Date | null | undefined, Date>
  closed_by: ColumnType<string | null, string | null | undefined, string>
  closing_note: ColumnType<string | null, string | null | undefined, string>
}

/** Beside those of the configuration file. */
type Promotions = {
  chain_id: number
  address: string
  /** Smaller stands first. */
  place: number
  starts_at: ColumnType<Date | null, Date | null, Date | null>
  ends_at: ColumnType<Date | null, Date | null, Date | null>
  label: string
  promoted_by: string
  promoted_at: Time
}

/** Never changed, never deleted: the table refuses both. */
type ModerationAudit = {
  id: Generated<number>
  at: Time
  by: string
  action: string
  chain_id: number | null
  address: string | null
  details: Json<Record<string, unknown>>
}

type BadgeEvents = {
  chain_id: number
  block_number: number
  log_index: number
  kind: 'claimed' | 'removed'
  token_id: string
  account: string
  campaign_id: string | null
  reward_id: string | null
  nonce: string | null
  tx_hash: string
  time: Time
}

type AchievementMarks = {
  account: string
  kind: 'collection' | 'early' | 'other' | 'day' | 'sale'
  mark: string
  chain_id: number
  block_number: number
}

type UserAchievements = {
  user_id: string
  achievement: string
  earned_at: Time
  claimed_at: Time | null
  rule_version: string
  revoked_at: Time | null
  revoked_by: string | null
  revoked_reason: string | null
  title: ColumnType<string | null, string | undefined, never>
  description: ColumnType<string | null, string | undefined, never>
}

type AchievementEvidence = {
  user_id: string
  achievement: string
  chain_id: number
  block_number: number
  is_doubtful: ColumnType<boolean, boolean | undefined, boolean>
  stored_at: Time
}

type NameEvents = {
  chain_id: number
  block_number: number
  log_index: number
  kind: string
  name: string | null
  account: string | null
  data: Json<object>
  tx_hash: string
  time: Time
}

type Names = {
  chain_id: number
  name: string
  owner: string
  moves: number
  texts: Json<Record<string, string>>
  addresses: Json<Record<string, string>>
  payer: string | null
  price_wei: string | null
  registered_at: Time
  registered_block: number
  registered_index: number
  registered_tx: string
  skeleton_l: string
  skeleton_i: string
}

type NameAccounts = {
  chain_id: number
  account: string
  onchain: string | null
  onchain_at: Time | null
  chosen: string | null
  chosen_at: Time | null
  chosen_moves: number | null
}

type NameClaims = {
  chain_id: number
  name: string
  account: string
  state: 'pending' | 'minted' | 'dropped'
  tx_hash: string | null
  sender: string | null
  nonce: number | null
  is_public: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Time
  dropped_at: Time | null
}

type AcademyProgressTable = {
  user_id: string
  alias: string
  state: 'started' | 'read' | 'completed'
  /** The best attempt; null: none. */
  best_percent: number | null
  attempts: Generated<number>
  started_at: Time
  completed_at: Time | null
}

type AcademyAttempts = {
  id: Generated<number>
  user_id: string
  alias: string
  quiz_version: string
  /** Ids of the chosen options, by question. */
  answers: Json<Record<string, string[]>>
  percent: number
  passed: boolean
  created_at: Time
}

type QuestionReports = {
  id: Generated<number>
  alias: string
  question: string
  quiz_version: string
  /** The account (`accountKey`), or a hash of where the caller came from. */
  reporter: string
  text: string
  created_at: Time
  closed_at: ColumnType<Date | null, Date | null | undefined, Date>
  closed_by: ColumnType<string | null, string | null | undefined, string>
  closing_note: ColumnType<string | null, string | null | undefined, string>
}

type Campaigns = {
  id: Generated<string>
  alias: string
  definition: Json<CampaignDefinition>
  rules_version: string
  status: ColumnType<CampaignStatus, CampaignStatus | undefined, CampaignStatus>
  status_reason: string | null
  starts_at: Time
  ends_at: Time
  chain_ids: number[]
  changes: Json<CampaignChange[]>
  published_at: Time | null
  settled_at: Time | null
  created_at: Time
}

type CampaignEntries = {
  campaign_id: string
  address: string
  chain_id: number | null
  number: number
  team: string | null
  joined_at: Time
  team_locked_at: Time | null
  status: ColumnType<EntryStatus, EntryStatus | undefined, EntryStatus>
  reason: string | null
  points: Generated<number>
  stamps: Generated<number>
  last_credit_at: Time | null
  is_stale: Generated<boolean>
}

type EntryStatus = 'active' | 'left' | 'disqualified'

type CampaignWallets = {
  campaign_id: string
  wallet: string
  chain_id: number | null
  address: string
  linked_at: Time
}

type CampaignLinkTexts = {
  nonce_hash: string
  campaign_id: string
  address: string
  wallet: string
  chain_id: number | null
  text: string
  expires_at: Time
  used_at: Time | null
}

type CampaignCredits = {
  campaign_id: string
  quest: string
  address: string
  dedupe_key: string
  chain_id: number | null
  block_number: number | null
  log_index: number | null
  tx_hash: string | null
  event_time: Time
  points: number
  is_final: boolean
}

type CampaignBoardRows = {
  campaign_id: string
  line: number
  address: string
  position: number | null
  rank: number | null
  team: string | null
  team_line: number | null
  points: number
  stamps: number
  last_credit_at: Time | null
  status: EntryStatus
  reason: string | null
}

type CampaignTeamRows = {
  campaign_id: string
  team: string
  position: number
  rank: number
  points: number
  members: number
  active_members: number
  last_credit_at: Time | null
}

type CampaignResults = {
  campaign_id: string
  frozen_at: Time
  rows: number
  sha256: string
  file: string
  inputs: string
  last_blocks: Json<Record<string, number>>
  correction_at: Time | null
  correction_reason: string | null
  correction_sha256: string | null
  correction_file: string | null
}

type CampaignClaims = {
  campaign_id: string
  reward: string
  address: string
  account: string
  status: 'reserved' | 'signed' | 'granted'
  nonce: Generated<number>
  voucher: ColumnType<object | null, string | null | undefined, string | null>
  deadline: Time | null
  created_at: Time
}

type CampaignNotices = {
  campaign_id: string
  address: string
  reason: string
  evidence: string
  sent_at: Time
  answer_until: Time
  answer: string | null
  answered_at: Time | null
  decision: 'disqualified' | 'kept' | null
  decided_at: Time | null
}
