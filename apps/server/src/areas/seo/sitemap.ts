import { campaignPath } from '@platemark/api/campaign-path'
import { Problem } from '@platemark/api/problem'
import { type RouteId, routes } from '@platemark/api/routes'
import { createBoundedQueue } from '../../bounded-queue.ts'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import {
  createResponseCache,
  type SerializedResponse,
} from '../../http/response-cache.ts'
import { listConfirmedBlocks } from '../../indexer/queries.ts'
import { escapeHtml } from '../../pages/escape.ts'
import { listCampaigns } from '../campaigns/service/visible.ts'
import { toChecksumAddress } from '../collections/service.ts'
import { findSitemapPageEnd, listSitemapRows, type SitemapCursor } from './queries.ts'

/** URLs per page. */
const PER_PAGE = 5_000

/** Pages per network in the index: five million collections. */
const MAX_PAGES = 1_000

/** Seconds that a page is cached, and a hidden collection can remain in it. */
export const MAX_AGE_SECONDS = 300

/** Serialized page of the sitemap. */
type MapPage = Promise<SerializedResponse>

export type Sitemap = {
  /** Index of all pages: of the site and of each network. */
  index(): MapPage
  /** Pages of the site other than collections. */
  pages(): MapPage
  /** Listed collections of a network. Throws `unknown_chain` and `not_found`. */
  collections(chain: string, start: string): MapPage
}

/**
 * Creates the sitemap of listed collections. Renders one page at a time, because each
 * reads thousands of rows, and only pages of the index, because any other URL could be
 * made up.
 */
export function renderSitemap(context: AppContext, perPage = PER_PAGE): Sitemap {
  const { chains, configuration, clock } = context
  const isKept = configuration.limits.kept_answers > 0
  const kept = createResponseCache({
    most: 12,
    seconds: isKept ? MAX_AGE_SECONDS : 0,
    clock,
  })
  const most = Math.max(chains.length, 1)
  const starts = createResponseCache({
    most,
    seconds: isKept ? MAX_AGE_SECONDS : 0,
    clock,
  })
  const takeTurn = createBoundedQueue({ concurrency: 1, maxPending: 20 })

  const startsOf = async (chain: Chain): Promise<string[]> => {
    const list = () => listStarts(context, chain, perPage)
    const { text } = await starts.get(chain.alias, chain.alias, async () =>
      (await list()).map(encodeStart).join(' '),
    )
    return text.split(' ')
  }
  const make = (name: string, page: () => Promise<string>) =>
    kept.get(name, name, () => takeTurn(page))
  return {
    index: () => make('index', () => writeIndex(context, startsOf)),
    pages: () => make('pages', () => writePages(context)),
    collections: async (alias, start) => {
      const chain = chains.find((one) => one.alias === alias)
      if (!chain) throw new Problem('unknown_chain')
      if (!(await startsOf(chain)).includes(start)) throw new Problem('not_found')
      return make(`${alias} ${start}`, () =>
        writeCollections(context, chain, { start, perPage }),
      )
    },
  }
}

async function writeIndex(
  { chains, configuration }: AppContext,
  startsOf: (chain: Chain) => Promise<string[]>,
): Promise<string> {
  const pages = ['/sitemap/pages.xml']
  for (const chain of chains) {
    const starts = await startsOf(chain)
    pages.push(...starts.map((start) => `/sitemap/${chain.alias}/${start}.xml`))
  }
  const entries = pages.map(
    (path) =>
      `<sitemap><loc>${escapeHtml(configuration.public_url + path)}</loc></sitemap>`,
  )
  return document('sitemapindex', entries)
}

/** Pages of campaigns with a path of their own, which exist while their campaign does. */
const campaignPages: readonly RouteId[] = [
  'soneium-guild-battle',
  'superchain-stamp-card',
]

/** Public pages that search engines are asked to leave out. */
const unindexedPages: readonly RouteId[] = ['saved', '404']

async function writePages(context: AppContext): Promise<string> {
  const { configuration, academy } = context
  const { public_url } = configuration
  const campaigns = (await listCampaigns(context))
    .filter(({ status }) => status !== 'cancelled')
    .map(({ alias }) => campaignPath(alias))
  const own = routes.filter(
    ({ id, path, access }) =>
      access === 'public' &&
      !unindexedPages.includes(id) &&
      !path.includes('$') &&
      (!campaignPages.includes(id) || campaigns.includes(path)) &&
      (id !== 'names' || configuration.names !== null),
  )
  return document('urlset', [
    ...own.map(({ path }) => `<url><loc>${escapeHtml(public_url + path)}</loc></url>`),
    ...campaigns
      .filter((path) => path.startsWith('/campaigns/'))
      .map((path) => `<url><loc>${escapeHtml(public_url + path)}</loc></url>`),
    ...academy.english.articles.map(
      ({ alias, updated }) =>
        `<url><loc>${escapeHtml(`${public_url}/academy/${alias}`)}</loc><lastmod>${updated}</lastmod></url>`,
    ),
  ])
}

async function writeCollections(
  context: AppContext,
  chain: Chain,
  { start, perPage }: { start: string; perPage: number },
): Promise<string> {
  const part = { chain: await confirmedPart(context, chain), after: decodeStart(start) }
  const rows = await listSitemapRows(context.database, part, perPage)
  const { public_url } = context.configuration
  return document(
    'urlset',
    rows.map((row) => {
      const path = `/collection/${chain.alias}/${row.alias ?? toChecksumAddress(row.address)}`
      const changed = row.updated_at.toISOString()
      return `<url><loc>${escapeHtml(public_url + path)}</loc><lastmod>${changed}</lastmod></url>`
    }),
  )
}

/**
 * Lists the start of each page of a network, each found by one query over one page of
 * rows.
 */
async function listStarts(
  context: AppContext,
  chain: Chain,
  perPage: number,
): Promise<(SitemapCursor | undefined)[]> {
  const starts: (SitemapCursor | undefined)[] = [undefined]
  const confirmed = await confirmedPart(context, chain)
  while (starts.length < MAX_PAGES) {
    const part = { chain: confirmed, after: starts.at(-1) }
    const end = await findSitemapPageEnd(context.database, part, perPage)
    if (!end) break
    starts.push(end)
  }
  return starts
}

async function confirmedPart({ database }: AppContext, chain: Chain) {
  const confirmed = (await listConfirmedBlocks(database)).get(chain.id) ?? -1
  const all = Number.MAX_SAFE_INTEGER
  return { id: chain.id, confirmed: chain.confirmations > 0 ? confirmed : all }
}

function encodeStart(place: SitemapCursor | undefined): string {
  return place ? `${place.created_block}-${place.id}` : 'first'
}

function decodeStart(start: string): SitemapCursor | undefined {
  const [, block, id] = /^(\d+)-(.+)$/.exec(start) ?? []
  return block && id ? { created_block: Number(block), id } : undefined
}

function document(root: 'sitemapindex' | 'urlset', entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`
}
