import { followChain } from './follow-chain.ts'
import type { FollowerNeeds } from './following.ts'
import { saveReport } from './queries.ts'

/**
 * Follows every chain that has contracts, each in its own loop: one that is dead, slow or
 * wrong delays no other. `stop` lets the running batch finish and then resolves.
 */
export function startFollower(needs: FollowerNeeds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = needs.chains
    .filter((chain) => chain.contracts)
    .map((chain) => followChain(needs, chain, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/**
 * Takes back what an earlier process said of its chains: until they have been compared with
 * their nodes again, nothing is known to be true.
 */
export async function withdrawReports({
  database,
  chains,
  clock,
}: Pick<FollowerNeeds, 'database' | 'chains' | 'clock'>): Promise<void> {
  for (const { id, contracts } of chains) {
    if (!contracts) continue
    await saveReport(database, id, 'behind', 'Comparing with the network.', clock())
  }
}
