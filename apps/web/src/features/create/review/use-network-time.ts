import { useNow } from '../../../lib/clock.ts'
import { toUnix } from './deployment-calls.ts'
import type { DeploymentState } from './deployment-props.ts'

type Read = Pick<DeploymentState['read'], 'data' | 'dataUpdatedAt'>

/**
 * Returns the network's time in unix seconds, which goes on since the server read it; this
 * device's while it is unknown.
 */
export function useNetworkTime({ data, dataUpdatedAt }: Read): number {
  const now = useNow() ?? Date.now()
  if (!data) return Math.floor(now / 1000)
  const sinceMs = Math.max(0, Date.now() - dataUpdatedAt)
  return toUnix(data.data.chain_time) + Math.floor(sinceMs / 1000)
}
