import { listNewest, listTrending } from '@platemark/api/collections'
import { expect, test } from 'vitest'
import { apiQuery, createQueryClient, nullableApiQuery } from './query.ts'

test('a read is cached under its URL', () => {
  const read = apiQuery(listTrending, { params: { chain_alias: 'local' } })
  expect(read.queryKey).toEqual(['/api/contract/trending/local'])
})

test('the browser finds the responses of SSR', () => {
  const answer = { data: [] }
  const queries = createQueryClient([['/api/contract/newest', answer]])
  expect(queries.getQueryData(apiQuery(listNewest, {}).queryKey)).toBe(answer)
})

test('a missing resource of SSR is missing in the browser', async () => {
  const read = nullableApiQuery(listTrending, { params: { chain_alias: 'mars' } })
  const queries = createQueryClient([['/api/contract/trending/mars', null]])
  expect(await queries.ensureQueryData(read)).toBeNull()
})
