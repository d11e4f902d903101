import { describeStayingData } from '@platemark/rules/picture-file'
import { sentences } from '@platemark/works/messages'
import { pairWork } from '@platemark/works/pair-work'
import type { CollectedFiles } from './collect-files.ts'
import { UploadRefusedError } from './upload-refused.ts'

/**
 * Finds the stored files of a work that all tokens show: its image, its video if there is one,
 * and what was removed of them or kept in them. Throws `UploadRefusedError` for a file that was refused, for other files, and for camera
 * data that is not kept and cannot be removed.
 */
export function findWork({ files, refused, notes }: CollectedFiles): {
  page: { image_file: string; animation_file: string | null }
  notes: string[]
} {
  for (const [path, sentence] of refused) {
    throw new UploadRefusedError(`${path}: ${sentence}`)
  }
  const work = pairWork(files)
  if (typeof work === 'string') throw new UploadRefusedError(work)
  for (const { path, camera_data } of files) {
    if (camera_data?.state !== 'stays') continue
    const sentence = `${path}: ${describeStayingData(camera_data.finds)}`
    throw new UploadRefusedError(sentence, { canKeep: true })
  }
  const { image, animation } = work
  const image_file = image.master
  const animation_file = animation ? animation.master : null
  // Files that systems add, such as `._a.png`, are not read.
  if (image_file === undefined || animation_file === undefined) {
    throw new UploadRefusedError(sentences.oneWork)
  }
  const paths = [image, animation].flatMap((file) => file?.path ?? [])
  return {
    page: { image_file, animation_file },
    notes: paths.flatMap((path) =>
      (notes.get(path) ?? []).map((note) => (animation ? `${path}: ${note}` : note)),
    ),
  }
}
