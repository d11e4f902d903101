import type { Card } from '@platemark/api/collections'
import { expect, test } from 'vitest'
import { listMatches } from './list-matches.ts'

const address = `0x${'ab'.repeat(20)}` as const
const person = { address, username: null, avatar_url: null, account_chain: null }

test('results stand by group with where they lead, and end with the whole list', () => {
  const card = {
    ...{ chain_alias: 'local', alias: 'low-sun', contract_address: address },
    ...{ name: 'Low Sun', creator: { ...person, name: 'norrby' } },
    image: { url: '/a', small_url: '/small', medium_url: '/b', is_plate: false },
    // Safe: the other fields of a card are not shown.
  } as unknown as Card
  const found = {
    collections: [card],
    people: [
      { ...person, username: 'norrby' },
      { ...person, account_chain: 'local' },
    ],
    names: [
      {
        ...{ name: 'norrby', full_name: 'norrby.press', owner: address },
        ...{ token_id: '1', owner_short: '0xabab…abab', image: '/i' },
        registered_at: '2026-01-31T18:00:00Z',
      },
    ],
  }
  const rows = listMatches(found, 'low sun')
  expect(
    rows.map(({ kind, href, title, detail }) => [kind, href, title, detail]),
  ).toEqual([
    ['Collections', '/collection/local/low-sun', 'Low Sun', 'by norrby'],
    ['People', `/collector/${address}`, 'norrby', '0xabab…abab'],
    ['People', `/collector/${address}?chain=local`, '0xabab…abab', ''],
    ['Names', '/names/norrby', 'norrby.press', 'owned by 0xabab…abab'],
    ['all', '/collections?search=low%20sun', 'All collections with “low sun”', ''],
  ])
  expect(rows[0]?.picture?.url).toBe('/small')
  expect(rows[1]?.picture?.url).toBe(`/plates/${address}.svg?theme=system`)
})
