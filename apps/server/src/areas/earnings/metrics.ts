import { Gauge } from 'prom-client'
import type { AppContext } from '../../http/app-context.ts'
import type { Metrics } from '../../http/metrics.ts'
import { countAlarms } from './queries/balance-checks.ts'

/** Adds the gauge of contracts that failed their last check, read at each scrape. */
export function measureBalances(
  { registry, collectors }: Metrics,
  { database, chains }: Pick<AppContext, 'database' | 'chains'>,
): void {
  const alarms = new Gauge({
    name: 'platemark_balance_alarms',
    help: 'Contracts that owe more than they hold (short), or whose counters are not those of the recorded mints (differs).',
    labelNames: ['chain', 'state'],
    registers: [registry],
  })
  collectors.push(async () => {
    const counts = await countAlarms(database).catch(() => undefined)
    alarms.reset()
    if (!counts) return
    for (const { id, alias, contracts } of chains) {
      if (!contracts) continue
      for (const state of ['short', 'differs'] as const) {
        const found = counts.find((one) => one.chain_id === id && one.state === state)
        alarms.set({ chain: alias, state }, found?.contracts ?? 0)
      }
    }
  })
}
