import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeKinds } from '@platemark/wire/collection-reads'
import { type LiveCounts, listenToCollection } from '@platemark/wire/live'
import { Problem } from '@platemark/wire/problem'
import type { Join, Listener } from '../../platform/event-streams.ts'
import type { Resources } from '../../platform/resources.ts'
import { eventBytes } from '../../platform/serve-events.ts'
import {
  collectionsChannel,
  locate,
  type Place,
  readAnnouncement,
} from '../collections/service.ts'
import { type LiveRow, listLive } from './queries.ts'

/** A collection that somebody listens to. */
type Watched = {
  id: string
  chain_id: number
  /** Under which it was asked for: its address, its slug. */
  names: Set<string>
  listeners: Set<Listener>
  /** Those who found it and do not listen yet. */
  coming: number
  told: { id: string; bytes: Buffer; row: LiveRow } | undefined
  /** Settled once it was read for the first time. */
  first: PromiseWithResolvers<void>
}

/** Rounds of reading rest so long, that a busy drop costs a few reads a second at most. */
const REST_MS = 250
const FAILED_REST_MS = 2000
const MOST_AT_ONCE = 500

/** Whoever wants to listen waits so long for the connection that hears of changes. */
const LONGEST_WAIT_MS = 5000

const RELOAD = eventBytes(listenToCollection, 'reload', {})

/**
 * Tells listeners what is live of collections. Each changed one is read once, however many
 * listen to it, and all of them are sent the same bytes.
 */
export function watchCollections(resources: Resources) {
  const { database, log } = resources
  const book = newBook()
  const changed = new Set<Watched>()
  const hearing = hearChanges(
    resources,
    (watched) => {
      changed.add(watched)
      void read()
    },
    book,
  )
  let isReading = false
  let isClosed = false

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    while (changed.size > 0 && !isClosed) {
      const some = [...changed].slice(0, MOST_AT_ONCE)
      for (const watched of some) changed.delete(watched)
      await readSome(some)
      if (some.length < MOST_AT_ONCE) await sleep(REST_MS, undefined, { ref: false })
    }
    isReading = false
  }

  async function readSome(some: Watched[]): Promise<void> {
    const wanted = some.filter(isWanted)
    if (wanted.length === 0) return
    try {
      const rows = await listLive(
        database,
        wanted.map(({ id }) => id),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const watched of wanted) tell(book, watched, byId.get(watched.id))
    } catch (error) {
      log.warn({ err: error }, 'live counts could not be read')
      for (const watched of wanted) {
        if (watched.told) changed.add(watched)
        else book.remove(watched)
        watched.first.reject(error)
      }
      await sleep(FAILED_REST_MS, undefined, { ref: false })
    }
  }

  async function find(place: Place, name: string): Promise<Watched> {
    const { chain, row } = await locate(resources, place)
    const watched = book.add(chain.id, row.id, name)
    if (watched.told) return watched
    changed.add(watched)
    void read()
    await watched.first.promise
    return watched
  }

  return {
    /** Throws `unknown_chain`, `not_found`, `blocked` and `busy`. */
    async open(place: Place, lastEventId: string | undefined): Promise<Join> {
      await hearing.begun()
      const name = `${place.chain_alias} ${place.contract_address.toLowerCase()}`
      const watched = book.named(name) ?? (await book.once(name, () => find(place, name)))
      watched.coming += 1
      return (listener) => join(book, watched, listener, lastEventId)
    },
    async close() {
      isClosed = true
      await hearing.close()
    },
  }
}

type Book = ReturnType<typeof newBook>

/** What is listened to, by id and by the names that it goes by. */
function newBook() {
  const byId = new Map<string, Watched>()
  const byName = new Map<string, Watched>()
  const findings = new Map<string, Promise<Watched>>()
  return {
    all: () => byId.values(),
    find: (id: string) => byId.get(id),
    /** Only once it was read. */
    named: (name: string) => {
      const watched = byName.get(name)
      return watched?.told && watched
    },
    /** Those who come for the same at once wait for one reading. */
    once(name: string, find: () => Promise<Watched>): Promise<Watched> {
      const finding = findings.get(name) ?? find()
      findings.set(name, finding)
      const forget = () => void findings.delete(name)
      finding.then(forget, forget)
      return finding
    },
    add(chain_id: number, id: string, name: string): Watched {
      const watched = byId.get(id) ?? newWatched(chain_id, id)
      watched.names.add(name)
      byId.set(id, watched)
      byName.set(name, watched)
      return watched
    },
    /** A slug may soon be that of another collection. */
    forgetNames({ names }: Watched) {
      for (const name of names) byName.delete(name)
      names.clear()
    },
    remove(watched: Watched) {
      this.forgetNames(watched)
      if (byId.get(watched.id) === watched) byId.delete(watched.id)
    },
  }
}

function newWatched(chain_id: number, id: string): Watched {
  const first = Promise.withResolvers<void>()
  // Whoever awaits it hears of its failure; often nobody does.
  first.promise.catch(() => {})
  return {
    id,
    chain_id,
    names: new Set(),
    listeners: new Set(),
    coming: 0,
    told: undefined,
    first,
  }
}

function isWanted({ listeners, coming, told }: Watched): boolean {
  return listeners.size > 0 || coming > 0 || !told
}

function join(
  book: Book,
  watched: Watched,
  listener: Listener,
  lastEventId: string | undefined,
): () => void {
  watched.coming -= 1
  const { told } = watched
  if (book.find(watched.id) !== watched || !told) {
    // It went away while they came.
    listener.end(RELOAD)
    return () => {}
  }
  watched.listeners.add(listener)
  if (told.id !== lastEventId) listener.send(told.bytes)
  return () => {
    watched.listeners.delete(listener)
    if (watched.listeners.size === 0 && watched.coming === 0) book.remove(watched)
  }
}

/** Tells everybody who listens what was read; undefined: it is not to be seen. */
function tell(book: Book, watched: Watched, row: LiveRow | undefined): void {
  const { told, listeners, first } = watched
  const isHidden = row?.visibility === 'hidden' && told?.row.visibility === 'shown'
  if (!row || isHidden) {
    book.remove(watched)
    for (const listener of listeners) listener.end(RELOAD)
    first.reject(new Problem('not_found'))
    return
  }
  if (told && told.row.alias !== row.alias) book.forgetNames(watched)
  const counts = countsOf(row)
  const hash = createHash('sha256').update(JSON.stringify(counts)).digest('base64url')
  const id = hash.slice(0, 16)
  if (id !== told?.id) {
    const bytes = eventBytes(listenToCollection, 'counts', counts, id)
    watched.told = { id, bytes, row }
    for (const listener of listeners) listener.send(bytes)
  } else watched.told = { ...told, row }
  first.resolve()
}

function countsOf({ last_change, ...row }: LiveRow): LiveCounts {
  const kind = changeKinds.find((one) => one === last_change?.kind)
  return {
    minted: row.minted,
    max_supply: row.max_supply,
    holders: row.holders,
    unique_minters: row.unique_minters,
    volume_wei: row.volume_wei,
    phases: row.phases,
    is_paused: row.is_paused,
    status:
      row.created_block > (row.confirmed_number ?? -1) ? 'provisional' : 'confirmed',
    last_change:
      last_change && kind
        ? {
            kind,
            block_number: String(last_change.block_number),
            log_index: last_change.log_index,
          }
        : null,
    updated_at: row.updated_at.toISOString(),
  }
}

/** Hears which of the listened collections changed, from the first listener on. */
function hearChanges(
  { listen }: Pick<Resources, 'listen'>,
  onChange: (watched: Watched) => void,
  book: Book,
) {
  const begun = Promise.withResolvers<void>()
  let hasBegun = false
  let stop: (() => Promise<void>) | undefined
  const all = (chainId?: number) => {
    for (const watched of book.all()) {
      if (chainId === undefined || watched.chain_id === chainId) onChange(watched)
    }
  }
  const hears = (text: string) => {
    const announcement = readAnnouncement(text)
    if ('chain_id' in announcement) return all(announcement.chain_id)
    for (const id of announcement.ids) {
      const watched = book.find(id)
      if (watched) onChange(watched)
    }
  }
  const begins = () => {
    hasBegun = true
    begun.resolve()
    // What was announced while nobody listened is made good by looking at everything.
    all()
  }
  return {
    /** Throws `busy` when the database cannot be listened to. */
    async begun(): Promise<void> {
      if (hasBegun) return
      stop ??= listen(collectionsChannel, { begins, hears })
      const late = new AbortController()
      const tooLate = sleep(LONGEST_WAIT_MS, 'late', { signal: late.signal })
      tooLate.catch(() => {})
      const first = await Promise.race([begun.promise, tooLate])
      late.abort()
      if (first === 'late') throw new Problem('busy', undefined, { retryAfter: 5 })
    },
    close: async () => stop?.(),
  }
}
