import type { Collector } from './collector.ts'

export const collectorTabs = ['collected', 'created', 'activity'] as const
export type CollectorTab = (typeof collectorTabs)[number]

type Counts = Pick<Collector, 'is_blocked'> & {
  collected: Pick<Collector['collected'], 'quantity'>
  created: Pick<Collector['created'], 'collections'>
}

/**
 * Returns the tab of an account's page: the one that the address names, else what the account
 * collected, else what it created. Server and browser open the same one.
 */
export function chooseCollectorTab(
  named: string | undefined,
  { collected, created, is_blocked }: Counts,
): CollectorTab {
  const tab = collectorTabs.find((one) => one === named)
  if (tab) return tab
  const hasCreatedOnly = collected.quantity === 0 && created.collections > 0
  return hasCreatedOnly && !is_blocked ? 'created' : 'collected'
}
