import type { Network } from '@platemark/api/config'
import type { Draft } from '@platemark/api/studio'
import type { Address } from 'viem'
import type { useDeployment } from './use-deployment.ts'

export type DeployableNetwork = Network & {
  contracts: NonNullable<Network['contracts']>
}

/** Props that the parts of the review share. */
export type DeploymentProps = {
  draft: Draft
  network: DeployableNetwork
  /** The wallet that can deploy the draft. */
  creator: Address
  deployment: ReturnType<typeof useDeployment>
}
