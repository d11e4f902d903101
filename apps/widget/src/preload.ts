/** How long after its first view the panel brings what it may need later, in ms. */
const PRELOAD_AFTER_MS = 5000

/**
 * Loads parts of the panel before anybody needs them: while the installation is gone, nobody
 * can. People who save data load them when they press.
 */
export function preloadLater(load: () => Promise<unknown>[], signal: AbortSignal): void {
  if (isSaving()) return
  // What failed is loaded again once it is needed, and told of then.
  const timer = setTimeout(() => void Promise.allSettled(load()), PRELOAD_AFTER_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** Only some browsers tell. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
