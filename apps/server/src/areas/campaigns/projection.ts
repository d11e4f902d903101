import type { Projection } from '../../indexer/projection.ts'
import { revertCredits } from './queries/cursors.ts'

/**
 * Adds campaigns to a projection: a reorganisation takes credits back in the transaction that
 * reverts the rows they rest on. New rows are credited by a job.
 */
export function withCampaigns(base: Projection): Projection {
  return {
    ...base,
    async revert(transaction, chain, blockNumber, now) {
      await revertCredits(transaction, chain.id, blockNumber)
      await base.revert(transaction, chain, blockNumber, now)
    },
  }
}
