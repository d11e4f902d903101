import { expect, test } from 'vitest'
import { embedCode } from './embed-code.ts'

const collection = { chain_alias: 'base', contract_address: `0x${'1'.repeat(40)}` }
const origin = 'https://platemark.example'

test('the embed code loads the script of this site and names the collection', () => {
  expect(embedCode({ collection, origin, referrer: null })).toBe(
    `<script type="module" src="https://platemark.example/widget/platemark-mint.js"></script>
<platemark-mint chain="base" address="0x1111111111111111111111111111111111111111"></platemark-mint>`,
  )
})

test('a referrer stands in the embed code', () => {
  expect(embedCode({ collection, origin, referrer: '0xabc' })).toContain(' ref="0xabc">')
})
