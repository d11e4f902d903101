import type { ArtStyle } from './art/print.ts'

/** An account of the example content with its collections. */
export type Artist = {
  /** Position among the accounts of creators, from 0. */
  account: number
  /** Null: the account has set none. */
  profile: Profile | null
  works: readonly Omit<Work, 'creator'>[]
}

export type Profile = {
  username: string
  bio: string
  website: string | null
  /** How the picture of the artist is drawn. */
  art: ArtStyle
}

/** A collection of the example content; times are in hours relative to the first start. */
export type Work = {
  chain: 'local' | 'local-two'
  /** Which of the creators made it, from 0. */
  creator: number
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  /** Its slug; null for none. */
  alias: string | null
  description: string
  /** Null: no cap. */
  supply: number | null
  deployedAt: number
  /** How its pictures are drawn; null: it has none, and the generated plate stands in. */
  art: ArtStyle | null
  /** True: each token shows its own picture, with traits. */
  isSet?: boolean
  /** When the hidden works of a set were revealed; absent: they were never hidden. */
  revealedAt?: number
  /** When art and metadata were frozen. */
  frozenAt?: number
  hasCover?: boolean
  isPromoted?: boolean
  royaltyBps?: number
  royaltyCeilingBps?: number
  noticeHours?: number
  isSoulbound?: boolean
  links?: { website: string }
  /** Who shares the income; absent: the creator alone. */
  payees?: { creator: number; bps: number }[]
  /** When its creator paused it. */
  pausedAt?: number
  /** Tokens given away right after the deployment. */
  airdropped?: number
  /** True when some mints have a referrer. */
  withReferrals?: boolean
  /** In the order they open; the one without a list is public. */
  phases: WorkPhase[]
}

export type WorkPhase = {
  title: string
  /** Wallets on the list. */
  list?: number
  from: number
  to: number
  /** Price of one token. */
  eth: string
  /** Tokens for each wallet. */
  limit: number
  /** Tokens for the whole phase. */
  cap?: number
  /** Tokens minted by now. */
  minted?: number
}
