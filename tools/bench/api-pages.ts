import { mostPages } from './api-gates.ts'
import { type Ran, watchDatabase } from './api-plans.ts'
import { type Asked, openProduct, type Product } from './api-product.ts'
import type { BenchRequest } from './api-requests.ts'

/** What one request touched in all its statements. */
export type Touched = {
  request: BenchRequest
  rows: number
  /** A page of the visibility map counts once for a scan that reads an index alone. */
  pages: number
  /** How often one was looked at again because the next row lay elsewhere. */
  repeats: number
  ran: Ran[]
}

/** Asks each request once and counts the pages. Throws where an answer is none. */
export async function countPages(
  url: string,
  requests: BenchRequest[],
  open: typeof openProduct = openProduct,
): Promise<Touched[]> {
  const watched = watchDatabase(url)
  const product = await open(watched)
  const touched: Touched[] = []
  try {
    for (const request of requests) {
      const address = await addressOf(product, request)
      if (address === undefined) continue
      await watched.taken()
      const { rows } = demand(await product.ask(address), address)
      const { ran, indexPages } = await watched.taken()
      const all = ran.reduce((sum, statement) => sum + statement.pages, 0)
      const repeats = mapRepeats(ran, indexPages)
      touched.push({ request, rows, pages: all - repeats, repeats, ran })
    }
  } finally {
    await product.close()
  }
  return touched
}

/**
 * What a scan of an index alone touches besides that index is the visibility map. It holds on to
 * one page of it and takes it up anew at every row that lies under another page: a large table
 * has a handful of them, which a long scan takes up thousands of times.
 */
export function mapRepeats(ran: Ran[], indexPages: Map<string, number>): number {
  const scans = ran.flatMap((statement) => statement.scans)
  let repeats = 0
  for (const [index, pages] of indexPages) {
    const own = scans.filter((scan) => scan.index === index)
    // Where rows are looked up too, nobody knows which pages were those of the map.
    if (own.length === 0 || own.some(({ isIndexAlone }) => !isIndexAlone)) continue
    const ofMap = own.reduce((sum, scan) => sum + scan.pages, 0) - pages
    repeats += Math.max(0, ofMap - own.length * MAP_PAGES)
  }
  return repeats
}

/** Pages of the map of a table of a million rows. */
const MAP_PAGES = 5

/** What touched more than it may. */
export function tooManyPages(touched: Touched[]): Touched[] {
  return touched.filter(
    ({ request, rows, pages }) => pages > mostPages(request.kind, rows),
  )
}

/** Where the request leads; undefined: there is no page after the one it names. */
export async function addressOf(
  product: Product,
  { url, isCursor }: BenchRequest,
): Promise<string | undefined> {
  if (!isCursor) return url
  const { nextCursor } = demand(await product.ask(url), url)
  if (nextCursor === null) return undefined
  const [path, query] = url.split('?')
  const asked = new URLSearchParams(query)
  asked.delete('page')
  asked.set('cursor', nextCursor)
  return `${path}?${asked}`
}

export function demand(answer: Asked, url: string): Asked {
  if (answer.status === 200) return answer
  throw new Error(`${url} answered ${answer.status}: ${answer.body.slice(0, 300)}`)
}
