import { every } from '../../../every.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { checkNextUpload } from './check-upload.ts'

const SECOND = 1000

/**
 * Starts the job that reads complete uploads, one at a time. The returned function stops it
 * after the file that it reads, and another process or the next start goes on.
 */
export function startUploadJobs(context: AppContext): () => Promise<void> {
  const ending = new AbortController()
  const stop = every(SECOND, async () => {
    try {
      while (await checkNextUpload(context, ending.signal));
    } catch (error) {
      // Not ended: it is claimed again after a while.
      if (!ending.signal.aborted) context.log.error({ err: error }, 'upload check failed')
    }
  })
  return async () => {
    ending.abort()
    await stop()
  }
}
