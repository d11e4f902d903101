import { hasAddressShape } from '@platemark/rules/addresses'

/** A collection that a visitor saves, or a creator whom a visitor follows. */
export type SavedSubject = {
  kind: 'collection' | 'creator'
  /**
   * Network of a collection, or of a contract's account. Null: a key's account, the same on every
   * network.
   */
  chainId: number | null
  address: string
  /** Name when it was saved, for what no longer exists; null: it had none. */
  name: string | null
}

/** An entry of the list: a subject with the time of saving, in ms since 1970. */
export type SavedEntry = SavedSubject & { savedAt: number }

/** Entries that a browser keeps, saved collections and followed creators together. */
export const MAX_SAVED = 500

/** Returns the key of a subject, which is the same in any letter case of its address. */
export function savedKey({ kind, chainId, address }: SavedSubject): string {
  return `${kind}:${chainId ?? ''}:${address.toLowerCase()}`
}

/** Returns whether a list has a subject. */
export function hasSaved(entries: readonly SavedEntry[], subject: SavedSubject): boolean {
  const key = savedKey(subject)
  return entries.some((entry) => savedKey(entry) === key)
}

/**
 * Returns the list with a subject as its first entry; a subject that it has stays in its place.
 * Null: the list is full.
 */
export function addSaved(
  entries: readonly SavedEntry[],
  subject: SavedSubject,
  savedAt: number,
): readonly SavedEntry[] | null {
  if (hasSaved(entries, subject)) return entries
  if (entries.length >= MAX_SAVED) return null
  const { kind, chainId, address, name } = subject
  return [{ kind, chainId, address, name, savedAt }, ...entries]
}

/** Returns the list without a subject. */
export function removeSaved(
  entries: readonly SavedEntry[],
  subject: SavedSubject,
): readonly SavedEntry[] {
  if (!hasSaved(entries, subject)) return entries
  const key = savedKey(subject)
  return entries.filter((entry) => savedKey(entry) !== key)
}

/** Parses what the browser stored, without what is no entry and what stands twice. */
export function parseSaved(stored: unknown): SavedEntry[] {
  if (!Array.isArray(stored)) return []
  const byKey = new Map<string, SavedEntry>()
  for (const entry of stored) {
    if (isEntry(entry) && !byKey.has(savedKey(entry))) byKey.set(savedKey(entry), entry)
  }
  return [...byKey.values()].slice(0, MAX_SAVED)
}

function isEntry(value: unknown): value is SavedEntry {
  if (typeof value !== 'object' || value === null) return false
  // Safe: every field is checked below.
  const { kind, chainId, address, name, savedAt } = value as Partial<SavedEntry>
  const isOnNetwork = Number.isSafeInteger(chainId)
  return (
    (kind === 'collection' ? isOnNetwork : kind === 'creator') &&
    (isOnNetwork || chainId === null) &&
    typeof address === 'string' &&
    hasAddressShape(address) &&
    (typeof name === 'string' || name === null) &&
    typeof savedAt === 'number'
  )
}
