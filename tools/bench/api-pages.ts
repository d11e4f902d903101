import { mostPages } from './api-gates.ts'
import { type Ran, watchDatabase } from './api-plans.ts'
import { type Asked, openProduct, type Product } from './api-product.ts'
import type { BenchRequest } from './api-requests.ts'

/** What one request touched in all its statements. */
export type Touched = {
  request: BenchRequest
  rows: number
  pages: number
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
      watched.taken()
      const { rows } = demand(await product.ask(address), address)
      const ran = watched.taken()
      const pages = ran.reduce((sum, statement) => sum + statement.pages, 0)
      touched.push({ request, rows, pages, ran })
    }
  } finally {
    await product.close()
  }
  return touched
}

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
