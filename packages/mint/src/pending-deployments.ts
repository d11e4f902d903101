import type { Address } from 'viem'
import { DEPLOYMENTS_NAME, deploymentTabs } from './deployment-tabs.ts'
import { createPendingRequestStore, type PendingRequest } from './pending-requests.ts'

/** A deployment that this browser requested; `contract` is the factory. */
export type PendingDeployment = PendingRequest & {
  draftId: string
  /** Address of the collection that it creates. */
  collection: Address
  /** Last second, by the chain's time, in which it can be mined. */
  deadline: number
}

/** The deployments that this browser requested, by the id of their draft. */
export const pendingDeployments = createPendingRequestStore<PendingDeployment>({
  database: 'platemark deployments',
  name: DEPLOYMENTS_NAME,
  channel: deploymentTabs,
  keyOf: ({ draftId }) => draftId,
})
