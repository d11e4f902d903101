import type { Slices } from '@platemark/rules/slices'
import { type MergedWallet, type MergePolicy, mergeRows } from './merge-rows.ts'
import type { ListRow } from './read-list.ts'
import type { RowOptions } from './read-row.ts'

/** Tokens that one wallet gets in one airdrop: `MAX_PER_GIFT` of the contracts. */
export const MAX_PER_GIFT = 255

/** Options by which the rows of an airdrop are read: a wallet and a quantity, 1 where it is empty. */
export const giftOptions: RowOptions = {
  decimals: 0,
  unit: 'none',
  use: 'receive tokens',
  maxQuantity: MAX_PER_GIFT,
}

/** Wallet of an airdrop, which is there once. */
export type ListedGift = {
  /** Lower case. */
  address: string
  quantity: number
  /** Line of its first row. */
  line: number
}

export type GiftList = {
  gifts: ListedGift[]
  /** Wallets with several rows. */
  merged: MergedWallet[]
  /** Rows beyond the first of each wallet. */
  surplus: number
  /** Wallets whose rows add up to more than one gift can hold; they are no gifts. */
  tooMany: MergedWallet[]
}

const SLICE_ROWS = 500

/** Merges the rows of one file so that each wallet gets one gift, in the order of first rows. */
export function* mergeGifts(
  rows: readonly ListRow[],
  policy: MergePolicy,
): Slices<GiftList> {
  const lines = new Map<string, number>()
  for (const [at, { address, line }] of rows.entries()) {
    if (!lines.has(address)) lines.set(address, line)
    if (at % SLICE_ROWS === SLICE_ROWS - 1) yield undefined
  }
  const { entries, merged, surplus } = yield* mergeRows(rows, policy, noPhase)
  const tooMany = merged.filter(({ quantity }) => (quantity ?? 1) > MAX_PER_GIFT)
  const refused = new Set(tooMany.map(({ address }) => address))
  const gifts: ListedGift[] = []
  for (const [at, { address, quantity }] of entries.entries()) {
    if (at % SLICE_ROWS === SLICE_ROWS - 1) yield undefined
    if (refused.has(address)) continue
    gifts.push({ address, quantity: quantity ?? 1, line: lines.get(address) ?? 0 })
  }
  return { gifts, merged, surplus, tooMany }
}

/** An empty quantity is one token, and gifts have no price. */
const noPhase = { limit: 1, priceWei: '0' }
