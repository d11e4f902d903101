import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { extendList } from './extend-list.ts'

const entry = (address: string, quantity: number | null = null) => ({
  ...{ address, quantity, price_wei: null },
})

test('further wallets come after those of a list, whose terms they can change', () => {
  const present = [entry('0xa'), entry('0xb', 2)]
  const further = [entry('0xc'), entry('0xa', 5)]
  expect(finishSlices(extendList(present, further))).toEqual([
    entry('0xa', 5),
    entry('0xb', 2),
    entry('0xc'),
  ])
  expect(finishSlices(extendList(present, []))).toEqual(present)
})
