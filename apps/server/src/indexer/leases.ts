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
  /** Chains to share. */
  chains: readonly { id: number; alias: string }[]
  holder: Holder
  /** Runs while the lease is held, until `signal` is aborted. Must not reject. */
  work: (chainId: number, signal: AbortSignal) => Promise<void>
  log: Logger
  metrics: IndexerMetrics
  leaseMs: number
  isAlone: boolean
}

/**
 * Shares the chains among all processes of one database: each holds at most its fair share, renews
 * its leases three times per lifetime and releases surplus ones for a new process. Leases of a dead
 * process expire.
 */
export function startLeases(options: LeaseOptions): { stop(): Promise<void> } {
  const { database, holder, log, leaseMs } = options
  const held = heldChains(options)
  const stopping = new AbortController()
  const logFailure = throttleLog(
    (reason, times) => log.error({ reason, times }, 'lease renewal failed'),
    () => performance.now(),
  )
  const loop = async () => {
    let isCleared = !options.isAlone
    while (!stopping.signal.aborted) {
      try {
        if (!isCleared) await releaseAllLeases(database)
        isCleared = true
        await shareChains(options, held)
      } catch (error) {
        logFailure(error instanceof Error ? error.message : String(error))
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

/** Renews held leases, releases those above the fair share, and acquires free ones. */
async function shareChains(options: LeaseOptions, held: HeldChains): Promise<void> {
  const { database, chains, holder, log, leaseMs } = options
  const alive = await saveHeartbeat(database, holder, leaseMs)
  const kept = new Set(await renewLeases(database, holder, held.ids(), leaseMs))
  for (const id of held.ids()) {
    if (kept.has(id) || held.isEnding(id)) continue
    log.warn({ chain: aliasOf(options, id) }, 'lease lost to another process')
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

/** Tracks the chains whose lease this process holds, and the work on them. */
function heldChains(options: LeaseOptions) {
  const { database, holder, log, metrics } = options
  const held = new Map<number, { stop: AbortController; done: Promise<void> }>()
  return {
    ids: () => [...held.keys()],
    isEnding: (id: number) => held.get(id)?.stop.signal.aborted === true,
    begin(id: number): void {
      const stop = new AbortController()
      held.set(id, { stop, done: options.work(id, stop.signal) })
      metrics.lease(aliasOf(options, id), true)
      log.info({ chain: aliasOf(options, id) }, 'lease acquired')
    },
    // Not awaited by the loop: other leases must be renewed while the last batch ends.
    async end(id: number): Promise<void> {
      const ending = held.get(id)
      if (!ending || ending.stop.signal.aborted) return ending?.done
      ending.stop.abort()
      await ending.done
      held.delete(id)
      metrics.lease(aliasOf(options, id), false)
      await releaseLeases(database, holder, [id]).catch(() => {})
    },
  }
}

function aliasOf({ chains }: Pick<LeaseOptions, 'chains'>, id: number): string {
  return chains.find((chain) => chain.id === id)?.alias ?? `${id}`
}
