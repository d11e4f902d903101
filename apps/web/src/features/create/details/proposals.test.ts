import { collectionAlias } from '@platemark/api/page-texts'
import { expect, test } from 'vitest'
import { proposeAlias, proposeSymbol } from './proposals.ts'

test.each([
  ['Paper Moons', 'MOONS', 'paper-moons'],
  ['Élan  Vital!', 'VITAL', 'elan-vital'],
  ['Tidewater', 'TIDEWA', 'tidewater'],
  ['0xabc', '0XABC', ''],
  ['月', '', ''],
  ['A', 'A', ''],
])('%s proposes a symbol and a page address that are allowed', (name, symbol, alias) => {
  expect([proposeSymbol(name), proposeAlias(name)]).toEqual([symbol, alias])
  if (alias) expect(collectionAlias.safeParse(alias).success).toBe(true)
})
