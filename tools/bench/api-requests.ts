import { sortKeys, timeIntervals } from '@platemark/wire/lists'
import { manyAddress } from '../../apps/server/test/large-database/facts.ts'
import { manyTerms } from '../../apps/server/test/large-database/names.ts'

/** What may be touched: see `api-gates.ts`. */
export type RequestKind = 'list' | 'deep' | 'search'

export type BenchRequest = {
  name: string
  kind: RequestKind
  url: string
  /** Asked for is not `url` but the page after it. */
  isCursor?: boolean
}

/** Pages of 24 whose rows lie 10,000 deep. */
const DEEP = 417
const windowed = ['popular', 'minted', 'volume', 'newest'] as const

/** Ordinary and other words that no index of three letters helps with, or little. */
const awkwardTerms = [
  '...',
  '---',
  'q o',
  'z.s',
  'of',
  'ar',
  'ing',
  '%__',
  'foxes of',
  'otters',
]

/** Everything that is public, in every order; the same addresses lead to rows in each size. */
export function benchRequests(): BenchRequest[] {
  return [...listRequests(), ...searchRequests(), ...otherLists(), ...readRequests()]
}

function listRequests(): BenchRequest[] {
  const requests: BenchRequest[] = []
  for (const sort_by of sortKeys) {
    const isWindowed = windowed.some((sort) => sort === sort_by)
    for (const time_interval of isWindowed ? timeIntervals : (['7d'] as const)) {
      for (const chain of ['', 'ethereum']) {
        requests.push(list({ sort_by, time_interval, chain }))
      }
    }
    const time_interval = isWindowed ? 'all' : '7d'
    requests.push(list({ sort_by, time_interval, chain: 'base,polygon' }))
    requests.push(list({ sort_by, time_interval, page: '2' }))
    requests.push(cursor(list({ sort_by, time_interval, page: '2' })))
    requests.push(deep({ sort_by, time_interval }))
    requests.push(cursor(deep({ sort_by, time_interval })))
    requests.push(deep({ sort_by, time_interval, chain: 'ethereum' }))
    if (isWindowed) requests.push(deep({ sort_by, time_interval: '30d' }))
    if (isWindowed) requests.push(deep({ sort_by, time_interval: '1h' }))
    requests.push(
      ...explainedRequests(sort_by, isWindowed ? ['1h', '30d', 'all'] : ['7d']),
    )
  }
  return requests
}

function explainedRequests(sort_by: string, intervals: string[]): BenchRequest[] {
  const explain = '1'
  return intervals.flatMap((time_interval) => [
    list({ sort_by, time_interval, explain }),
    list({ sort_by, time_interval, explain, chain: 'base,polygon' }),
    deep({ sort_by, time_interval, explain }),
  ])
}

function searchRequests(): BenchRequest[] {
  const address = manyAddress('collection', 7)
  const terms = { ...manyTerms, address }
  const sorts = ['trending', 'popular', 'newest', 'price_asc', 'volume', 'ending_soon']
  const requests: BenchRequest[] = []
  for (const [name, search] of Object.entries(terms)) {
    for (const sort_by of sorts) requests.push(searchFor(name, { search, sort_by }))
    requests.push(searchFor(name, { search, sort_by: 'newest', chain: 'celo' }))
    requests.push(searchFor(name, { search, sort_by: 'popular', time_interval: '24h' }))
  }
  const creator = manyAddress('wallet', 1)
  requests.push(searchFor('common', { search: manyTerms.common, creator }))
  requests.push(searchFor('common', { search: manyTerms.common, page: '20' }))
  for (const search of awkwardTerms) {
    requests.push(searchFor(`"${search}"`, { search, sort_by: 'price_desc' }))
    requests.push(searchFor(`"${search}"`, { search, chain: 'polygon' }))
  }
  for (const search of ['golden dragons', 'wandering dragons', 'golden crimson']) {
    for (const chain of ['', 'ethereum', 'base', 'polygon']) {
      requests.push(searchFor(`"${search}"`, { search, chain }))
    }
  }
  requests.push(searchFor('nowhere', { search: manyTerms.nowhere, chain: 'ethereum' }))
  return requests
}

function otherLists(): BenchRequest[] {
  const creator = manyAddress('wallet', 1)
  return [
    ...sortKeys.map((sort_by) => list({ creator, sort_by, time_interval: 'all' })),
    { name: 'popular', kind: 'list', url: '/api/contract/popular' },
    { name: 'newest', kind: 'list', url: '/api/contract/newest' },
    { name: 'trending', kind: 'list', url: '/api/contract/trending/ethereum' },
    { name: 'trending, small chain', kind: 'list', url: '/api/contract/trending/celo' },
    { name: 'promoted', kind: 'list', url: '/api/contract/promoted' },
  ]
}

/** Of the large collection, and of one that is as large as most. */
function readRequests(): BenchRequest[] {
  const large = `/api/contract/ethereum/${manyAddress('collection', 1)}`
  const usual = `/api/contract/ethereum/${manyAddress('collection', 7)}`
  const reads = ['holders', 'tokens', 'activity', 'changes', 'activity?type=transfer']
  const requests: BenchRequest[] = [
    { name: 'one large collection', kind: 'list', url: large },
    { name: 'one collection', kind: 'list', url: usual },
  ]
  for (const read of reads) {
    const url = `${large}/${read}`
    const first = { name: read, kind: 'list', url } as const
    const page = `${url}${url.includes('?') ? '&' : '?'}page=${DEEP}`
    requests.push(first, cursor(first))
    if (read !== 'changes')
      requests.push({ name: `${read}, deep`, kind: 'deep', url: page })
  }
  const whale = manyAddress('wallet', 1)
  const own = {
    name: 'tokens of one',
    kind: 'list',
    url: `${large}/tokens?owner=${whale}`,
  }
  requests.push({ ...own, kind: 'list' })
  const held = { name: 'tokens everywhere', url: `/api/tokens?owner=${whale}` }
  requests.push({ ...held, kind: 'list' })
  return requests
}

function list(query: Record<string, string>): BenchRequest {
  const kept = Object.entries(query).filter(([, value]) => value !== '')
  const url = `/api/contract/list?${new URLSearchParams(kept)}`
  const { creator, explain, ...told } = Object.fromEntries(kept)
  const words = Object.values(told)
  if (told.page) words[words.length - 1] = `page ${told.page}`
  if (creator) words.push('of a creator')
  if (explain) words.push('explained')
  return { name: `list ${words.join(' ')}`, kind: 'list', url }
}

function deep(query: Record<string, string>): BenchRequest {
  return { ...list({ ...query, page: String(DEEP) }), kind: 'deep' }
}

function cursor(request: BenchRequest): BenchRequest {
  const { name, url } = request
  return { name: `${name}, next by cursor`, kind: 'list', url, isCursor: true }
}

function searchFor(name: string, query: Record<string, string>): BenchRequest {
  const { search, ...others } = query
  const words = Object.values(others).map((word) => word.slice(0, 12))
  const { url } = list({ time_interval: 'all', ...query })
  return { name: `search ${name}: ${words.join(' ')}`, kind: 'search', url }
}
