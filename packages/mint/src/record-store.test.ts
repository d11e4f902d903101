import { afterEach, expect, test, vi } from 'vitest'
import { createRecordStore } from './record-store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Databases of browsers that keep nothing. */
const databases: Record<string, unknown> = {
  absent: undefined,
  null: null,
  forbidden: {
    open() {
      throw new DOMException('no', 'SecurityError')
    },
  },
  failing: { open: () => answer({ error: new DOMException('no', 'UnknownError') }) },
  full: {
    open: () =>
      answer({ result: { transaction: () => answer({}, 'onabort'), close() {} } }),
  },
  silent: { open: () => ({}) },
}

function answer(fields: object, name = 'error' in fields ? 'onerror' : 'onsuccess') {
  const store = { put() {}, delete() {}, get: () => new EventTarget(), getAll() {} }
  const request: Record<string, unknown> = { ...fields, objectStore: () => store }
  queueMicrotask(() => Object(request)[name]?.())
  return request
}

test.each(Object.keys(databases))(
  'with a database that is %s, records are kept for as long as the page is open',
  async (name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('indexedDB', databases[name])
    const store = createRecordStore<{ count: number }>('database', 'rows')
    const work = async () => {
      expect(await store.get('a')).toBeUndefined()
      await store.put('a', { count: 1 })
      await store.put('a:1', { count: 2 })
      await store.put('b:1', { count: 3 })
      expect(await store.get('a')).toEqual({ count: 1 })
      expect(await store.list('a:')).toEqual([{ count: 2 }])
      const isKept = [
        await store.change('a', (row) => ({ put: { count: (row?.count ?? 0) + 1 } })),
        await store.change('a', () => 'keep'),
      ]
      expect(isKept).toEqual([false, false])
      expect(await store.get('a')).toEqual({ count: 2 })
      await store.change('a', () => 'delete')
      await store.delete('a:1')
      return [await store.get('a'), await store.list('a')]
    }
    const result = work()
    // Only the first wait is a long one.
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await result).toEqual([undefined, []])
  },
)
