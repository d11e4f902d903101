import type { Deployment } from '@platemark/api/deployments'
import type { DeploymentShown } from '@platemark/mint/deployment-context'
import type { DeploymentSession } from '@platemark/mint/deployment-session'
import { deploymentTabs } from '@platemark/mint/deployment-tabs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { useSession } from '../../../lib/session.ts'
import { usePart } from '../../../lib/use-part.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import { deploymentQuery } from './deployment-calls.ts'
import type { DeployableNetwork, DeploymentState } from './deployment-props.ts'

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
  network: DeployableNetwork
}

/**
 * Reads how far the deployment of a draft is, and deploys it. What shows and follows it is loaded
 * once there is something to follow, or to send.
 */
export function useDeployment({ draftId, version, account, network }: Needs) {
  const [shown, setShown] = useState(nothing)
  const queries = useQueryClient()
  const read = useServerDeployment(draftId, version)
  const { wallet } = useSession()
  const wagmi = walletConfig(useAppConfig())
  const [isCalled, setCalled] = useState(false)
  // An answer that is missing may hide a deployment that this browser knows.
  const hasBegun = read.isError || (read.data && read.data.data.state !== 'open')
  const { part, error, load, retry } = usePart(loadPart, isCalled || hasBegun === true)

  const latest = useRef({ wallet, refetch: read.refetch })
  latest.current = { wallet, refetch: read.refetch }
  const session = useRef<DeploymentSession>(null)
  const open = ({ openDeployment }: DeploymentPart): DeploymentSession => {
    session.current ??= openDeployment({
      ...{ draftId, account, network, wagmi },
      connector: () => latest.current.wallet?.connector,
      show: (changes) => setShown((old) => ({ ...old, ...changes })),
      onChanged: () => void queries.invalidateQueries(deploymentQuery(draftId)),
    })
    return session.current
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once.
  useEffect(() => {
    if (part) open(part)
  }, [part])
  useEffect(() => {
    // Another tab of this browser deploys the draft.
    const stop = deploymentTabs.subscribe(draftId, () => setCalled(true))
    // A frozen tab misses the events of other tabs.
    const look = () =>
      void (session.current ? session.current.recover() : latest.current.refetch())
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      session.current?.end()
      session.current = null
    }
  }, [draftId])
  const state: DeploymentState = {
    ...{ shown, read },
    async deploy() {
      const loaded = await load().catch(() => undefined)
      if (loaded) await open(loaded).deploy()
    },
    stopWaiting: () => session.current?.stopWaiting(),
  }
  return { state, part, error, reload: retry }
}

type DeploymentPart = Awaited<ReturnType<typeof loadPart>>

async function loadPart() {
  const [
    { openDeployment },
    { DeploymentPanel },
    { UnsentDeployment },
    { DeployedCard },
  ] = await Promise.all([
    import('./open-deployment.ts'),
    import('./deployment-panel.tsx'),
    import('./deployment-fault.tsx'),
    import('./deployed-card.tsx'),
  ])
  return { openDeployment, DeploymentPanel, UnsentDeployment, DeployedCard }
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
