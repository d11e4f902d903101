import type { Address } from 'viem'
import type { ChainSync } from './chain-sync.ts'
import { type LogLimits, newLogLimits, readLogsInParts } from './log-requests.ts'
import type { IndexedLog } from './projection.ts'
import type { CachedLogs, RpcEndpoint, RpcLog } from './rpc/endpoint.ts'

// Target of logs per range. Smaller with the embedded database: parsing a response blocks its
// readers, too.
const GOAL_LOGS = { server: 6000, embedded: 2500 }

const MAX_PAUSE_MS = 500

/** Fetches the logs of all known addresses and of those that the factories create in this range. */
export async function fetchLogs(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  first: number,
  last: number,
  responseCache?: CachedLogs,
): Promise<RpcLog[]> {
  const { chain, factories, watched } = sync.config
  const { projection, metrics } = sync.deps
  const { addresses } = sync.state
  const options = {
    cache: responseCache,
    signal: sync.deps.signal,
    pauseMs: Math.min(sync.config.pollMs, MAX_PAUSE_MS),
    goal: sync.config.isEmbedded ? GOAL_LOGS.embedded : GOAL_LOGS.server,
    onHalved: () => metrics.rpcFailure(chain.alias, endpoint.name, 'refused'),
  }
  const fetch = (of: Address[]) =>
    readLogsInParts(
      endpoint,
      logLimits(sync, endpoint),
      { addresses: of, first, last },
      options,
    )
  const logs = await fetch([...factories, ...watched, ...addresses])
  const creations = logs
    .filter(({ address }) => factories.includes(address))
    .map(withoutTimestamp)
  const children = projection
    .findChildren(chain, creations)
    .filter((child) => !addresses.has(child))
  if (children.length === 0) return logs

  const more = await fetch(children)
  for (const child of children) addresses.add(child)
  return [...logs, ...more].sort(
    (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
  )
}

/** Returns the sizes of log requests to an endpoint. */
export function logLimits({ state }: ChainSync, { name }: { name: string }): LogLimits {
  const limits = state.logLimits.get(name) ?? newLogLimits()
  state.logLimits.set(name, limits)
  return limits
}

// Decoding creations does not depend on the time.
function withoutTimestamp(log: RpcLog): IndexedLog {
  return { ...log, blockTime: log.blockTime ?? NEVER }
}

const NEVER = new Date(0)
