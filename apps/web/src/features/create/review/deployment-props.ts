import type { Network } from '@platemark/api/config'
import type { Deployment } from '@platemark/api/deployments'
import type { Draft } from '@platemark/api/studio'
import type { DeploymentShown } from '@platemark/mint/deployment-context'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Address } from 'viem'

export type DeployableNetwork = Network & {
  contracts: NonNullable<Network['contracts']>
}

/** How far a deployment is, here and on the server, and what moves it on. */
export type DeploymentState = {
  shown: DeploymentShown
  read: UseQueryResult<{ data: Deployment }>
  deploy(): Promise<void>
  stopWaiting(): void
}

/** Props that the parts of the review share. */
export type DeploymentProps = {
  draft: Draft
  network: DeployableNetwork
  /** The wallet that can deploy the draft. */
  creator: Address
  deployment: DeploymentState
}
