import { hasAddressShape } from '@platemark/rules/addresses'
import { findSearchProblem } from '@platemark/rules/search-text'
import { getArticle } from './academy-operations.ts'
import { getCampaign, listCampaigns } from './campaign-operations.ts'
import type { Collector } from './collector.ts'
import { chooseCollectorTab } from './collector-tab.ts'
import {
  intervalSorts,
  listKinds,
  listStatuses,
  sortKeys,
  timeIntervals,
} from './lists.ts'
import { chooseNameTab } from './name-tab.ts'
import type { NameDetail, NameProfile } from './names.ts'
import {
  checkName,
  getNameProfile,
  getNameSale,
  listLastNames,
  listNameActivity,
} from './names-operations.ts'
import {
  getCollection,
  getCollector,
  getConfig,
  getToken,
  listCollections,
  listCollectorActivity,
  listCurrencies,
  listNewest,
  listPopular,
  listPromoted,
  listTokensOfOwner,
  type Operation,
} from './operations.ts'

/** A query that the page needs before it is rendered on the server. */
export type RouteRead = {
  operation: Operation
  params?: Record<string, string>
  query?: Record<string, string>
  /** A missing resource makes the whole page not found. */
  is_essential?: true
  /** A missing resource makes the status 404, though its page is shown. */
  is_subject?: true
}

/** One page of the app, the same row for the browser's router and the server's renderer. */
export type Route = {
  id: string
  /** TanStack Router syntax. */
  path: string
  access: 'public' | 'signed-in'
  reads: (at: {
    params: Record<string, string>
    query: Record<string, string>
  }) => RouteRead[]
  /** Reads that follow from the answers of the essential ones, which are in their order. */
  readsAfter?: (
    at: { params: Record<string, string>; query: Record<string, string> },
    answers: readonly unknown[],
  ) => RouteRead[]
  /** The answers of the essential reads make the status 404, though the page is shown. */
  isMissing?: (answers: readonly unknown[]) => boolean
}

/** Reads of every page: they fill the shell. Without the configuration there is no page. */
export const shellReads: RouteRead[] = [
  { operation: getConfig, is_essential: true },
  { operation: listCurrencies },
]

/** Returns the page of a campaign that has its own path, which is its alias. */
function campaignRow<Alias extends string>(alias: Alias) {
  return {
    id: alias,
    path: `/${alias}`,
    access: 'public',
    reads: () => readCampaign(alias),
  } as const
}

/** Every page that exists. A path without a row is a 404 with the not-found page. */
export const routes = [
  {
    id: 'launchpad',
    path: '/',
    access: 'public',
    reads: () => [
      { operation: listPromoted },
      { operation: listPopular },
      { operation: listNewest },
    ],
  },
  {
    id: 'collections',
    path: '/collections',
    access: 'public',
    reads: ({ query }) => [{ operation: listCollections, query: readListPage(query) }],
  },
  {
    id: 'collection',
    path: '/collection/$chain/$alias',
    access: 'public',
    reads: ({ params: { chain = '', alias = '' }, query: { token } }) => {
      const params = { chain_alias: chain, contract_address: alias }
      const collection: RouteRead = {
        operation: getCollection,
        params,
        is_essential: true,
      }
      if (!token) return [collection]
      const shown = { ...params, token_id: token }
      return [collection, { operation: getToken, params: shown, is_subject: true }]
    },
  },
  {
    id: 'edit-collection',
    path: '/collection/$chain/$alias/edit',
    access: 'signed-in',
    reads: ({ params: { chain = '', alias = '' } }) => {
      const params = { chain_alias: chain, contract_address: alias }
      // Its owner finds a hidden one by its slug, which the server cannot know.
      return [{ operation: getCollection, params, is_subject: true }]
    },
  },
  {
    id: 'collector',
    path: '/collector/$address',
    access: 'public',
    reads: ({ params: { address = '' }, query }) => {
      const collector: RouteRead = {
        operation: getCollector,
        params: { address },
        ...(query.chain && { query: { chain: query.chain } }),
        is_essential: true,
      }
      return hasAddressShape(address) ? [collector, readTab(address, query)] : [collector]
    },
    readsAfter: ({ params: { address = '' }, query }, [answer]) => {
      // Safe: the answer of `getCollector`; null where it was not found.
      const collector = (answer as { data?: Collector } | null)?.data
      if (!collector || query.tab === 'created') return []
      const tab = chooseCollectorTab(query.tab, collector)
      return tab === 'created' ? [readTab(address, { ...query, tab })] : []
    },
  },
  {
    id: 'names',
    path: '/names',
    access: 'public',
    reads: ({ query: { name } }) => [
      { operation: listLastNames, is_essential: true },
      { operation: getNameSale },
      ...(name ? [{ operation: checkName, query: { name } }] : []),
    ],
  },
  {
    id: 'name',
    path: '/names/$name',
    access: 'public',
    reads: ({ params: { name = '' } }) => [
      { operation: getNameProfile, params: { name }, is_essential: true },
    ],
    readsAfter: ({ query }, [answer]) => {
      const name = pickName(answer)
      return name ? readNameTab(name, query) : []
    },
    isMissing: ([answer]) => !pickName(answer),
  },
  {
    id: 'create',
    path: '/create',
    access: 'public',
    reads: () => [],
  },
  {
    id: 'studio',
    path: '/studio',
    access: 'signed-in',
    reads: () => [],
  },
  {
    id: 'studio-collection',
    path: '/studio/$contract_id',
    access: 'signed-in',
    reads: () => [],
  },
  {
    id: 'studio-earnings',
    path: '/studio/earnings',
    access: 'signed-in',
    reads: () => [],
  },
  {
    id: 'studio-accept',
    path: '/studio/$contract_id/accept',
    access: 'signed-in',
    reads: () => [],
  },
  {
    id: 'academy',
    path: '/academy',
    access: 'public',
    reads: () => [],
  },
  {
    id: 'academy-glossary',
    path: '/academy/glossary',
    access: 'public',
    reads: () => [],
  },
  {
    id: 'academy_detail',
    path: '/academy/$alias',
    access: 'public',
    reads: ({ params: { alias = '' } }) => [
      { operation: getArticle, params: { alias }, is_essential: true },
    ],
  },
  {
    id: 'campaigns',
    path: '/campaigns',
    access: 'public',
    reads: () => [{ operation: listCampaigns }],
  },
  {
    id: 'campaign',
    path: '/campaigns/$alias',
    access: 'public',
    reads: ({ params: { alias = '' } }) => readCampaign(alias),
  },
  campaignRow('soneium-guild-battle'),
  campaignRow('superchain-stamp-card'),
  {
    id: 'about',
    path: '/about',
    access: 'public',
    reads: () => [],
  },
  {
    id: 'saved',
    path: '/saved',
    access: 'public',
    reads: () => [],
  },
  {
    id: 'settings',
    path: '/settings',
    access: 'signed-in',
    reads: () => [],
  },
  {
    id: '404',
    path: '/404',
    access: 'public',
    reads: () => [],
  },
] as const satisfies Route[]

/** The head of a page of a collection alone, for link previews; browsers are sent to the page. */
export const previewRoute = {
  id: 'collection-meta-page',
  path: '/collection-meta-page/$chain/$alias',
} as const

/** Returns the read of a campaign, without which its page is not found. */
function readCampaign(alias: string): RouteRead[] {
  return [{ operation: getCampaign, params: { alias }, is_essential: true }]
}

/** Returns the read of the list on the chosen tab of an account page. */
function readTab(address: string, query: Record<string, string>): RouteRead {
  const part = pickListQuery(query)
  if (query.tab === 'created') {
    const order = query.sort_by === 'oldest' ? { sort_by: 'oldest' } : {}
    return { operation: listCollections, query: { creator: address, ...part, ...order } }
  }
  if (query.tab === 'activity') {
    return { operation: listCollectorActivity, params: { address }, query: part }
  }
  return { operation: listTokensOfOwner, query: { owner: address, ...part } }
}

/** Returns the name of a profile; undefined: it is not registered. */
function pickName(answer: unknown): NameDetail | null | undefined {
  // Safe: the answer of `getNameProfile`; null where it was not found.
  return (answer as { data?: NameProfile } | null)?.data?.name
}

/** Returns the reads of the chosen tab of a name: of its owner, or its own changes. */
function readNameTab(name: NameDetail, query: Record<string, string>): RouteRead[] {
  const { owner: address, owner_is_contract, chain, stats } = name
  const tab = chooseNameTab(query.tab, stats)
  if (tab === 'activity') {
    const page = { params: { name: name.name }, query: { page: '1' } }
    return [{ operation: listNameActivity, ...page }]
  }
  const account = owner_is_contract ? { chain } : {}
  return [
    { operation: getCollector, params: { address }, query: account },
    readTab(address, { ...query, ...account, tab }),
  ]
}

/** Picks the network and the cursor of a list of an account. */
function pickListQuery({
  chain,
  cursor,
}: Record<string, string>): Record<string, string> {
  return { ...(chain && { chain }), ...(cursor && { cursor }) }
}

/** The query parameters of the list, and which values the endpoint accepts. */
const listQuery: Record<string, (value: string) => boolean> = {
  page: (value) => /^[1-9][0-9]{0,9}$/.test(value),
  chain: (value) => value.length <= 400,
  sort_by: (value) => sortKeys.some((key) => key === value),
  time_interval: (value) => timeIntervals.some((key) => key === value),
  search: (value) => findSearchProblem(value) === undefined,
  creator: hasAddressShape,
  status: (value) => listStatuses.some((one) => one === value),
  free: (value) => value === '1',
  kind: (value) => listKinds.some((one) => one === value),
}

/**
 * Parses the query of the list of collections, always in the same order, without values that the
 * endpoint would reject: every address shows a page. Written without the schema, which would
 * make the first view larger; a test compares the two.
 */
export function readListQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(listQuery).flatMap(([name, isTaken]) => {
      const value = name in query ? String(query[name]) : ''
      return value !== '' && isTaken(value) ? [[name, value]] : []
    }),
  )
}

/** Returns the query that the page of the list requests: of all time unless its address limits it. */
export function readListPage(query: Record<string, unknown>): Record<string, string> {
  const read = readListQuery(query)
  const isLimitable = intervalSorts.some((sort) => sort === read.sort_by)
  return isLimitable ? { time_interval: 'all', ...read } : read
}

export type RouteId = (typeof routes)[number]['id']

/**
 * The data that the server embeds in the first view: the API responses it was rendered from,
 * keyed by their address, null for a resource that does not exist.
 */
export type Boot = {
  route: RouteId | ''
  answers: [url: string, answer: unknown][]
}
