import type { PicturedDraft } from '@platemark/api/studio'
import { updateCover, updateImage } from '@platemark/api/studio-operations'
import { call } from '../../lib/api.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'

/** The two pictures of a draft or collection. */
export type PictureKind = 'image' | 'cover'

/** A picture to change, and the version that it changes; undefined: any. */
type PicturePlace = { kind: PictureKind; ifUpdatedAt?: string | undefined }

export type SendOptions = {
  /** Gets how much of it was sent, in percent. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Sends a picture of a draft or collection. Rejects with a `Problem`. */
export function sendPicture(
  id: string,
  { kind, ifUpdatedAt }: PicturePlace,
  picture: Blob,
  { onProgress, signal }: SendOptions,
): Promise<PicturedDraft> {
  const params = { contract_id: id }
  const body = versionOf(ifUpdatedAt)
  const options = { signal, via: sendWithProgress(onProgress) }
  return kind === 'image'
    ? call(updateImage, { params, body, files: { image: picture } }, options)
    : call(updateCover, { params, body, files: { cover: picture } }, options)
}

/** Removes a picture of a draft or collection. Rejects with a `Problem`. */
export function sendPictureRemoval(
  id: string,
  { kind, ifUpdatedAt }: PicturePlace,
): Promise<PicturedDraft> {
  const params = { contract_id: id }
  const body = { remove: '1' as const, ...versionOf(ifUpdatedAt) }
  return call(kind === 'image' ? updateImage : updateCover, { params, body })
}

function versionOf(ifUpdatedAt: string | undefined): { if_updated_at?: string } {
  return ifUpdatedAt === undefined ? {} : { if_updated_at: ifUpdatedAt }
}
