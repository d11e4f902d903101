import { pictureFormats, workFormats } from '@platemark/rules/picture-file'

/** Types of pictures that are accepted, for a sentence. */
export const draftPictureKinds = `${pictureFormats}, up to 20 MB.`

/** Types of a work, for a sentence. */
export const workKinds = `${workFormats}, up to 100 MB. A video needs a poster.`

/** Writes a size in bytes: `4.1 MB`. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 0.1 ? 'under 0.1 MB' : `${megabytes.toFixed(1)} MB`
}
