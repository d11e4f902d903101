import { expect, test } from 'vitest'
import { createBrowserStore } from './browser-store.ts'

/** A storage of a browser: `rows` are what it keeps, and `fault` is thrown by every call. */
function openStorage(fault: { now?: 'denied' | 'full' | 'silent' | 'gone' } = {}) {
  const rows = new Map<string, string>()
  const fail = (name: string) => {
    throw new DOMException('no', name)
  }
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem(key: string, value: string) {
      if (fault.now === 'full') fail('QuotaExceededError')
      if (fault.now !== 'silent') rows.set(key, value)
    },
    removeItem: (key: string) => void rows.delete(key),
    clear: () => rows.clear(),
  }
  const store = createBrowserStore(() => {
    if (fault.now === 'denied') fail('SecurityError')
    // Safe: the store uses these four methods only.
    return (fault.now === 'gone' ? null : storage) as Storage
  })
  return { rows, store, fault }
}

test('values go to the browser, and come from it', () => {
  const { rows, store } = openStorage()
  expect(store.setItem('a', '1')).toBe(true)
  expect([...rows]).toEqual([['a', '1']])
  rows.set('a', '2')
  expect(store.getItem('a')).toBe('2')
  store.removeItem('a')
  expect([store.getItem('a'), rows.size]).toEqual([null, 0])
})

test.each(['denied', 'full', 'silent', 'gone'] as const)(
  'with a storage that is %s, values are kept for as long as the page is open',
  (now) => {
    const { rows, store } = openStorage({ now })
    expect(store.getItem('a')).toBeNull()
    expect(store.setItem('a', '1')).toBe(false)
    expect(store.getItem('a')).toBe('1')
    store.removeItem('a')
    expect(store.getItem('a')).toBeNull()
    store.setItem('a', '2')
    store.clear()
    expect([store.getItem('a'), rows.size]).toEqual([null, 0])
  },
)

test('a storage that is taken away keeps its values for the page', () => {
  const { store, fault } = openStorage()
  store.setItem('a', '1')
  fault.now = 'denied'
  expect(store.getItem('a')).toBe('1')
  store.removeItem('a')
  expect(store.getItem('a')).toBeNull()
})

test('a value that was not taken leaves no older one behind, and is saved once it can be', () => {
  const { rows, store, fault } = openStorage()
  store.setItem('a', '1')
  fault.now = 'full'
  store.setItem('a', '2')
  expect([rows.size, store.getItem('a')]).toEqual([0, '2'])
  delete fault.now
  expect(store.setItem('a', '3')).toBe(true)
  expect([rows.get('a'), store.getItem('a')]).toEqual(['3', '3'])
})
