import { Problem } from '@platemark/api/problem'
import type { UploadState } from '@platemark/api/uploads'
import { readUpload } from './upload-queries.ts'

/** Between two looks at what the server has read. */
const POLL_MS = 1000

/**
 * Waits until the server has read the files of an upload, and returns its last state.
 * `onState` gets each state before that. Rejects with the reason of the signal or a `Problem`.
 */
export async function followUpload(
  contract_id: string,
  sent: UploadState,
  { signal, onState }: { signal: AbortSignal; onState(state: UploadState): void },
): Promise<UploadState> {
  const key = { contract_id, upload_id: sent.upload_id }
  let latest = sent
  while (latest.state === 'checking' || latest.state === 'receiving') {
    onState(latest)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
    latest = await readUpload(key, signal).catch((error: unknown) => {
      // A lost connection takes nothing from what the server does.
      if (error instanceof Problem && error.status < 500) throw error
      return latest
    })
  }
  return latest
}
