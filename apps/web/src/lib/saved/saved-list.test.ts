import { expect, test } from 'vitest'
import {
  addSaved,
  hasSaved,
  MAX_SAVED,
  parseSaved,
  removeSaved,
  type SavedEntry,
  type SavedSubject,
} from './saved-list.ts'

const toAddress = (place: number) => `0x${place.toString(16).padStart(40, '0')}`

function toCollection(place: number): SavedSubject {
  const address = toAddress(place)
  return { kind: 'collection', chainId: 8453, address, name: `Print ${place}` }
}

/** Saves the collections 1 to `count`, one after the other. */
function fill(count: number): readonly SavedEntry[] {
  let entries: readonly SavedEntry[] = []
  for (let place = 1; place <= count; place += 1) {
    entries = addSaved(entries, toCollection(place), place) ?? entries
  }
  return entries
}

test('the last saved stands first, and saving again moves nothing', () => {
  const entries = fill(3)
  expect(entries.map(({ name }) => name)).toEqual(['Print 3', 'Print 2', 'Print 1'])
  expect(entries[0]).toEqual({ ...toCollection(3), savedAt: 3 })
  expect(addSaved(entries, toCollection(1), 9)).toBe(entries)
})

test('500 are saved, the next is refused, and there is room once one is removed', () => {
  const full = fill(MAX_SAVED)
  expect(full).toHaveLength(500)
  const next = toCollection(MAX_SAVED + 1)
  expect(addSaved(full, next, 0)).toBeNull()
  expect(addSaved(full, toCollection(7), 0)).toBe(full)
  const shorter = removeSaved(full, toCollection(7))
  expect(hasSaved(shorter, toCollection(7))).toBe(false)
  expect(addSaved(shorter, next, 0)?.[0]?.name).toBe('Print 501')
  expect(removeSaved(shorter, toCollection(7))).toBe(shorter)
})

test('an address is the same in any letter case, but not on another network or as a creator', () => {
  const address = '0xAbCdEf0123456789abcdef0123456789ABCDEF01'
  const subject = { kind: 'collection', chainId: 1, address, name: null } as const
  const entries = addSaved([], subject, 0) ?? []
  expect(hasSaved(entries, { ...subject, address: address.toLowerCase() })).toBe(true)
  expect(hasSaved(entries, { ...subject, chainId: 10 })).toBe(false)
  expect(hasSaved(entries, { ...subject, kind: 'creator', chainId: null })).toBe(false)
})

test('what was stored is read without broken entries, doubles and those beyond the limit', () => {
  const [entry] = fill(1)
  const creator = { ...entry, kind: 'creator', chainId: null }
  for (const stored of [undefined, null, 'text', {}, 7]) {
    expect(parseSaved(stored)).toEqual([])
  }
  const broken = [
    ...[null, 'text', {}],
    { ...entry, kind: 'token' },
    { ...entry, chainId: null },
    { ...entry, chainId: '8453' },
    { ...entry, address: 'javascript:alert(1)' },
    { ...entry, name: 7 },
    { ...entry, savedAt: undefined },
  ]
  expect(parseSaved([...broken, entry, creator, entry])).toEqual([entry, creator])
  const many = Array.from({ length: MAX_SAVED + 9 }, (_, place) => ({
    ...{ ...entry, address: toAddress(place) },
  }))
  expect(parseSaved(many)).toHaveLength(MAX_SAVED)
})
