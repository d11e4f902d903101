import type { DeployableNetwork } from '../deployment-props.ts'

export type RehearsalProps = {
  contractId: string
  network: DeployableNetwork
  /** Nothing is missing, so that the draft can be deployed. */
  isComplete: boolean
}
