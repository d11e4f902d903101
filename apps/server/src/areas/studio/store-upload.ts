import { storeImage } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { consumeUploadLimit } from '../../http/rate-limits.ts'

/**
 * Keeps a picture that a user uploads, and counts it; answers its name, or null for none. It is
 * public from then on, by its hash. Throws what `countUpload` and `storeImage` throw.
 */
export async function storeUpload(
  context: AppContext,
  userId: string,
  bytes: Uint8Array | undefined,
): Promise<string | null> {
  if (!bytes) return null
  await consumeUploadLimit(context, userId)
  const { files, configuration } = context
  return storeImage(files, bytes, configuration.limits)
}
