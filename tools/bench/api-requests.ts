import { sortKeys, timeIntervals } from '@platemark/api/lists'
import { manyAddress } from '../../apps/server/test/large-database/columns.ts'
import { manyTerms } from '../../apps/server/test/large-database/names.ts'

export type RequestKind = 'list' | 'deep' | 'search'

export type BenchRequest = {
  kind: RequestKind
  path: string
  /** The page after `path`, by its cursor, is requested. */
  isCursor?: boolean
}

/** Page number (24 rows a page) at an offset of 10,000 rows. */
const DEEP = '417'
const windowed = ['popular', 'minted', 'volume', 'newest']

/** Terms that a trigram index hardly helps with. */
const awkwardTerms = ['...', 'q o', 'of', 'ing', '%__', 'foxes of', 'golden dragons']

/** Returns requests of every public list in every order. */
export function benchRequests(): BenchRequest[] {
  return [...listRequests(), ...searchRequests(), ...readRequests()]
}

function listRequests(): BenchRequest[] {
  return sortKeys.flatMap((sort_by) => {
    const intervals = windowed.includes(sort_by) ? timeIntervals : (['7d'] as const)
    const whole = { sort_by, time_interval: windowed.includes(sort_by) ? 'all' : '7d' }
    return [
      ...intervals.flatMap((time_interval) => [
        list({ sort_by, time_interval }),
        list({ sort_by, time_interval, chain: 'ethereum' }),
        deep({ sort_by, time_interval }),
      ]),
      list({ ...whole, chain: 'base,polygon' }),
      list({ ...whole, creator: manyAddress('wallet', 1) }),
      list({ ...whole, explain: '1' }),
      deep({ ...whole, explain: '1' }),
      deep({ ...whole, chain: 'ethereum' }),
      next(list({ ...whole, page: '2' })),
      next(deep(whole)),
    ]
  })
}

function searchRequests(): BenchRequest[] {
  const address = manyAddress('collection', 7)
  const sorts = ['trending', 'popular', 'newest', 'price_asc', 'volume', 'ending_soon']
  const common = manyTerms.common
  return [
    ...[...Object.values(manyTerms), address].flatMap((search) => [
      ...sorts.map((sort_by) => find({ search, sort_by })),
      find({ search, sort_by: 'newest', chain: 'celo' }),
      find({ search, sort_by: 'popular', time_interval: '24h' }),
    ]),
    ...awkwardTerms.flatMap((search) => [
      find({ search, sort_by: 'price_desc' }),
      find({ search, chain: 'polygon' }),
    ]),
    find({ search: common, creator: manyAddress('wallet', 1) }),
    find({ search: common, page: '20' }),
  ]
}

function readRequests(): BenchRequest[] {
  const large = `/api/contract/ethereum/${manyAddress('collection', 1)}`
  const usual = `/api/contract/ethereum/${manyAddress('collection', 7)}`
  const owner = manyAddress('wallet', 1)
  const paths = [
    ...['popular', 'newest', 'trending/ethereum', 'trending/celo', 'promoted'].map(
      (name) => `/api/contract/${name}`,
    ),
    ...[large, usual, `${large}/tokens?owner=${owner}`, `/api/tokens?owner=${owner}`],
  ]
  const pages = ['holders', 'tokens', 'activity', 'activity?type=transfer'].flatMap(
    (name): BenchRequest[] => {
      const first: BenchRequest = { kind: 'list', path: `${large}/${name}` }
      const page = `${name.includes('?') ? '&' : '?'}page=${DEEP}`
      return [first, next(first), { kind: 'deep', path: `${first.path}${page}` }]
    },
  )
  const changes = `${large}/changes`
  return [
    ...[...paths, changes].map((path) => ({ kind: 'list', path }) as const),
    ...pages,
  ]
}

function list(query: Record<string, string>): BenchRequest {
  return { kind: 'list', path: `/api/contract/list?${new URLSearchParams(query)}` }
}

function deep(query: Record<string, string>): BenchRequest {
  return { ...list({ ...query, page: DEEP }), kind: 'deep' }
}

function find(query: Record<string, string>): BenchRequest {
  return { ...list({ time_interval: 'all', ...query }), kind: 'search' }
}

function next(request: BenchRequest): BenchRequest {
  return { ...request, kind: 'list', isCursor: true }
}
