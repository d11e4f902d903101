import { Problem } from '@platemark/api/problem'
import {
  describeUndecodable,
  detectPictureFormat,
  detectVideoFormat,
  isAnimatedPicture,
  workFormats,
} from '@platemark/rules/picture-file'
import { describeRefusedFile } from '@platemark/rules/refused-file'
import type { Metadata } from 'sharp'
import { withReadableBrand } from '../decode-picture.ts'
import { findPersonalData } from './clean.ts'
import { checkPicture, decodeInTurn } from './decode-master.ts'
import { cleanExif, exifBlock } from './exif.ts'
import type { FileLayout, Find, MasterFormat } from './file-layout.ts'
import { type ByteReader, type Edit, type FileSource, withReader } from './file-source.ts'
import { readGif } from './gif.ts'
import { readAvif, readMp4 } from './iso-media.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebm } from './webm.ts'
import { readWebp } from './webp.ts'
import { cleanXmp } from './xmp.ts'

/** Limits of a work. */
export type MasterLimits = {
  bytes: number
  /** Pixels of a picture; of an animation those of each frame. */
  pixels: number
}

/** Facts of a work, by its content. */
export type MasterFacts = {
  format: MasterFormat
  mime: string
  /** Sides in pixels as shown, after a rotation that the file declares. */
  width: number
  height: number
  is_animated: boolean
  /** Duration of a film or animation that declares one. */
  seconds?: number
  /** Personal data in the file. */
  finds: Find[]
}

/** Facts of a file, and the edits that remove its personal data. */
export type Inspection = {
  facts: MasterFacts
  layout: FileLayout
  /** Bytes of the file. */
  size: number
  edits: Edit[]
}

type DetectedFormat = Exclude<MasterFormat, 'apng'>

/** Every reader of PNG shows the first frame of an APNG, so it has that type. */
const types: Record<MasterFormat, string> = {
  ...{ png: 'image/png', apng: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' },
  ...{ gif: 'image/gif', avif: 'image/avif', mp4: 'video/mp4', webm: 'video/webm' },
}

const readers: Record<DetectedFormat, (reader: ByteReader) => Promise<FileLayout>> = {
  ...{ png: readPng, jpeg: readJpeg, webp: readWebp, gif: readGif, avif: readAvif },
  ...{ mp4: readMp4, webm: readWebm },
}

/**
 * Reads the whole structure of a work, and decodes the pixels of a picture once. Throws as
 * `inspectMaster`.
 */
export function inspectFile(
  source: FileSource,
  limits: MasterLimits,
): Promise<Inspection> {
  return withReader(source, async (reader) => {
    const { size } = reader
    if (size > limits.bytes) {
      const sentence = `Use a file of at most ${Math.floor(limits.bytes / 2 ** 20)} MB.`
      throw new Problem('file_too_large', sentence)
    }
    const layout = await readers[await detectFormat(reader)](reader)
    const cleaning = await findPersonalData(layout)
    const facts = layout.video
      ? describeVideo(layout.format, layout.video, cleaning.finds)
      : await describePicture(source, reader, layout, { limits, ...cleaning })
    return { facts, layout, size, edits: cleaning.edits }
  })
}

async function detectFormat(reader: ByteReader): Promise<DetectedFormat> {
  const start = await reader.read(0, 4096)
  const unfit = describeUndecodable(start)
  const format = detectPictureFormat(start) ?? detectVideoFormat(start)
  if (format && unfit === undefined) return format
  const sentence = unfit ?? describeRefusedFile(start) ?? `Use a ${workFormats}.`
  throw new Problem('unsupported_media', sentence)
}

function describeVideo(
  format: MasterFormat,
  { width, height, seconds }: NonNullable<FileLayout['video']>,
  finds: Find[],
): MasterFacts {
  const duration = seconds === undefined ? {} : { seconds }
  const mime = types[format]
  return { format, mime, width, height, is_animated: true, ...duration, finds }
}

async function describePicture(
  source: FileSource,
  reader: ByteReader,
  { format }: FileLayout,
  { limits, finds }: { limits: MasterLimits; finds: Find[] },
): Promise<MasterFacts> {
  const isSequence = format === 'avif' && isAnimatedPicture(await reader.read(0, 4096))
  // The decoder reads an AVIF sequence only under the brand of a picture.
  const decodable = isSequence
    ? withReadableBrand(await reader.read(0, reader.size))
    : source
  const picture = await decodeInTurn(() => checkPicture(decodable, format, limits.pixels))
  const { width, height, frames, seconds, metadata } = picture
  return {
    ...{ format, mime: types[format], width, height },
    is_animated: format === 'apng' || isSequence || frames > 1,
    ...(seconds === undefined ? {} : { seconds }),
    finds: format === 'avif' ? findInAvif(metadata) : finds,
  }
}

function findInAvif({ exif, xmp }: Metadata): Find[] {
  const found = [
    ...(exif ? cleanExif(exifBlock(exif)).finds : []),
    ...(xmp ? cleanXmp(xmp).finds : []),
  ]
  return (['location', 'camera'] as const).filter((find) => found.includes(find))
}
