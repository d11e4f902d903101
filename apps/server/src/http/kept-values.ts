import type { DataVersion } from './data-version.ts'
import { lruSet } from './lru-set.ts'

/** Values kept briefly by key. */
export type KeptValues<T> = {
  /** Finds the fresh value of a key, once it was made. */
  find(key: string): T | undefined
  /** Returns the fresh value of a key, or makes one; concurrent callers share it. */
  get(key: string, make: () => Promise<T>): Promise<T>
}

type Entry<T> = {
  expiresAt: number
  /** Version of the data when the value was begun. */
  version: number
  value: T | undefined
  pending: Promise<T>
}

/** Version of values that end by their age alone. */
const ageOnly = { current: () => 0 }

/**
 * Creates a store of up to `most` values, each kept for `ms` or until the data change; none
 * where either is 0. Failures are not kept.
 */
export function createKeptValues<T>({
  most,
  ms,
  clock,
  version = ageOnly,
}: {
  most: number
  ms: number
  clock: () => Date
  version?: Pick<DataVersion, 'current'> | undefined
}): KeptValues<T> {
  const entries = new Map<string, Entry<T>>()
  const findFresh = (key: string) => {
    const found = entries.get(key)
    if (found && found.version !== version.current()) return undefined
    const left = found ? found.expiresAt - clock().getTime() : 0
    // Rejects later expiries too: the machine's clock may have been set back.
    return left > 0 && left <= ms ? found : undefined
  }
  const add = (key: string, make: () => Promise<T>) => {
    const pending = make().then((value) => {
      entry.value = value
      return value
    })
    const entry: Entry<T> = {
      expiresAt: clock().getTime() + ms,
      version: version.current(),
      value: undefined,
      pending,
    }
    pending.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    lruSet(entries, key, entry, most)
    return entry
  }
  return {
    find: (key) => findFresh(key)?.value,
    get: async (key, make) => {
      if (most === 0) return make()
      return (findFresh(key) ?? add(key, make)).pending
    },
  }
}
