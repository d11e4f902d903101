import type { Projection } from '../../indexer/projection.ts'
import { revertMarks } from './queries/revert-marks.ts'

/**
 * Adds achievements to a projection: facts of accounts go with the blocks they are of. They are
 * collected by a job, from confirmed blocks.
 */
export function withAchievements(base: Projection): Projection {
  return {
    ...base,
    async revert(transaction, chain, blockNumber, now) {
      await revertMarks(transaction, chain.id, blockNumber)
      await base.revert(transaction, chain, blockNumber, now)
    },
  }
}
