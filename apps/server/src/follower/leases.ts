import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/resources.ts'
import {
  deleteAllLeases,
  deleteLeases,
  deleteProcess,
  type Holder,
  markAlive,
  renewLeases,
  takeLeases,
} from './lease-queries.ts'
import type { Measures } from './measures.ts'
import { rest } from './pace.ts'
import { rarely } from './rarely.ts'

export type LeaseNeeds = {
  database: Database
  /** Chains by id, with the work that is done while the lease is held. */
  chains: readonly { id: number; alias: string }[]
  holder: Holder
  /** Follows the chain until `signal` is aborted. Must not reject. */
  work: (chainId: number, signal: AbortSignal) => Promise<void>
  log: Logger
  measures: Measures
  leaseMs: number
  isAlone: boolean
}

type Held = { stop: AbortController; done: Promise<void> }

/**
 * Shares the chains among all processes of one database: each holds at most its fair part and
 * renews it three times in the life of a lease. What a dead process held is free when its leases
 * have run out; what a process has too many of it gives back, so that a newcomer gets its part.
 */
export function startLeases(needs: LeaseNeeds): { stop(): Promise<void> } {
  const { database, chains, holder, log, measures, leaseMs } = needs
  const held = new Map<number, Held>()
  const stopping = new AbortController()
  const complain = rarely(
    (reason, times) =>
      log.error({ reason, times }, 'the leases of the chains could not be renewed'),
    () => performance.now(),
  )
  const aliasOf = (id: number) =>
    chains.find((chain) => chain.id === id)?.alias ?? `${id}`

  const begin = (id: number) => {
    const stop = new AbortController()
    held.set(id, { stop, done: needs.work(id, stop.signal) })
    measures.lease(aliasOf(id), true)
    log.info({ chain: aliasOf(id) }, 'this process follows the chain now')
  }
  // Nobody waits for the batch that ends: the other leases must be renewed meanwhile.
  const end = async (id: number): Promise<void> => {
    const ending = held.get(id)
    if (!ending || ending.stop.signal.aborted) return ending?.done
    ending.stop.abort()
    await ending.done
    held.delete(id)
    measures.lease(aliasOf(id), false)
    await deleteLeases(database, holder, [id]).catch(() => {})
  }

  const round = async () => {
    const alive = await markAlive(database, holder, leaseMs)
    const kept = new Set(await renewLeases(database, holder, [...held.keys()], leaseMs))
    for (const id of held.keys()) {
      if (kept.has(id) || held.get(id)?.stop.signal.aborted) continue
      log.warn({ chain: aliasOf(id) }, 'another process has taken the chain')
      void end(id)
    }
    const share = Math.ceil(chains.length / Math.max(1, alive))
    for (const id of [...kept].slice(share)) void end(id)

    const wanted = chains.map(({ id }) => id).filter((id) => !held.has(id))
    const room = share - held.size
    for (const id of await takeLeases(database, holder, wanted, room, leaseMs)) begin(id)
  }

  const loop = async () => {
    let isCleared = !needs.isAlone
    while (!stopping.signal.aborted) {
      try {
        if (!isCleared) await deleteAllLeases(database)
        isCleared = true
        await round()
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error))
      }
      await rest(leaseMs / 3, stopping.signal)
    }
    await Promise.all([...held.keys()].map(end))
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
