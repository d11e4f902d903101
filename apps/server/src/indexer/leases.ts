import type { Database } from '../database/database.ts'
import type { Logger } from '../http/app-context.ts'
import { abortableSleep } from './backoff.ts'
import {
  acquireLeases,
  deleteProcess,
  type Holder,
  releaseAllLeases,
  releaseLeases,
  renewLeases,
  saveHeartbeat,
} from './lease-queries.ts'
import type { IndexerMetrics } from './metrics.ts'
import { throttleLog } from './throttle-log.ts'

export type LeaseOptions = {
  database: Database
  /** Chains by id, with the work that is done while the lease is held. */
  chains: readonly { id: number; alias: string }[]
  holder: Holder
  /** Follows the chain until `signal` is aborted. Must not reject. */
  work: (chainId: number, signal: AbortSignal) => Promise<void>
  log: Logger
  metrics: IndexerMetrics
  leaseMs: number
  isAlone: boolean
}

/**
 * Shares the chains among all processes of one database: each holds at most its fair part and
 * renews it three times in the life of a lease. What a dead process held is free when its leases
 * have run out; what a process has too many of it gives back, so that a newcomer gets its part.
 */
export function startLeases(needs: LeaseOptions): { stop(): Promise<void> } {
  const { database, holder, log, leaseMs } = needs
  const held = heldChains(needs)
  const stopping = new AbortController()
  const complain = throttleLog(
    (reason, times) =>
      log.error({ reason, times }, 'the leases of the chains could not be renewed'),
    () => performance.now(),
  )
  const loop = async () => {
    let isCleared = !needs.isAlone
    while (!stopping.signal.aborted) {
      try {
        if (!isCleared) await releaseAllLeases(database)
        isCleared = true
        await shareChains(needs, held)
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error))
      }
      await abortableSleep(leaseMs / 3, stopping.signal)
    }
    await Promise.all(held.ids().map(held.end))
    await deleteProcess(database, holder).catch(() => {})
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Renews what is held, gives back what is too much, and takes what is free. */
async function shareChains(needs: LeaseOptions, held: HeldChains): Promise<void> {
  const { database, chains, holder, log, leaseMs } = needs
  const alive = await saveHeartbeat(database, holder, leaseMs)
  const kept = new Set(await renewLeases(database, holder, held.ids(), leaseMs))
  for (const id of held.ids()) {
    if (kept.has(id) || held.isEnding(id)) continue
    log.warn({ chain: aliasOf(needs, id) }, 'another process has taken the chain')
    void held.end(id)
  }
  const share = Math.ceil(chains.length / Math.max(1, alive))
  for (const id of [...kept].slice(share)) void held.end(id)

  const ours = held.ids()
  const wanted = chains.map(({ id }) => id).filter((id) => !ours.includes(id))
  const room = share - ours.length
  for (const id of await acquireLeases(database, holder, wanted, room, leaseMs)) {
    held.begin(id)
  }
}

type HeldChains = ReturnType<typeof heldChains>

/** The chains whose lease this process holds, and the work that is done meanwhile. */
function heldChains(needs: LeaseOptions) {
  const { database, holder, log, metrics } = needs
  const held = new Map<number, { stop: AbortController; done: Promise<void> }>()
  return {
    ids: () => [...held.keys()],
    isEnding: (id: number) => held.get(id)?.stop.signal.aborted === true,
    begin(id: number): void {
      const stop = new AbortController()
      held.set(id, { stop, done: needs.work(id, stop.signal) })
      metrics.lease(aliasOf(needs, id), true)
      log.info({ chain: aliasOf(needs, id) }, 'this process follows the chain now')
    },
    // Nobody waits for the batch that ends: the other leases must be renewed meanwhile.
    async end(id: number): Promise<void> {
      const ending = held.get(id)
      if (!ending || ending.stop.signal.aborted) return ending?.done
      ending.stop.abort()
      await ending.done
      held.delete(id)
      metrics.lease(aliasOf(needs, id), false)
      await releaseLeases(database, holder, [id]).catch(() => {})
    },
  }
}

function aliasOf({ chains }: Pick<LeaseOptions, 'chains'>, id: number): string {
  return chains.find((chain) => chain.id === id)?.alias ?? `${id}`
}
