/** Values by key that outlive the page where the browser allows it. */
export type BrowserStore = {
  getItem(key: string): string | null
  /** Returns whether the value outlives this page. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
  clear(): void
}

/** `localStorage` that never throws: see `createBrowserStore`. */
export const localStore = createBrowserStore(() => localStorage)
/** `sessionStorage` that never throws: see `createBrowserStore`. */
export const sessionStore = createBrowserStore(() => sessionStorage)

/**
 * Wraps a storage that may be forbidden, absent, full or taken away at any time: what the
 * browser does not keep is kept for as long as the page is open. It never throws. No other
 * file may use the browser's storage (`tools/architecture.test.ts`); records go into
 * `record-store.ts`.
 */
export function createBrowserStore(open: () => Storage): BrowserStore {
  /** Values that this page has read and written. */
  const known = new Map<string, string | null>()
  /** Keys whose value the browser does not have. */
  const unsaved = new Set<string>()
  const attempt = <T>(work: (storage: Storage) => T): { result: T } | undefined => {
    try {
      return { result: work(open()) }
    } catch {
      return undefined
    }
  }
  const write = (key: string, value: string | null, work: (storage: Storage) => void) => {
    known.set(key, value)
    const written = attempt((storage) => {
      work(storage)
      // Some browsers drop values without an error.
      return storage.getItem(key) === value
    })
    const isSaved = written?.result === true
    if (isSaved) unsaved.delete(key)
    else unsaved.add(key)
    return isSaved
  }

  // Another tab could write, so its value is the newer one.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === null) unsaved.clear()
    else unsaved.delete(key)
  })
  return {
    getItem(key) {
      const read = unsaved.has(key) ? undefined : attempt((one) => one.getItem(key))
      if (read) known.set(key, read.result)
      return known.get(key) ?? null
    },
    setItem(key, value) {
      const isSaved = write(key, value, (storage) => storage.setItem(key, value))
      // An older value would come back at the next visit.
      if (!isSaved) attempt((storage) => storage.removeItem(key))
      return isSaved
    },
    removeItem: (key) => void write(key, null, (storage) => storage.removeItem(key)),
    clear() {
      known.clear()
      unsaved.clear()
      attempt((storage) => storage.clear())
    },
  }
}
