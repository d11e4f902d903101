import { useState } from 'react'
import { type SavedEntry, savedKey } from '../../lib/saved/saved-list.ts'
import { useSaved } from '../../lib/saved/saved-store.ts'

/**
 * Returns the entries of a page: those it showed before in their places, also what was removed
 * meanwhile so that it can be saved again, and new ones in front.
 */
export function mergeShown(
  shown: readonly SavedEntry[],
  entries: readonly SavedEntry[],
): readonly SavedEntry[] {
  const known = new Set(shown.map(savedKey))
  const added = entries.filter((entry) => !known.has(savedKey(entry)))
  return added.length > 0 ? [...added, ...shown] : shown
}

type ShownList = { entries: readonly SavedEntry[]; isKept: boolean }

/** Returns what the page lists; null while it is being read, and in SSR. */
export function useShownEntries(): ShownList | null {
  const saved = useSaved()
  const [shown, setShown] = useState<readonly SavedEntry[]>([])
  if (!saved) return null
  const entries = mergeShown(shown, saved.entries)
  if (entries !== shown) setShown(entries)
  return { entries, isKept: saved.isKept }
}
