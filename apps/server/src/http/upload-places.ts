import { Problem } from '@platemark/api/problem'
import type { Configuration } from '../configuration/configuration.ts'

/** Sender of an upload: user id, if signed in, and rate-limit key of the network. */
export type Sender = { user?: string; client: string }

/** Runs `work`, which holds an upload of `sender` of at most `bytes` in memory. */
export type UploadPlaces = <T>(
  sender: Sender,
  bytes: number,
  work: () => Promise<T>,
) => Promise<T>

const RETRY_AFTER_SECONDS = 5

/**
 * Creates the places of uploads in memory. A place is taken before the body is read and
 * given back when `work` settles; `connections.ts` bounds how long a body takes. Every
 * call with a body above `json_bytes` takes one. Throws `too_many_requests` at the limits
 * of the user and of the network, so that one network never takes all places, and `busy`
 * at the overall limits of uploads and of their bytes; one upload is always admitted.
 */
export function createUploadPlaces(limits: Configuration['limits']): UploadPlaces {
  const taken = new Map<string, number>()
  let count = 0
  let held = 0
  const add = (key: string, more: number) => {
    const next = (taken.get(key) ?? 0) + more
    if (next > 0) taken.set(key, next)
    else taken.delete(key)
  }
  return async ({ user, client }, bytes, work) => {
    const keys = [`client ${client}`, ...(user === undefined ? [] : [`user ${user}`])]
    const [ofClient = 0, ofUser = 0] = keys.map((key) => taken.get(key) ?? 0)
    const retryAfter = RETRY_AFTER_SECONDS
    if (ofUser >= limits.uploads_open_per_user) {
      const sentence = 'Wait until your other files are uploaded.'
      throw new Problem('too_many_requests', sentence, { retryAfter })
    }
    if (ofClient >= limits.uploads_open_per_client) {
      const sentence = 'Your network is uploading many files. Try again shortly.'
      throw new Problem('too_many_requests', sentence, { retryAfter })
    }
    const isFull = count > 0 && held + bytes > limits.upload_bytes_open
    if (isFull || count >= limits.uploads_open) {
      const sentence = 'Many files are being uploaded. Try again shortly.'
      throw new Problem('busy', sentence, { retryAfter })
    }
    count += 1
    held += bytes
    for (const key of keys) add(key, 1)
    try {
      return await work()
    } finally {
      count -= 1
      held -= bytes
      for (const key of keys) add(key, -1)
    }
  }
}
