import { listNewest, listTrending } from '@platemark/api/collections'
import { expect, test } from 'vitest'
import { apiQuery, createQueryClient, nullableApiQuery } from './query.ts'

test('a read is kept under the address it is sent to', () => {
  const read = apiQuery(listTrending, { params: { chain_alias: 'local' } })
  expect(read.queryKey).toEqual(['/api/contract/trending/local'])
})

test('the answers of the painted page are found by the reads of the browser', () => {
  const answer = { data: [] }
  const queries = createQueryClient([['/api/contract/newest', answer]])
  expect(queries.getQueryData(apiQuery(listNewest, {}).queryKey)).toBe(answer)
})

test('what the painted page found missing is missing for the browser, too', async () => {
  const read = nullableApiQuery(listTrending, { params: { chain_alias: 'mars' } })
  const queries = createQueryClient([['/api/contract/trending/mars', null]])
  expect(await queries.ensureQueryData(read)).toBeNull()
})
