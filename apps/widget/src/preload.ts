/** Delay after the first view before optional chunks are preloaded, in ms. */
const PRELOAD_AFTER_MS = 5000

/**
 * Preloads chunks of the panel, because they cannot be loaded while the site is down.
 * With reduced data usage they load on demand.
 */
export function preloadLater(load: () => Promise<unknown>[], signal: AbortSignal): void {
  if (isSaving()) return
  // A failed chunk is loaded again on demand, where its failure is reported.
  const timer = setTimeout(() => void Promise.allSettled(load()), PRELOAD_AFTER_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** Returns whether reduced data usage is set; only some browsers expose it. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
