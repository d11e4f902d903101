import { sha256 } from '@noble/hashes/sha2.js'
import { detectPictureFormat, detectVideoFormat } from '@platemark/rules/picture-file'
import { imageSize } from 'image-size'

/** Facts of a file that was read. */
export type FileFacts = {
  sha256: string
  width?: number
  height?: number
  format?: string
}

/** Files that are read at the same time. */
export const PARALLEL_READS = 4

/** Larger files are hashed in slices, so that they never are in memory as a whole. */
const MAX_WHOLE_BYTES = 64 * 2 ** 20
const SLICE_BYTES = 2 ** 20

/** Bytes that show the format of a file. */
const START_BYTES = 4096

/**
 * Hashes a file and reads the sides of a picture from its header. Throws where the file
 * cannot be read any more.
 */
export async function readFacts(file: File): Promise<FileFacts> {
  // Without HTTPS there is no `subtle`.
  if (file.size > MAX_WHOLE_BYTES || !crypto.subtle) {
    const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer())
    return { sha256: await hashSlices(file), ...describeFormat(start) }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  return { sha256: hash, ...describeFormat(bytes), ...readSides(bytes) }
}

/** Returns the SHA-256 of bytes, in lower-case hex. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!crypto.subtle) return toHex(sha256(bytes))
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

async function hashSlices(file: Blob): Promise<string> {
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    // Each slice is a task of its own: the page stays usable.
    const slice = await file.slice(from, from + SLICE_BYTES).arrayBuffer()
    hash.update(new Uint8Array(slice))
  }
  return toHex(hash.digest())
}

function describeFormat(bytes: Uint8Array): { format?: string } {
  const format = detectPictureFormat(bytes) ?? detectVideoFormat(bytes)
  return format ? { format } : {}
}

/** Returns the sides as they are shown, also of a photo that is stored turned. */
function readSides(bytes: Uint8Array): { width?: number; height?: number } {
  if (!detectPictureFormat(bytes)) return {}
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    // A damaged picture is reported by the server, which decodes it.
    return {}
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
