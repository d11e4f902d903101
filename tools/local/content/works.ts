import type { ArtStyle } from './art/print.ts'
import { artists } from './artists.ts'

/**
 * The example collections, with every state of a collection. Times are in hours relative to the
 * first start; negative ones are in the past.
 */
export const works: readonly Work[] = artists.flatMap(({ account, works: own }) =>
  own.map((work) => ({ ...work, creator: account })),
)

/** Drops for a start that finds nothing live any more: made now, open for weeks. */
export const freshWorks: readonly Work[] = [
  {
    chain: 'local',
    creator: 0,
    kind: 'drop',
    name: 'Spring Tide',
    symbol: 'SPRING',
    alias: null,
    description: 'The harbour again, at its highest. A new pull from the old plate.',
    supply: 200,
    deployedAt: 0,
    art: { scene: 'tide', inks: [8], grounds: ['deep'] },
    phases: [{ title: 'Public', from: 0, to: 500, eth: '0.002', limit: 5, minted: 12 }],
  },
  {
    chain: 'local',
    creator: 3,
    kind: 'open_edition',
    name: 'Second State',
    symbol: 'STATE',
    alias: null,
    description:
      'The plate has been worked over since you last saw it. Open for three weeks.',
    supply: null,
    deployedAt: 0,
    art: { scene: 'tiles', inks: [5], grounds: ['deep'] },
    phases: [{ title: 'Public', from: 0, to: 504, eth: '0', limit: 10, minted: 9 }],
  },
  {
    chain: 'local-two',
    creator: 5,
    kind: 'drop',
    name: 'New Moons',
    symbol: 'NEW',
    alias: null,
    description: 'Cut from what was left of the sheet.',
    supply: 120,
    deployedAt: 0,
    art: { scene: 'moons', inks: [3], grounds: ['tinted'] },
    phases: [{ title: 'Public', from: 0, to: 600, eth: '0.001', limit: 4, minted: 8 }],
  },
]

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
