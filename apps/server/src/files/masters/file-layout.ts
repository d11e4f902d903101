import { Problem } from '@platemark/api/problem'
import type { Edit } from './file-source.ts'

/** Formats of a work, by content. */
export type MasterFormat =
  | 'png'
  | 'apng'
  | 'jpeg'
  | 'webp'
  | 'gif'
  | 'avif'
  | 'mp4'
  | 'webm'

/** Personal data that a file can carry: where it was taken, and with which camera and how. */
export type Find = 'location' | 'camera'

/** A block of metadata in a file. */
export type MetadataPart = {
  kind: 'exif' | 'xmp' | 'iptc' | 'location' | 'camera'
  /** Content without what the format wraps it in. */
  data: Buffer
  /** Returns the edits that put `data` in its place, or remove the block. */
  replace(data: Buffer | undefined): Edit[]
}

/** Structure of a file, as its own headers describe it. */
export type FileLayout = {
  format: MasterFormat
  /** Position behind the last byte that belongs to the format. */
  end: number
  metadata: MetadataPart[]
  /** Kind of the bytes behind `end`, which the master does not have. */
  tail?: 'padding' | 'film' | 'camera trailer' | undefined
  /** Sides and duration where the decoder of pictures does not read the format. */
  video?: { width: number; height: number; seconds?: number | undefined }
  /** Finds in formats of which no metadata is removed. */
  finds?: Find[]
  /** Adds the edits that follow from others, such as a total of bytes. */
  complete?: (edits: Edit[]) => Promise<Edit[]>
}

const names: Record<MasterFormat, string> = {
  ...{ png: 'PNG', apng: 'PNG', jpeg: 'JPEG', webp: 'WebP', gif: 'GIF', avif: 'AVIF' },
  ...{ mp4: 'MP4', webm: 'WebM' },
}

/** Returns the problem of a file whose end is missing. */
export function brokenOff(format: MasterFormat): Problem {
  const sentence = `This ${names[format]} is incomplete: its end is missing. Export or download it again.`
  return new Problem('unsupported_media', sentence)
}

/** Returns the problem of a file that is damaged at position `at`, where that is known. */
export function damaged(format: MasterFormat, at?: number, cause?: unknown): Problem {
  const place = at === undefined ? '' : ` at byte ${at.toLocaleString('en')}`
  const sentence = `This ${names[format]} is damaged${place}. Export it again and use that file.`
  return new Problem('unsupported_media', sentence, { cause })
}

/** Returns the problem of bytes behind the end of a picture or video. */
export function foreignTail(format: MasterFormat, bytes: number): Problem {
  const count = `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`
  const sentence = `This ${names[format]} has ${count} after its end that are not part of it. Export it again and use that file.`
  return new Problem('unsupported_media', sentence)
}
