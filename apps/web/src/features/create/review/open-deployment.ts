import type { DeploymentOptions } from '@platemark/mint/deployment-context'
import {
  createDeploymentSession,
  type DeploymentSession,
} from '@platemark/mint/deployment-session'
import type { Address } from 'viem'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { requireProvider, type walletConfig } from '../../../lib/wagmi.ts'
import { decline, prepare, readDeployment, report } from './deployment-calls.ts'
import type { DeployableNetwork } from './deployment-props.ts'

type Needs = Pick<DeploymentOptions, 'draftId' | 'account' | 'show' | 'onChanged'> & {
  network: DeployableNetwork
  wagmi: ReturnType<typeof walletConfig>
  /** Returns the connector of the connected wallet. */
  connector(): string | undefined
}

/** Begins the session that deploys a draft and follows its deployment. */
export function openDeployment({
  network,
  wagmi,
  connector,
  ...options
}: Needs): DeploymentSession {
  const { id: chainId, is_demo, confirmations, contracts } = network
  const { draftId } = options
  return createDeploymentSession({
    ...options,
    chainId,
    // Safe: the API contract defines it as an address.
    factory: contracts.factory as Address,
    rpc: createChainRpc(wagmi.getClient({ chainId })),
    blockTag: is_demo ? 'pending' : 'latest',
    depth: confirmations,
    prepare: () => prepare(draftId),
    read: () => readDeployment(draftId),
    report: (hash) => report(draftId, hash),
    decline: (collection) => decline(draftId, collection),
    signer: () => requireProvider(wagmi, connector() ?? ''),
  })
}
