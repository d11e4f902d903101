import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { IndexerMetrics } from './metrics.ts'

/** Records the metrics of the indexer in a registry. */
export function prometheusMetrics(registry: Registry): IndexerMetrics {
  const registers = [registry]
  const logs = new Counter({
    name: 'platemark_indexer_logs_total',
    help: 'Logs that this process wrote.',
    labelNames: ['chain'],
    registers,
  })
  const batches = new Histogram({
    name: 'platemark_indexer_batch_duration_seconds',
    help: 'Time to write one batch of logs.',
    labelNames: ['chain'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  })
  const reorganisations = reorgMetrics(registry)
  const unreadable = new Counter({
    name: 'platemark_indexer_unreadable_logs_total',
    help: 'Logs that could not be applied: each set a collection aside, or a creation was skipped.',
    labelNames: ['chain'],
    registers,
  })
  const failures = new Counter({
    name: 'platemark_rpc_failures_total',
    help: 'Requests to endpoints that failed, were refused, or returned an invalid response.',
    labelNames: ['chain', 'endpoint', 'kind'],
    registers,
  })
  const health = new Gauge({
    name: 'platemark_rpc_health_ratio',
    help: 'Health of an endpoint: 0 (never answers) to 1.',
    labelNames: ['chain', 'endpoint'],
    registers,
  })
  const leases = new Gauge({
    name: 'platemark_indexer_lease_held',
    help: '1 where this process follows the chain, 0 where it did.',
    labelNames: ['chain'],
    registers,
  })
  return {
    batch(chain, count, ms) {
      logs.inc({ chain }, count)
      batches.observe({ chain }, ms / 1000)
    },
    // Read from the database, which has it for every chain and process.
    progress() {},
    reorg: reorganisations.count,
    unreadableLog(chain) {
      unreadable.inc({ chain })
    },
    rpcFailure(chain, endpoint, kind) {
      failures.inc({ chain, endpoint, kind })
    },
    rpcHealth(chain, endpoint, score) {
      health.set({ chain, endpoint }, score)
    },
    lease(chain, isHeld) {
      leases.set({ chain }, isHeld ? 1 : 0)
      if (!isHeld) return
      // `rate()` misses the first increment of a counter that did not exist before it.
      logs.inc({ chain }, 0)
      unreadable.inc({ chain }, 0)
      reorganisations.begin(chain)
    },
  }
}

function reorgMetrics(registry: Registry) {
  const registers = [registry]
  const all = new Counter({
    name: 'platemark_indexer_reorgs_total',
    help: 'Reorganisations that were rolled back.',
    labelNames: ['chain'],
    registers,
  })
  const deep = new Counter({
    name: 'platemark_indexer_deep_reorgs_total',
    help: 'Reorganisations that reached below the confirmed block.',
    labelNames: ['chain'],
    registers,
  })
  const depths = new Histogram({
    name: 'platemark_indexer_reorg_depth_blocks',
    help: 'Blocks that a reorganisation removed.',
    labelNames: ['chain'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers,
  })
  return {
    begin(chain: string) {
      all.inc({ chain }, 0)
      deep.inc({ chain }, 0)
    },
    count(chain: string, depth: number, isDeep: boolean) {
      all.inc({ chain })
      if (isDeep) deep.inc({ chain })
      depths.observe({ chain }, depth)
    },
  }
}
