import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Chain } from '../platform/chains.ts'
import { openEndpoints } from './endpoints/pool.ts'
import { followChain } from './follow-chain.ts'
import type { FollowerNeeds } from './following.ts'
import { listHeld } from './lease-queries.ts'
import { startLeases } from './leases.ts'
import { unmeasured } from './measures.ts'
import { saveReport } from './queries.ts'

const LEASE_MS = 6000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/**
 * Follows every chain that has contracts, each in its own loop: one that is dead, slow or
 * wrong delays no other. Processes of one database share the chains by leases. `stop` lets the
 * running batches finish, gives the chains back and then resolves.
 */
export function startFollower(needs: FollowerNeeds): { stop(): Promise<void> } {
  const { database, log, measures = unmeasured, leaseMs = LEASE_MS } = needs
  const chains = needs.chains.filter((chain) => chain.contracts)
  const id = randomUUID()
  const follow = (chain: Chain, signal: AbortSignal) =>
    followChain({
      ...needs,
      chain,
      measures,
      signal,
      holder: id,
      endpoints: openEndpoints({
        longestPauseMs: chain.maxPauseMs,
        ...(needs.rpc ?? { timeoutMs: chain.timeoutMs, answerBytes: MAX_ANSWER_BYTES }),
        chainId: chain.id,
        alias: chain.alias,
        urls: chain.rpcUrls,
        requestsPerSecond: chain.requestsPerSecond,
        isDemo: chain.isDemo,
        log,
        measures,
      }),
    })
  return startLeases({
    database,
    log,
    measures,
    leaseMs,
    chains,
    isAlone: needs.isAlone ?? false,
    holder: { id, name: `${hostname()}:${process.pid}` },
    work: async (chainId, signal) => {
      const chain = chains.find((one) => one.id === chainId)
      if (chain) await follow(chain, signal)
    },
  })
}

/**
 * Takes back what an earlier process said of chains that nobody follows now: until they have been
 * compared with their nodes again, nothing is known to be true.
 */
export async function withdrawReports({
  database,
  chains,
  clock,
  isAlone = false,
}: Pick<FollowerNeeds, 'database' | 'chains' | 'clock' | 'isAlone'>): Promise<void> {
  const followed = chains.filter(({ contracts }) => contracts)
  const held = isAlone
    ? new Set<number>()
    : await listHeld(
        database,
        followed.map(({ id }) => id),
      )
  for (const { id } of followed) {
    if (held.has(id)) continue
    await saveReport(database, id, 'behind', 'Comparing with the network.', clock())
  }
}
