import { Gauge } from 'prom-client'
import type { AppContext } from '../../http/app-context.ts'
import type { Metrics } from '../../http/metrics.ts'
import { getReadiness, listChainStates } from './service.ts'

/**
 * Adds gauges of every chain's progress, read from the database at each scrape, and the
 * readiness with the state of every chain.
 */
export function measureChains(
  metrics: Metrics,
  context: Pick<AppContext, 'database' | 'chains' | 'clock'>,
): void {
  const { registry, collectors } = metrics
  metrics.readReadiness = () => getReadiness(context)
  const gauge = (name: string, help: string, more: string[] = []) =>
    new Gauge({
      name: `platemark_${name}`,
      help,
      labelNames: ['chain', ...more],
      registers: [registry],
    })
  const numbers = {
    block: gauge('chain_block', 'Block up to which the chain was read.'),
    confirmed_block: gauge(
      'chain_confirmed_block',
      'Block up to which rows are confirmed.',
    ),
    head: gauge('chain_head_block', 'Newest known block.'),
    behind_blocks: gauge('chain_behind_blocks', 'Blocks that were not read yet.'),
    behind_seconds: gauge('chain_behind_seconds', 'Age of what is known of the chain.'),
  }
  const status = gauge('chain_status', '1 for the status that holds.', ['status'])
  const holder = gauge('chain_holder', '1 for the process that follows it.', ['holder'])
  const isUp = new Gauge({
    name: 'platemark_database_up',
    help: '1 while the database responds.',
    registers: [registry],
  })
  collectors.push(async () => {
    const states = await listChainStates(context).catch(() => undefined)
    isUp.set(states ? 1 : 0)
    for (const one of [...Object.values(numbers), status, holder]) one.reset()
    for (const state of states ?? []) {
      const { alias: chain, block, head } = state
      const behind_blocks = block === null || head === null ? null : head - block
      const found = { ...state, behind_blocks }
      for (const [field, one] of Object.entries(numbers)) {
        // Safe: the keys of `numbers` are fields of `found`.
        const value = found[field as keyof typeof numbers]
        if (value !== null) one.set({ chain }, value)
      }
      status.set({ chain, status: state.status }, 1)
      if (state.holder) holder.set({ chain, holder: state.holder }, 1)
    }
  })
}
