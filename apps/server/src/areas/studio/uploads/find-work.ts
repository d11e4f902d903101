import { sentences } from '@platemark/works/messages'
import { pairWork } from '@platemark/works/pair-work'
import type { AppContext } from '../../../http/app-context.ts'
import { listMasters } from '../queries/masters.ts'
import type { UploadRow } from '../queries/uploads.ts'
import type { CollectedFiles } from './collect-files.ts'
import { UploadRefusedError } from './upload-refused.ts'

/**
 * Finds the stored files of a work that all tokens show: its image, and its video if there is
 * one. Throws `UploadRefusedError` for a file that was refused and for other files.
 */
export async function findWork(
  { database }: AppContext,
  { user_id }: UploadRow,
  { files, refused }: Pick<CollectedFiles, 'files' | 'refused'>,
): Promise<{ image_file: string; animation_file: string | null }> {
  for (const [path, sentence] of refused) {
    throw new UploadRefusedError(`${path}: ${sentence}`)
  }
  const work = pairWork(files)
  if (typeof work === 'string') throw new UploadRefusedError(work)
  const { image, animation } = work
  const hashes = [image, animation].flatMap((file) => file?.sha256 ?? [])
  const masters = await listMasters(database, user_id, hashes)
  const names = new Map(masters.map((one) => [one.uploaded_sha256, one.name]))
  const image_file = names.get(image.sha256)
  const animation_file = animation ? names.get(animation.sha256) : null
  // Files that systems add, such as `._a.png`, are not read.
  if (image_file === undefined || animation_file === undefined) {
    throw new UploadRefusedError(sentences.oneWork)
  }
  return { image_file, animation_file }
}
