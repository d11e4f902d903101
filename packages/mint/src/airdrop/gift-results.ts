import type { Address, Hex } from 'viem'
import type { AirdropPlan } from './airdrop-plans.ts'
import type { Gift, GiftRefusal, GivenGift } from './gift.ts'

/** One gift of a plan with its state. */
export type GiftRow = {
  gift: Gift
  state: 'given' | 'sending' | 'left' | 'earlier' | 'refused'
  refusal?: GiftRefusal
  /** Transaction of the gift, or of the earlier one. */
  hash?: Hex
}

/** Lists the gifts of a plan with what became of them, in the order of the file. */
export function listGiftRows(
  plan: AirdropPlan,
  given: ReadonlyMap<Address, GivenGift>,
): GiftRow[] {
  const refused = new Map(plan.refused.map((one) => [one.gift.address, one.refusal]))
  const sending = new Set(plan.sending)
  const own = plan.gifts.map((gift): GiftRow => {
    const made = given.get(gift.address)
    if (made) return { gift, state: 'given', hash: made.hash }
    const refusal = refused.get(gift.address)
    if (refusal) return { gift, state: 'refused', refusal }
    return { gift, state: sending.has(gift.address) ? 'sending' : 'left' }
  })
  const earlier = plan.earlier.map(
    ({ gift, given: { hash } }): GiftRow => ({ gift, state: 'earlier', hash }),
  )
  return [...own, ...earlier].sort((one, other) => one.gift.line - other.gift.line)
}

/** Returns the state of a gift in words. */
export function describeGift({ state, refusal }: GiftRow): string {
  switch (state) {
    case 'given':
      return 'Given'
    case 'sending':
      return 'On its way'
    case 'left':
      return 'Not sent yet'
    case 'earlier':
      return 'Skipped, given before'
    case 'refused':
      return refusal ? describeRefusal(refusal) : 'Not given'
  }
}

function describeRefusal(refusal: GiftRefusal): string {
  switch (refusal.kind) {
    case 'not_received':
      return 'Not given: this contract does not accept items'
    case 'too_few_left':
      return refusal.left === 0
        ? 'Not given: no item was left'
        : `Not given: only ${refusal.left} ${refusal.left === 1 ? 'was' : 'were'} left`
    case 'reverted':
      return `Not given: the contract refused it${refusal.error ? ` (${refusal.error})` : ''}`
  }
}

/** Returns a row as the file of results has it. */
export function toGiftResult(row: GiftRow) {
  const { address, quantity, line } = row.gift
  return {
    address,
    quantity,
    line,
    state: describeGift(row),
    transaction: row.hash ?? '',
  }
}
