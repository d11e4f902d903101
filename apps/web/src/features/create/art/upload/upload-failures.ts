import { Problem } from '@platemark/api/problem'
import { isOffline } from '../../../../lib/offline.ts'

/** A file that changed after it was chosen, with a sentence. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'

  constructor(path: string) {
    super(
      `${path} can no longer be read. It was changed, moved or deleted. Choose the files again.`,
    )
  }
}

/** Files that the server needs again: what arrived of them is not what they are. */
export class FilesNeededError extends Error {
  override readonly name = 'FilesNeededError'

  constructor() {
    super('The uploaded files differ from those on your device. Choose them again.')
  }
}

/** Returns why a request failed that may succeed later; undefined for a final answer. */
export function describeTemporary(error: unknown): string | undefined {
  if (error instanceof FileChangedError) return undefined
  if (isOffline()) return 'You are offline.'
  // Without an answer of this server.
  if (!(error instanceof Problem)) return 'This site is not responding.'
  const isTemporary = error.status >= 500 || error.code === 'too_many_requests'
  return isTemporary ? error.message : undefined
}

/** Returns why an upload stopped, as a sentence. */
export function describeUploadFailure(error: unknown): string {
  if (error instanceof FileChangedError || error instanceof FilesNeededError)
    return error.message
  if (!(error instanceof Problem)) return 'Something went wrong on this page. Try again.'
  const [field] = Object.values(error.fields ?? {})
  return field?.[0] ?? error.message
}
