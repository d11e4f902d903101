import type { Network } from '@platemark/api/config'
import type { Deployment } from '@platemark/api/deployments'
import type { DeploymentShown } from '@platemark/mint/deployment-context'
import {
  createDeploymentSession,
  type DeploymentSession,
} from '@platemark/mint/deployment-session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { useSession } from '../../../lib/session.ts'
import { requireProvider, walletConfig } from '../../../lib/wagmi.ts'
import { deploymentQuery, prepare, readDeployment, report } from './deployment-calls.ts'

const nothing: DeploymentShown = {
  ...{ attempt: null, prepared: null, fault: null, created: null },
  isUnanswered: false,
}

type Needs = {
  draftId: string
  /** Version of the draft: the answer is read again when it changes. */
  version: string
  /** The creator, who alone can deploy the draft. */
  account: Address
  network: Network & { contracts: NonNullable<Network['contracts']> }
}

/** Reads how far the deployment of a draft is, and deploys it. */
export function useDeployment({ draftId, version, account, network }: Needs) {
  const [shown, setShown] = useState(nothing)
  const session = useRef<DeploymentSession>(null)
  const queries = useQueryClient()
  const read = useServerDeployment(draftId, version)
  const { wallet } = useSession()
  const wagmi = walletConfig(useAppConfig())
  const connector = useRef<string>(undefined)
  connector.current = wallet?.connector

  const { id: chainId, is_demo, confirmations } = network
  const factory = network.contracts.factory as Address
  useEffect(() => {
    const opened = createDeploymentSession({
      ...{ draftId, account, chainId, factory },
      rpc: createChainRpc(wagmi.getClient({ chainId })),
      blockTag: is_demo ? 'pending' : 'latest',
      depth: confirmations,
      prepare: () => prepare(draftId),
      read: () => readDeployment(draftId),
      report: (hash) => report(draftId, hash),
      signer: () => requireProvider(wagmi, connector.current ?? ''),
      show: (changes) => setShown((old) => ({ ...old, ...changes })),
      onChanged: () => void queries.invalidateQueries(deploymentQuery(draftId)),
    })
    session.current = opened
    // A frozen tab misses the events of other tabs.
    const look = () => void opened.recover()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      opened.end()
      setShown(nothing)
    }
  }, [draftId, account, chainId, factory, is_demo, confirmations, wagmi, queries])
  return {
    ...{ shown, read },
    deploy: () => session.current?.deploy(),
    stopWaiting: () => session.current?.stopWaiting(),
  }
}

/** Milliseconds between reads of the server, by the state it answered last. */
const intervals = { open: 30_000, pending: 10_000, expired: 5_000, created: 1_500 }

function useServerDeployment(draftId: string, version: string) {
  const query = useQuery({
    ...deploymentQuery(draftId),
    staleTime: 0,
    refetchInterval: ({ state }) => intervalFor(state.data?.data),
  })
  const { refetch } = query
  const known = useRef(version)
  useEffect(() => {
    if (known.current === version) return
    known.current = version
    void refetch()
  }, [version, refetch])
  return query
}

function intervalFor(known: Deployment | undefined): number | false {
  if (known?.state === 'indexed') return false
  return known ? intervals[known.state] : 10_000
}
