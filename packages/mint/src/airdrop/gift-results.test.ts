import { type Address, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { AirdropPlan } from './airdrop-plans.ts'
import { matchGiven } from './find-given.ts'
import type { GiftRefusal } from './gift.ts'
import { describeGift, listGiftRows, toGiftResult } from './gift-results.ts'

const wallet = (at: number): Address => toHex(at, { size: 20 })
const gift = (line: number) => ({ address: wallet(line), quantity: 2, line })
const given = (line: number, quantity = 2) => ({
  ...{ address: wallet(line), quantity, hash: toHex(line, { size: 32 }), block: 7n },
})
const refused = (line: number, refusal: GiftRefusal) => ({ gift: gift(line), refusal })

const plan: AirdropPlan = {
  ...{ chainId: 1, contract: wallet(99), account: wallet(98), source: 'gifts.csv' },
  ...{ startedAt: 1, sinceBlock: 5n, endedAt: null, given: [] },
  gifts: [1, 2, 3, 5, 6, 7, 8].map(gift),
  earlier: [{ gift: gift(4), given: given(4, 1) }],
  refused: [
    refused(5, { kind: 'not_received' }),
    refused(6, { kind: 'too_few_left', left: 1 }),
    refused(7, { kind: 'too_few_left', left: 0 }),
    refused(8, { kind: 'reverted', error: 'Custom' }),
  ],
  sending: [wallet(2)],
}

test('each row of the file has its state, in the order of the file', () => {
  const rows = listGiftRows(plan, matchGiven(plan.gifts, [given(1), given(3, 1)]))
  expect(rows.map((row) => `${row.gift.line} ${describeGift(row)}`)).toEqual([
    '1 Given',
    '2 On its way',
    '3 Not sent yet',
    '4 Skipped, given before',
    '5 Not given: this contract does not accept items',
    '6 Not given: only 1 was left',
    '7 Not given: no item was left',
    '8 Not given: the contract refused it (Custom)',
  ])
  expect(rows.slice(0, 2).map(toGiftResult)).toEqual([
    {
      ...{ address: wallet(1), quantity: 2, line: 1, state: 'Given' },
      transaction: toHex(1, { size: 32 }),
    },
    { address: wallet(2), quantity: 2, line: 2, state: 'On its way', transaction: '' },
  ])
})
