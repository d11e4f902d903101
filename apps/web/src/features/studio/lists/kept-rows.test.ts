import { readList } from '@platemark/lists/read-list'
import { finishSlices } from '@platemark/rules/slices'
import { toHex } from 'viem'
import { expect, test } from 'vitest'
import { packRows, unpackRows } from './kept-rows.ts'

test('rows come back from their stored parts as they were read, with those left out', () => {
  const wallets = Array.from({ length: 1_201 }, (_, at) => toHex(at + 1, { size: 20 }))
  const text = [...wallets.map((one, at) => `${one},${at + 1}`), 'moonrabbit'].join('\n')
  const content = finishSlices(readList(text, 'friends.csv', { decimals: 18 }))
  const kept = {
    source: 'friends.csv',
    policy: 'sum' as const,
    isAddition: true,
    content,
  }
  const packed = finishSlices(packRows(kept))
  expect(packed.rows).toHaveLength(3)
  expect(content.leftOut).toHaveLength(1)
  expect(finishSlices(unpackRows(structuredClone(packed)))).toEqual(kept)
})
