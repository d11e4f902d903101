import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Chain } from '../configuration/chains.ts'
import type { IndexerOptions } from './chain-sync.ts'
import { listHeld } from './lease-queries.ts'
import { startLeases } from './leases.ts'
import { type IndexerMetrics, noopMetrics } from './metrics.ts'
import { saveStatus } from './queries.ts'
import type { RpcPool } from './rpc/endpoint.ts'
import { createRpcPool } from './rpc/pool.ts'
import { syncChain } from './sync-chain.ts'

const LEASE_MS = 6000
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/**
 * Syncs every chain that has contracts, each in its own loop, so that a slow or dead one delays no
 * other; processes of one database share the chains by leases. `stop` finishes running batches,
 * releases the leases and resolves.
 */
export function startIndexer(options: IndexerOptions): { stop(): Promise<void> } {
  const { database, log, metrics = noopMetrics, leaseMs = LEASE_MS } = options
  const chains = options.chains.filter((chain) => chain.contracts)
  const id = randomUUID()
  const sync = (chain: Chain, signal: AbortSignal) =>
    syncChain(
      {
        chain,
        factories: chain.contracts?.factories ?? [],
        watched: [chain.contracts?.names?.registry, chain.contracts?.badges].filter(
          (address) => address != null,
        ),
        holder: id,
        isEmbedded: options.isEmbedded !== false,
        pollMs: options.pollMs?.(chain) ?? chain.pollMs,
      },
      {
        ...options,
        metrics,
        signal,
        rpcPool: createChainRpcPool(chain, options, metrics),
      },
    )
  return startLeases({
    database,
    log,
    metrics,
    leaseMs,
    chains,
    isAlone: options.isAlone ?? false,
    holder: { id, name: `${hostname()}:${process.pid}` },
    work: async (chainId, signal) => {
      const chain = chains.find((one) => one.id === chainId)
      if (chain) await sync(chain, signal)
    },
  })
}

function createChainRpcPool(
  chain: Chain,
  { rpc, log }: IndexerOptions,
  metrics: IndexerMetrics,
): RpcPool {
  return createRpcPool({
    maxPauseMs: chain.maxPauseMs,
    ...(rpc ?? { timeoutMs: chain.timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }),
    chainId: chain.id,
    alias: chain.alias,
    urls: chain.rpcUrls,
    requestsPerSecond: chain.requestsPerSecond,
    isDemo: chain.isDemo,
    log,
    metrics,
  })
}

/**
 * Sets the status of chains without a lease to `behind`: what an earlier process reported may no
 * longer hold until they are compared with their nodes again.
 */
export async function resetStatuses({
  database,
  chains,
  clock,
  isAlone = false,
}: Pick<IndexerOptions, 'database' | 'chains' | 'clock' | 'isAlone'>): Promise<void> {
  const indexed = chains.filter(({ contracts }) => contracts)
  const held = isAlone
    ? new Set<number>()
    : await listHeld(
        database,
        indexed.map(({ id }) => id),
      )
  for (const { id } of indexed) {
    if (held.has(id)) continue
    await saveStatus(database, id, 'behind', 'Comparing with the network.', clock())
  }
}
