import { storeImage } from '../../files/images.ts'
import type { Resources } from '../../http/app-context.ts'
import { countUpload } from '../../http/rate-limits.ts'

/**
 * Keeps a picture that a user uploads, and counts it; answers its name, or null for none. It is
 * public from then on, by its hash. Throws what `countUpload` and `storeImage` throw.
 */
export async function storeUpload(
  resources: Resources,
  userId: string,
  bytes: Uint8Array | undefined,
): Promise<string | null> {
  if (!bytes) return null
  await countUpload(resources, userId)
  const { files, configuration } = resources
  return storeImage(files, bytes, configuration.limits)
}
