import type { PictureNotes } from '@platemark/api/fields'
import type { DraftFields } from '@platemark/api/studio'
import { type StoredPicture, storeImage } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { consumeUploadLimit } from '../../http/rate-limits.ts'

/**
 * Stores an uploaded picture, with its camera data if the draft keeps it, and consumes the
 * upload limit; returns its public name and notes, or undefined for none. Throws as `consumeUploadLimit` and `storeImage`.
 */
export async function storeUpload(
  context: AppContext,
  userId: string,
  bytes: Uint8Array | undefined,
  { keeps_camera_data }: Pick<DraftFields, 'keeps_camera_data'>,
): Promise<StoredPicture | undefined> {
  if (!bytes) return undefined
  await consumeUploadLimit(context, userId)
  const { files, configuration } = context
  const options = { keepsCameraData: keeps_camera_data }
  return storeImage(files, bytes, configuration.limits, options)
}

/** Returns the notes of the stored pictures, keyed by the name of the file. */
export function collectNotes(
  stored: Record<string, StoredPicture | undefined>,
): PictureNotes {
  const notes = Object.entries(stored).map(([name, file]) => [name, file?.notes ?? []])
  return Object.fromEntries(notes.filter(([, sentences]) => sentences?.length))
}
