import { every } from '../../every.ts'
import type { AppContext } from '../../http/app-context.ts'
import { checkRegistry } from './service/check-registry.ts'
import { findHome } from './service/home.ts'
import { reviewClaims } from './service/review-claims.ts'

const REVIEW_MS = 15_000

/**
 * Starts the job that compares reported registrations with the chain every 15 seconds; once, when
 * the chain answers, it also compares the settings with the registry. The returned function stops
 * it.
 */
export function startNameJobs(context: AppContext): () => Promise<void> {
  if (!findHome(context)) return async () => {}
  let isCompared = false
  return every(REVIEW_MS, async () => {
    try {
      await reviewClaims(context)
      if (!isCompared) await checkRegistry(context)
      isCompared = true
    } catch (error) {
      context.log.warn({ err: error }, 'registered names could not be compared')
    }
  })
}
