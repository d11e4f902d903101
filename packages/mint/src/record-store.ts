/** Change of a record. */
export type RecordChange<T> = { put: T } | 'delete' | 'keep'

/** Records by key that outlive the page where the browser allows it. */
export type RecordStore<T> = {
  get(key: string): Promise<T | undefined>
  /** Lists the records whose key begins with `prefix` and is longer. */
  list(prefix: string): Promise<T[]>
  put(key: string, value: T): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Replaces a record by what `decide` returns for it; no other tab writes meanwhile. Returns
   * whether the browser has the record as it is now: false where it lasts as long as the page.
   */
  change(
    key: string,
    decide: (current: T | undefined) => RecordChange<T>,
  ): Promise<boolean>
}

/** How long a browser may take; some never answer. */
const MAX_WAIT_MS = 2_000
const WAIT_PARTS = 8

/**
 * Opens a store of a database of this browser (IndexedDB), which may be forbidden, absent,
 * full or silent: what it does not take is kept for as long as the page is open. It never
 * rejects. No other file may use IndexedDB; values go into `browser-store.ts`.
 */
export function createRecordStore<T>(database: string, name: string): RecordStore<T> {
  /** Values that this page has written; undefined: deleted. */
  const written = new Map<string, T | undefined>()
  /** Keys whose record the browser does not have. */
  const unsaved = new Set<string>()
  let isSilent = false

  const attempt = async <R>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => () => R,
  ): Promise<{ result: R } | undefined> => {
    const running = run(database, name, mode, work).then((result) => ({ result }))
    const answered = () => {
      isSilent = false
    }
    running.then(answered, answered)
    // Once it was silent it is not awaited again, until it answers.
    if (isSilent) return undefined
    try {
      const answer = await within(MAX_WAIT_MS, running)
      isSilent = answer === undefined
      return answer
    } catch {
      return undefined
    }
  }
  const change = (key: string, value: T | undefined) => {
    written.set(key, value)
    unsaved.add(key)
  }
  const saved = (key: string, value: T | undefined) => {
    // A newer value may have replaced it meanwhile.
    if (written.get(key) === value) unsaved.delete(key)
  }

  return {
    async get(key) {
      const read = await attempt('readonly', (store) => {
        const found: IDBRequest<T | undefined> = store.get(key)
        return () => found.result
      })
      return read && !unsaved.has(key) ? read.result : written.get(key)
    },
    async list(prefix) {
      const read = await attempt('readonly', (store) => {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`, true)
        const keys = store.getAllKeys(range)
        const values: IDBRequest<T[]> = store.getAll(range)
        return () =>
          values.result.map(
            (value, index) => [String(keys.result[index]), value] as const,
          )
      })
      const found = new Map<string, T | undefined>(read?.result ?? written)
      for (const key of unsaved) found.set(key, written.get(key))
      return [...found].flatMap(([key, value]) =>
        value !== undefined && key.length > prefix.length && key.startsWith(prefix)
          ? [value]
          : [],
      )
    },
    async put(key, value) {
      change(key, value)
      const stored = await attempt('readwrite', (store) => {
        store.put(value, key)
        return () => true
      })
      if (stored) saved(key, value)
    },
    async delete(key) {
      change(key, undefined)
      const stored = await attempt('readwrite', (store) => {
        store.delete(key)
        return () => true
      })
      if (stored) saved(key, undefined)
    },
    async change(key, decide) {
      let next: RecordChange<T> = 'keep'
      const stored = unsaved.has(key)
        ? undefined
        : await attempt('readwrite', (store) => {
            const current: IDBRequest<T | undefined> = store.get(key)
            current.addEventListener('success', () => {
              next = decide(current.result)
              if (next === 'delete') store.delete(key)
              else if (next !== 'keep') store.put(next.put, key)
            })
            return () => next
          })
      const decided = stored ? stored.result : decide(written.get(key))
      if (decided === 'keep') return stored !== undefined
      const value = decided === 'delete' ? undefined : decided.put
      change(key, value)
      if (stored) saved(key, value)
      return stored !== undefined
    },
  }
}

/** Runs one transaction; resolves to the result of `work` once it is committed. */
async function run<R>(
  database: string,
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => () => R,
): Promise<R> {
  const opened = await open(database, name)
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(name, mode)
      const result = work(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(result())
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  } finally {
    opened.close()
  }
}

function open(database: string, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Resolves to the result of `work`, or to undefined after a time. It is waited in parts: the
 * clock of a machine that was suspended jumps, and the browser has had no time to answer.
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  for (let part = 0; part < WAIT_PARTS; part += 1) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms / WAIT_PARTS)
    })
    const done = work.then((result) => ({ result }))
    const ended = await Promise.race([done, late]).finally(() => clearTimeout(timer))
    if (ended) return ended.result
  }
  return undefined
}
