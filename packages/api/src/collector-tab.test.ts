import { expect, test } from 'vitest'
import { chooseCollectorTab } from './collector-tab.ts'
import { listCollections } from './operations.ts'
import { routes } from './routes.ts'

const counts = (collected: number, created: number, is_blocked = false) => ({
  collected: { quantity: collected },
  created: { collections: created },
  is_blocked,
})

test('the page of an account opens on what it collected, else on what it created', () => {
  expect(chooseCollectorTab(undefined, counts(3, 4))).toBe('collected')
  expect(chooseCollectorTab(undefined, counts(3, 0))).toBe('collected')
  expect(chooseCollectorTab(undefined, counts(0, 4))).toBe('created')
  expect(chooseCollectorTab(undefined, counts(0, 0))).toBe('collected')
  expect(chooseCollectorTab(undefined, counts(0, 4, true))).toBe('collected')
})

test('the tab that the address names is kept, and an unknown one is none', () => {
  for (const tab of ['collected', 'created', 'activity'] as const) {
    expect(chooseCollectorTab(tab, counts(0, 4))).toBe(tab)
    expect(chooseCollectorTab(tab, counts(4, 0))).toBe(tab)
  }
  expect(chooseCollectorTab('settings', counts(0, 4))).toBe('created')
  expect(chooseCollectorTab('', counts(3, 4))).toBe('collected')
})

test('what it created is read for its page once that is known to be its tab', () => {
  const row = routes.find(({ id }) => id === 'collector')
  if (!row || !('readsAfter' in row)) throw new Error('expected a row with later reads')
  const address = `0x${'5f'.repeat(20)}`
  const after = (query: Record<string, string>, answer: unknown) =>
    row.readsAfter({ params: { address }, query }, [answer])
  const maker = { data: counts(0, 4) }
  const created = { operation: listCollections, query: { creator: address } }
  expect(after({}, maker)).toEqual([created])
  expect(after({ chain: 'base' }, maker)).toEqual([
    { ...created, query: { creator: address, chain: 'base' } },
  ])
  expect(after({ tab: 'collected' }, maker)).toEqual([])
  // The first reads have it already.
  expect(after({ tab: 'created' }, maker)).toEqual([])
  expect(after({}, { data: counts(3, 4) })).toEqual([])
  expect(after({}, null)).toEqual([])
})
