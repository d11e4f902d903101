import { storeImage } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { consumeUploadLimit } from '../../http/rate-limits.ts'

/**
 * Stores an uploaded picture and consumes the upload limit; returns its public name, or
 * null for none. Throws as `consumeUploadLimit` and `storeImage`.
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
