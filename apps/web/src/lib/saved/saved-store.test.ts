import { createRecordStore } from '@platemark/mint/record-store'
import { createTabChannel } from '@platemark/mint/tabs'
import { expect, test, vi } from 'vitest'
import { MAX_SAVED, type SavedSubject } from './saved-list.ts'
import { createSavedStore } from './saved-store.ts'

const subject: SavedSubject = {
  ...{ kind: 'creator', chainId: null },
  ...{ address: `0x${'5f'.repeat(20)}`, name: 'Ada' },
}

/** Returns a function that opens the list in a further tab of one browser, at the time 42. */
function openBrowser() {
  const name = `saved ${Math.random()}`
  const records = createRecordStore<unknown>(name, 'saved')
  return {
    records,
    openTab: () => createSavedStore(records, createTabChannel(name), () => 42),
  }
}

test('saving and removing show at once, in this tab and in the others', async () => {
  const { openTab } = openBrowser()
  const [one, other] = [openTab(), openTab()]
  const leave = [one.subscribe(() => {}), other.subscribe(() => {})]
  expect(one.read()).toBeNull()
  await vi.waitFor(() => expect(other.read()?.entries).toEqual([]))

  expect(await one.change(subject, true)).toBe('done')
  const saved = [{ ...subject, savedAt: 42 }]
  expect(one.read()?.entries).toEqual(saved)
  await vi.waitFor(() => expect(other.read()?.entries).toEqual(saved))
  expect(await other.change(subject, false)).toBe('done')
  await vi.waitFor(() => expect(one.read()?.entries).toEqual([]))
  for (const end of leave) end()
})

test('tabs that save at the same time keep both, and share the limit', async () => {
  const { records, openTab } = openBrowser()
  const [one, other] = [openTab(), openTab()]
  const stored = Array.from({ length: MAX_SAVED - 2 }, (_, place) => ({
    ...{ kind: 'collection', chainId: 1, name: null, savedAt: place },
    address: `0x${place.toString(16).padStart(40, '0')}`,
  }))
  await records.put('list', stored)
  const outcomes = await Promise.all([
    one.change(subject, true),
    other.change({ ...subject, chainId: 2 }, true),
    one.change({ ...subject, chainId: 10 }, true),
  ])
  expect(outcomes.sort()).toEqual(['done', 'done', 'full'])
  const third = openTab()
  expect(await third.change({ ...subject, chainId: 10 }, true)).toBe('full')
  expect(third.read()?.entries).toHaveLength(MAX_SAVED)
})

test('a browser without a database keeps the list for as long as the page is open', async () => {
  const { openTab } = openBrowser()
  const tab = openTab()
  await tab.change(subject, true)
  expect(tab.read()).toEqual({ entries: [{ ...subject, savedAt: 42 }], isKept: false })
  await tab.change(subject, false)
  expect(tab.read()).toEqual({ entries: [], isKept: false })
})
