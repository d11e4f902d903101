import type { Picture } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { avatarSides } from '@platemark/api/profile-fields'
import {
  describeStayingData,
  describeUndecodable,
  detectPictureFormat,
  detectVideoFormat,
  isAnimatedPicture,
  pictureFormats,
  pictureNotes,
} from '@platemark/rules/picture-file'
import { describeRefusedFile } from '@platemark/rules/refused-file'
import { createBoundedQueue } from '../bounded-queue.ts'
import {
  type DecodedPicture,
  decodePicture,
  readSides,
  type Sides,
} from './decode-picture.ts'
import type { FileStore } from './file-store.ts'
import { type CameraDataOptions, storeMaster } from './masters.ts'
import { findView, viewName } from './views.ts'

/** Returns the message for a file that is too large or no picture. */
export function pictureRequirement(bytes: number): string {
  return `Use a ${pictureFormats} up to ${bytes / 2 ** 20} MB.`
}

/** Name of a stored picture, and what was not kept of the upload, a sentence each. */
export type StoredPicture = { name: string; notes: string[] }

/** Limits of an upload: bytes received, pixels decoded. */
type ImageLimits = { image_bytes: number; image_pixels: number }

/** Widths of the views on cards and on the page of a collection. */
const FIRST_VIEWS = [384, 768] as const

const filmRefusal = 'This is a video. Use an image here. Videos can be works of a set.'

/** Side of a stored avatar. */
const AVATAR_SIDE = 512

const QUALITY = 82

/**
 * Decoding is the most expensive work a stranger can cause: two at a time, some wait, and
 * more are `busy`.
 */
const MAX_CONCURRENT = 2
const MAX_PENDING = 40

/**
 * Stores the picture or cover of a collection as its creator made it, with the views that
 * the first page needs, and returns its name and notes. Throws as `storeMaster`, and
 * `unsupported_media` for a film, and for camera data that is not kept and cannot be removed.
 */
export async function storeImage(
  files: FileStore,
  bytes: Uint8Array,
  { image_bytes, image_pixels }: ImageLimits,
  options: CameraDataOptions = {},
): Promise<StoredPicture> {
  if (bytes.length > image_bytes) throw new Problem('file_too_large')
  if (!detectPictureFormat(bytes)) {
    const reason = detectVideoFormat(bytes) ? filmRefusal : describeRefusedFile(bytes)
    throw new Problem('unsupported_media', describeUndecodable(bytes) ?? reason)
  }
  const limits = { bytes: image_bytes, pixels: image_pixels }
  const stored = await storeMaster(files, bytes, limits, options)
  const { name, notes, facts, camera_data } = stored
  // No row names the file, so that it is deleted like those of other refused calls.
  if (camera_data === 'stays' && !options.keepsCameraData) {
    throw new Problem('unsupported_media', describeStayingData(facts.finds))
  }
  for (const width of FIRST_VIEWS) await findView(files, viewName(name, width))
  return { name, notes }
}

/**
 * Stores an avatar as a centred square WebP of 512 px, the first frame of an animation,
 * and returns its name and notes. Throws `file_too_large`, `busy`,
 * `unsupported_media`, and
 * `validation_failed` for sides outside `avatarSides`.
 */
export async function storeAvatar(
  files: FileStore,
  bytes: Uint8Array,
  { avatar_bytes }: { avatar_bytes: number },
): Promise<StoredPicture> {
  const sentence = pictureRequirement(avatar_bytes)
  if (bytes.length > avatar_bytes) throw new Problem('file_too_large', sentence)
  return takeTurn(async () => {
    try {
      checkSides(await readSides(bytes))
      const avatar = await drawAvatar(bytes)
      const name = await files.put(avatar.bytes, 'webp')
      return { name, notes: listNotes(bytes, avatar) }
    } catch (error) {
      const isOfType = error instanceof Problem && error.code === 'unsupported_media'
      if (!isOfType) throw error
      const reason = describeUndecodable(bytes) ?? sentence
      throw new Problem(error.code, reason, { cause: error })
    }
  })
}

/**
 * Returns the URLs of a stored picture, or of the plate that stands in for one.
 * `plateSeed` is `{chain_alias}-{contract_address}`, which needs no URL encoding.
 */
export function pictureUrls(name: string | null, plateSeed: string): Picture {
  if (name === null) {
    const url = `/plates/${plateSeed.toLowerCase()}.svg`
    return { url, small_url: url, medium_url: url, original_url: url, is_plate: true }
  }
  return {
    url: `/files/${viewName(name, 1536)}`,
    small_url: `/files/${viewName(name, 384)}`,
    medium_url: `/files/${viewName(name, 768)}`,
    original_url: `/files/${name}`,
    is_plate: false,
  }
}

/** Returns the address of a stored file; null for none. */
export function fileUrl(name: string | null): string | null {
  return name === null ? null : `/files/${name}`
}

function listNotes(bytes: Uint8Array, { isWhole }: DecodedPicture): string[] {
  return [
    ...(isAnimatedPicture(bytes) ? [pictureNotes.still] : []),
    ...(isWhole ? [] : [pictureNotes.incomplete]),
  ]
}

function checkSides({ width, height }: Sides): void {
  const { least, most } = avatarSides
  if (Math.min(width, height) >= least && Math.max(width, height) <= most) return
  const sentence = `Use a picture of ${least} to ${most.toLocaleString('en')} pixels a side.`
  throw new Problem('validation_failed', undefined, { fields: { avatar: [sentence] } })
}

function drawAvatar(bytes: Uint8Array): Promise<DecodedPicture> {
  return decodePicture(bytes, avatarSides.most ** 2, (picture) =>
    picture
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp({ quality: QUALITY }),
  )
}

// Shared by the process, like the processor.
const takeTurn = createBoundedQueue({
  concurrency: MAX_CONCURRENT,
  maxPending: MAX_PENDING,
})
