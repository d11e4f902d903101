import { Problem } from '@platemark/api/problem'
import type { UploadState } from '@platemark/api/uploads'

type FollowOptions = {
  /** Reads the present state of the upload. */
  read(): Promise<UploadState>
  /** Called with each state before the last one. */
  onState(state: UploadState): void
  signal: AbortSignal
  /** Milliseconds between two readings. */
  pollMs?: number
}

/**
 * Waits until the server has read the files of an upload, and returns its last state: `receiving`
 * again where bytes that arrived were not those of the files. Rejects with the reason of the
 * signal, or a `Problem`.
 */
export async function followUpload(
  sent: UploadState,
  { read, onState, signal, pollMs = 1000 }: FollowOptions,
): Promise<UploadState> {
  let latest = sent
  while (latest.state === 'checking') {
    onState(latest)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    signal.throwIfAborted()
    latest = await read().catch((error: unknown) => {
      // A lost connection takes nothing from what the server does.
      if (error instanceof Problem && error.status < 500) throw error
      return latest
    })
  }
  return latest
}
