import type { PictureNotes } from '@platemark/api/fields'
import { type StoredPicture, storeImage } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { consumeUploadLimit } from '../../http/rate-limits.ts'

/**
 * Stores an uploaded picture and consumes the upload limit; returns its public name
 * and notes, or undefined for none. Throws as `consumeUploadLimit` and `storeImage`.
 */
export async function storeUpload(
  context: AppContext,
  userId: string,
  bytes: Uint8Array | undefined,
): Promise<StoredPicture | undefined> {
  if (!bytes) return undefined
  await consumeUploadLimit(context, userId)
  const { files, configuration } = context
  return storeImage(files, bytes, configuration.limits)
}

/** Returns the notes of the stored pictures, keyed by the name of the file. */
export function collectNotes(
  stored: Record<string, StoredPicture | undefined>,
): PictureNotes {
  const notes = Object.entries(stored).map(([name, file]) => [name, file?.notes ?? []])
  return Object.fromEntries(notes.filter(([, sentences]) => sentences?.length))
}
