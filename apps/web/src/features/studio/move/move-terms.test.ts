import type { PreparedMove } from '@platemark/api/move'
import { zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { findOtherWorks, isOnIpfs } from './move-terms.ts'

const one = `0x${'1'.repeat(64)}` as const
const two = `0x${'2'.repeat(64)}` as const

test('works move only under the hash that the contract names', () => {
  const prepared = { manifest_hash: one } as PreparedMove
  expect(findOtherWorks(prepared, one)).toBeUndefined()
  expect(findOtherWorks(prepared, zeroHash)).toBeUndefined()
  expect(findOtherWorks(prepared, two)).toMatch(/names hash 0x2222…2222, .* 0x1111…1111/)
  expect(findOtherWorks({ ...prepared, manifest_hash: null }, two)).toContain(
    'one picture',
  )
})

test('an address on IPFS is known in letters of any case', () => {
  expect([isOnIpfs('IPFS://bafy/'), isOnIpfs('https://ipfs.io/')]).toEqual([true, false])
})
