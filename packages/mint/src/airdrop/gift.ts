import type { Address, Hex } from 'viem'

/** The tokens that one wallet gets in an airdrop. */
export type Gift = {
  /** Lower case. */
  address: Address
  quantity: number
  /** Line of the file. */
  line: number
}

/** A gift that the chain has. */
export type GivenGift = {
  address: Address
  quantity: number
  hash: Hex
  block: bigint
}

/** Why a gift was not sent: what the contract refuses of it alone. */
export type GiftRefusal =
  /** A contract that does not accept copies. */
  | { kind: 'not_received' }
  /** More than is left of the supply. */
  | { kind: 'too_few_left'; left: number }
  /** `error`: name or selector of the contract's error; null where it gave none. */
  | { kind: 'reverted'; error: string | null }

export type RefusedGift = { gift: Gift; refusal: GiftRefusal }

/** Returns the tokens of gifts together. */
export function sumGifts(gifts: readonly { quantity: number }[]): number {
  return gifts.reduce((sum, { quantity }) => sum + quantity, 0)
}
