import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { prometheusMetrics } from './prometheus.ts'

test('metrics are exported under names with units', async () => {
  const registry = new Registry()
  const metrics = prometheusMetrics(registry)
  metrics.lease('base', true)
  metrics.batch('base', 40, 15)
  metrics.batch('base', 2, 30)
  metrics.reorg('base', 3, false)
  metrics.reorg('base', 90, true)
  metrics.unreadableLog('base')
  metrics.rpcFailure('base', 'https://rpc.example', 'unreachable')
  metrics.rpcHealth('base', 'https://rpc.example', 0.5)
  metrics.lease('zora', true)
  metrics.lease('zora', false)
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'platemark_indexer_logs_total{chain="base"} 42',
      'platemark_indexer_batch_duration_seconds_sum{chain="base"} 0.045',
      'platemark_indexer_batch_duration_seconds_bucket{le="0.02",chain="base"} 1',
      'platemark_indexer_reorgs_total{chain="base"} 2',
      'platemark_indexer_deep_reorgs_total{chain="base"} 1',
      'platemark_indexer_unreadable_logs_total{chain="base"} 1',
      'platemark_indexer_reorg_depth_blocks_bucket{le="4",chain="base"} 1',
      'platemark_rpc_failures_total{chain="base",endpoint="https://rpc.example",kind="unreachable"} 1',
      'platemark_rpc_health_ratio{chain="base",endpoint="https://rpc.example"} 0.5',
      'platemark_indexer_lease_held{chain="base"} 1',
      'platemark_indexer_lease_held{chain="zora"} 0',
    ]),
  )
})

test('counters are 0 from the acquisition of a lease on', async () => {
  const registry = new Registry()
  prometheusMetrics(registry).lease('base', true)
  const text = await registry.metrics()
  for (const name of ['logs', 'reorgs', 'deep_reorgs', 'unreadable_logs']) {
    expect(text).toContain(`platemark_indexer_${name}_total{chain="base"} 0`)
  }
})
