import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { countLeftOut } from './live-lists.ts'

const file = (...entries: [`0x${string}`, number][]) => ({
  entries: entries.map(([address, phase]) => [address, phase, null, null] as const),
})
const count = (old: ReturnType<typeof file>, ...newer: ReturnType<typeof file>[]) =>
  finishSlices(countLeftOut(old, newer))

test('a wallet is left out of newer lists that do not admit it to the same phase', () => {
  const old = file(['0xa', 0], ['0xb', 0], ['0xb', 1], ['0xc', 1])
  expect(count(old, file(['0xa', 0]), file(['0xb', 1]))).toBe(2)
  expect(count(old, file(['0xa', 1], ['0xb', 1]), file(['0xb', 0], ['0xc', 1]))).toBe(1)
  expect(count(old, old)).toBe(0)
})
