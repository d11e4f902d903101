import { LRUCache } from 'lru-cache'
import type { AppContext } from '../http/app-context.ts'
import { compressText, type Encoding } from '../http/compression.ts'
import type { DataVersion } from '../http/data-version.ts'
import { tagContent } from '../http/response-cache.ts'
import type { PaintedPage } from './paint-page.ts'

/** With the kept answer of one collection in it, a page is never older than a second. */
const KEPT_MS = 750

/**
 * Age at which a page is rendered again while the kept one is still sent. Rendering holds all
 * other answers up; twice a second that is fewer than one in a hundred.
 */
const RENEWED_MS = 500

/** `cache-control` of kept pages: browsers revalidate, shared caches keep them briefly. */
export const keptPageControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** A page as the bytes that are sent, each compressed once at its first use. */
export type KeptPage = {
  kind: 'kept'
  etag: string
  status: number
  whole: Buffer
  compressed(encoding: Encoding): Promise<Buffer>
}

/** A page that is being rendered. */
type Flight = { madeAt: number; pending: Promise<PaintedPage | KeptPage> }

type Entry = { page: KeptPage; madeAt: number; version: number }

/** Pages of this process, bounded in bytes. */
export type KeptPages = {
  /** Finds the fresh page of a key, which is rendered again in time if it is asked for. */
  find(key: string, paint: () => Promise<PaintedPage>): KeptPage | undefined
  /**
   * Renders the page of a key once for all who ask meanwhile, and keeps it if it is whole;
   * without a key for this caller alone. A caller does not share the refusal of another.
   */
  get(
    key: string | undefined,
    paint: () => Promise<PaintedPage>,
  ): Promise<PaintedPage | KeptPage>
}

/** Creates the kept pages; none where `kept_answers` is 0. */
export function createKeptPages(
  { configuration: { limits }, clock }: Pick<AppContext, 'configuration' | 'clock'>,
  version: DataVersion,
): KeptPages {
  const entries = new LRUCache<string, Entry>({
    maxSize: limits.kept_page_bytes,
    // Half as much again covers the compressed copies.
    sizeCalculation: ({ page }) => Math.ceil(page.whole.length * 1.5),
  })
  const flights = new Map<string, Flight>()

  const keep = (
    key: string,
    page: PaintedPage,
    made: Pick<Entry, 'madeAt' | 'version'>,
  ) => {
    if (!isKept(page)) return page
    const etag = tagContent(page.html)
    const former = entries.get(key)?.page
    // The same bytes need not be compressed again.
    const same = former?.etag === etag && former.status === page.status
    const kept = same ? former : toKeptPage(page, etag)
    entries.set(key, { page: kept, ...made })
    return kept
  }

  const start = (key: string, paint: () => Promise<PaintedPage>) => {
    const made = { madeAt: clock().getTime(), version: version.current() }
    const name = `${made.version} ${key}`
    const pending = paint()
      .then((page) => keep(key, page, made))
      .finally(() => {
        if (flights.get(name) === flight) flights.delete(name)
      })
    const flight: Flight = { madeAt: made.madeAt, pending }
    flights.set(name, flight)
    return pending
  }

  return {
    find(key, paint) {
      const entry = entries.get(key)
      if (entry?.version !== version.current()) return undefined
      const age = clock().getTime() - entry.madeAt
      // The machine's clock may have been set back.
      if (age < 0 || age >= KEPT_MS) return undefined
      const isRenewed = flights.has(`${entry.version} ${key}`)
      // A failure is met again by the next request after the page has ended.
      if (age >= RENEWED_MS && !isRenewed) void start(key, paint).catch(() => {})
      return entry.page
    },
    async get(key, paint) {
      if (key === undefined || limits.kept_answers === 0) return paint()
      for (;;) {
        const flight = flights.get(`${version.current()} ${key}`)
        const isOld = flight && clock().getTime() - flight.madeAt >= KEPT_MS
        if (!flight || isOld) return start(key, paint)
        const page = await flight.pending
        if (page.kind !== 'page' || page.status !== 429) return page
      }
    },
  }
}

function isKept(page: PaintedPage): page is PaintedPage & { kind: 'page' } {
  if (page.kind !== 'page' || !page.isWhole || page.policy !== undefined) return false
  return page.status === 200 || page.isMissingRoute
}

function toKeptPage(
  { html, status }: { html: string; status: number },
  etag: string,
): KeptPage {
  const bytes = new Map<Encoding, Promise<Buffer>>()
  return {
    kind: 'kept',
    etag,
    status,
    whole: Buffer.from(html),
    compressed(encoding) {
      const known = bytes.get(encoding)
      if (known) return known
      const made = compressText(encoding, html, { isPage: true })
      bytes.set(encoding, made)
      made.catch(() => bytes.delete(encoding))
      return made
    },
  }
}
