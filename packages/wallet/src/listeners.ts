type Listener = (value: unknown) => void

/** Creates the listeners of an EIP-1193 provider, by event. */
export function createListeners() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
    /** Calls the listeners of an event in order, also those that remove themselves. */
    emit(event: string, value: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
}
