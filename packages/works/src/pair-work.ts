import { sentences } from './messages.ts'
import { baseName, classifyFile } from './set-files.ts'
import type { WorkFile } from './work-types.ts'

/** Files of a work that every token shows. */
export type PairedWork<File> = { image: File; animation: File | null }

/**
 * Returns the image of a single work, or its video with the image that is the poster, whatever
 * their names; a sentence with what to do where the files are no such work.
 */
export function pairWork<File extends Pick<WorkFile, 'path' | 'format'>>(
  files: readonly File[],
): PairedWork<File> | string {
  const byKind = (kind: 'picture' | 'video') =>
    files.filter(({ path, format }) => classifyFile(path, format) === kind)
  const [image, ...otherImages] = byKind('picture')
  const [video, ...otherVideos] = byKind('video')
  if (video && !image && files.length === 1) {
    return `${sentences.missingPoster(baseName(video.path))}.`
  }
  const isWork = image && otherImages.length + otherVideos.length === 0
  if (!isWork || files.length > (video ? 2 : 1)) return sentences.oneWork
  return { image, animation: video ?? null }
}
