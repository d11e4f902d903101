/** Observable value for `useSyncExternalStore`. */
export type Store<T> = {
  read(): T
  write(next: T): void
  /** Calls `listener` after every change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
