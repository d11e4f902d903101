import { setTimeout as sleep } from 'node:timers/promises'
import { createBoundedQueue, type TaskOwner } from '../../../bounded-queue.ts'
import { measureBlock, measureHeader } from '../../../files/car/encode-car.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { type ArchiveRow, replaceArchive } from '../queries/archives.ts'
import { hashWorksOffThread } from './hash-works.ts'
import { newTicket } from './new-ticket.ts'
import type { Art } from './read-art.ts'
import { writeArt } from './write-art.ts'

/** Archives that wait to be computed: each reads every file of a set. */
const MAX_PENDING = 20

type Computation = { readWorks: number; result: Promise<ArchiveRow> }

/** Computes archives one at a time, each once for all calls that wait for it. */
export type ArchiveComputer = {
  find(art: Art): Computation | undefined
  start(art: Art, owner: TaskOwner): Computation
  /** Forgets a computation that failed, so that a next call starts it again. */
  forget(art: Art): void
  /** Ends what is computed. */
  close(): Promise<void>
}

export function createArchiveComputer({
  database,
  files,
  clock,
}: Pick<AppContext, 'database' | 'files' | 'clock'>): ArchiveComputer {
  const queue = createBoundedQueue({
    ...{ concurrency: 1, maxPending: MAX_PENDING, maxPerUser: 1, maxPerClient: 2 },
  })
  const running = new Map<string, Computation>()
  let isClosed = false

  async function compute(
    art: Art,
    report: (readWorks: number) => void,
  ): Promise<ArchiveRow> {
    const blocks = writeArt(files, art, report)
    let bytes = 0
    let next = await blocks.next()
    for (; !next.done; next = await blocks.next()) {
      bytes += measureBlock(next.value)
      if (!isClosed) continue
      await blocks.return('')
      throw new Error('server ends')
    }
    const root = next.value
    const { works: _, ...described } = art
    const row = {
      ...{ ...described, root, bytes: bytes + measureHeader(root) },
      manifest_hash: await hashWorksOffThread(art),
      ...newTicket(clock()),
    }
    await replaceArchive(database, row)
    return row
  }

  return {
    find: ({ source_hash }) => running.get(source_hash),
    start(art, owner) {
      const { source_hash } = art
      const result = queue(
        () =>
          compute(art, (readWorks) => {
            computation.readWorks = readWorks
          }),
        owner,
      )
      const computation = { readWorks: 0, result }
      running.set(source_hash, computation)
      // A failure stays for the next call.
      result.then(
        () => running.delete(source_hash),
        () => {},
      )
      return computation
    },
    forget: ({ source_hash }) => running.delete(source_hash),
    async close() {
      isClosed = true
      await Promise.allSettled([...running.values()].map(({ result }) => result))
    },
  }
}

/** Milliseconds that a call waits for a small set, so that it needs no second one. */
const WAIT_MS = 1500

/**
 * Starts to compute an archive, or joins who computes it, and waits for a moment: `row` once it is
 * done, else the works that were read so far. Throws `storage_unavailable`, `busy` and
 * `too_many_requests`.
 */
export async function waitForArchive(
  computer: ArchiveComputer,
  art: Art,
  owner: TaskOwner,
): Promise<{ row: ArchiveRow | undefined; readWorks: number }> {
  const computation = computer.find(art) ?? computer.start(art, owner)
  const waiting = sleep(WAIT_MS, undefined, { ref: false })
  const row = await Promise.race([computation.result, waiting]).catch(
    (error: unknown) => {
      computer.forget(art)
      throw error
    },
  )
  return { row: row ?? undefined, readWorks: computation.readWorks }
}
