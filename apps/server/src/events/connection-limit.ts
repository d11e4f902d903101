import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../http/app-context.ts'

const RETRY_AFTER_SECONDS = 30

/** Creates a limit on open streams, overall and per client. */
export function createConnectionLimit(limits: AppContext['configuration']['limits']) {
  const taken = new Map<string, number>()
  let count = 0
  return {
    count: () => count,
    /**
     * Reserves a connection and returns its release function. Throws `too_many_requests`
     * and `busy`.
     */
    acquire(client: string): () => void {
      const own = taken.get(client) ?? 0
      const retryAfter = RETRY_AFTER_SECONDS
      if (own >= limits.live_per_client) {
        const sentence = `This site is open in ${own} tabs already. Close one of them.`
        throw new Problem('too_many_requests', sentence, { retryAfter })
      }
      if (count >= limits.live_connections) {
        throw new Problem('busy', undefined, { retryAfter })
      }
      count += 1
      taken.set(client, own + 1)
      return () => {
        count -= 1
        const left = (taken.get(client) ?? 1) - 1
        if (left > 0) taken.set(client, left)
        else taken.delete(client)
      }
    },
  }
}
