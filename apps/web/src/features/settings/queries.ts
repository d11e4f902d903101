import {
  endAllSessions,
  endSession,
  listSessions,
  updateAvatar,
  updateUser,
} from '@platemark/api/operations'
import { call } from '../../lib/api.ts'
import { apiQuery } from '../../lib/query.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'

export const openSessions = () => apiQuery(listSessions, {})

export const saveProfile = (changes: Record<string, string>) =>
  call(updateUser, { body: changes })

type Upload = {
  picture: Blob
  onProgress: (percent: number) => void
  signal: AbortSignal
}

export const uploadPicture = ({ picture, onProgress, signal }: Upload) =>
  call(
    updateAvatar,
    { body: {}, files: { avatar: picture } },
    { signal, via: sendWithProgress(onProgress) },
  )

export const removePicture = () => call(updateAvatar, { body: { remove: '1' } })

export const endOneSession = (id: string) => call(endSession, { params: { id } })

export const endEverySession = () => call(endAllSessions, {})
