export const nameTabs = ['created', 'collected', 'achievements', 'activity'] as const
export type NameTab = (typeof nameTabs)[number]

/**
 * Returns the tab of the page of a name: the one that the URL names, else the first that has
 * something to show. Server and browser open the same one.
 */
export function chooseNameTab(
  named: string | undefined,
  stats: { collections_created: number; nfts_collected: number },
): NameTab {
  const tab = nameTabs.find((one) => one === named)
  if (tab) return tab
  if (stats.collections_created > 0) return 'created'
  return stats.nfts_collected > 0 ? 'collected' : 'activity'
}
