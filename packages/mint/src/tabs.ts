/** Messages between the tabs of this browser; `key` names the subject that changed. */
export type TabChannel = {
  notify(key: string): void
  /** Calls `listener` when another tab changed the subject; returns a function that stops it. */
  subscribe(key: string, listener: () => void): () => void
}

/** Opens no channel until it is used; where the browser forbids one, messages are dropped. */
export function createTabChannel(name: string): TabChannel {
  return {
    notify(key) {
      const channel = openChannel(name)
      channel?.postMessage(key)
      channel?.close()
    },
    subscribe(key, listener) {
      const channel = openChannel(name)
      channel?.addEventListener('message', ({ data }) => {
        if (data === key) listener()
      })
      return () => channel?.close()
    },
  }
}

/** Runs `work` unless another tab runs one under the same name; false then. */
export async function withTabLock(
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  // Pages without TLS have no Web Locks.
  if (!('locks' in navigator)) {
    await work()
    return true
  }
  let isGranted = false
  const options = { ifAvailable: true }
  try {
    return await navigator.locks.request(name, options, async (lock) => {
      isGranted = true
      if (lock) await work()
      return lock !== null
    })
  } catch (error) {
    if (isGranted) throw error
    // Neither have frames with an opaque origin.
    await work()
    return true
  }
}

/** Resolves once no tab runs work under the name, and rejects when the signal aborts. */
export async function whenTabUnlocked(name: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(name, { mode: 'shared', signal }, () => undefined)
}

/** Undefined where the browser forbids channels, as with storage. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
