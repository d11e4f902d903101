import { hashSetManifest, writeSetManifest } from '@platemark/rules/set-manifest'
import { runInWorker } from '../../../worker-task.ts'
import type { Art } from './read-art.ts'

type Works = Pick<Art, 'art' | 'works'>

/** Works up to which hashing does not block other requests noticeably. */
const MAX_INLINE_WORKS = 200

/**
 * Returns the SHA-256 of the manifest of a set in the order of its tokens; null of one work, whose
 * contract names no hash. Large sets are hashed in a worker thread. Throws `busy`.
 */
export async function hashWorksOffThread({ art, works }: Works): Promise<string | null> {
  if (works.length <= MAX_INLINE_WORKS) return hashWorks({ art, works })
  const file = new URL('./hash-works-worker.ts', import.meta.url)
  // Safe: the worker returns the result of `hashWorks`.
  return (await runInWorker(file, { art, works })) as string | null
}

/** Hashes works as `hashWorksOffThread` does, in this thread. */
export function hashWorks({ art, works }: Works): string | null {
  if (art === 'one') return null
  const lines = works.map(({ token_id, file, animation_file, ...work }) => ({
    ...work,
    token_id: token_id ?? 0,
    image: file?.slice(0, 64) ?? null,
    animation: animation_file?.slice(0, 64) ?? null,
  }))
  return `0x${hashSetManifest(writeSetManifest(lines))}`
}
