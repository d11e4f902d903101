import {
  type ListFile,
  type PublishedList,
  readListFile,
} from '@platemark/mint/list-file'

/**
 * Creates a cache of list files. Its function resolves to the fetched files in the order
 * of their lists; a failed one is not retried for `againMs`.
 */
export function createListFileCache(
  againMs = 30_000,
): (lists: readonly PublishedList[], folder: string) => Promise<ListFile[]> {
  const files = new Map<string, Promise<ListFile>>()
  const fileOf = ({ contentHash, root }: PublishedList, folder: string) => {
    const url = `${folder}${contentHash.slice(2)}.json`
    const kept = files.get(url)
    if (kept) return kept
    const found = readListFile(url, { contentHash, root })
    files.set(url, found)
    // A host that never responds would delay every read.
    found.catch(() => setTimeout(() => files.delete(url), againMs))
    return found
  }
  return async (lists, folder) => {
    const found = await Promise.allSettled(lists.map((list) => fileOf(list, folder)))
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }
}
