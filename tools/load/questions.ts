import { sortKeys, timeIntervals } from '@platemark/wire/lists'
import { manyAddress } from '../../apps/server/test/large-database/facts.ts'
import { manyTerms } from '../../apps/server/test/large-database/names.ts'

/** What everybody reads: pages of lists, of collections and what they are read with. */
export function publicReads(isWithPages: boolean): string[] {
  const collections = Array.from(
    { length: 50 },
    (_, place) => `ethereum/${manyAddress('collection', 1 + (place % 10))}`,
  )
  return [
    '/api/config',
    '/api/contract/popular',
    '/api/contract/newest',
    '/api/contract/promoted',
    '/api/contract/trending/ethereum',
    ...sortKeys.flatMap((sort) =>
      timeIntervals.map(
        (interval) => `/api/contract/list?sort_by=${sort}&time_interval=${interval}`,
      ),
    ),
    ...sortKeys.map((sort) => `/api/contract/list?sort_by=${sort}&chain=base&page=3`),
    ...Object.values(manyTerms).map(
      (term) => `/api/contract/list?search=${encodeURIComponent(term)}`,
    ),
    ...collections.map((place) => `/api/contract/${place}`),
    ...collections
      .slice(0, 10)
      .flatMap((place) =>
        ['holders', 'tokens', 'activity', 'changes'].map(
          (read) => `/api/contract/${place}/${read}`,
        ),
      ),
    ...(isWithPages
      ? ['/', '/collections', ...collections.map((place) => `/collection/${place}`)]
      : []),
  ]
}
