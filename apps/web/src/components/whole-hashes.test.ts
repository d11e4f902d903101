import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WholeHashes } from './whole-hashes.tsx'

test('keeps every short hash of a sentence in one line', () => {
  const text = '0x8c41…d2e7 here, 0x19aF…00b2 in the contract.'
  expect(renderToStaticMarkup(createElement(WholeHashes, { text }))).toBe(
    '<span class="nowrap">0x8c41…d2e7</span> here, <span class="nowrap">0x19aF…00b2</span> in the contract.',
  )
})
