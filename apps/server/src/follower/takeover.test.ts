import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { watchTakeovers } from '../../test/takeover.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test('another process takes over what a killed one followed, without gap or double', {
  timeout: 180_000,
}, async () => {
  const { times, differences } = await watchTakeovers(postgres.url, 2)
  expect(differences).toEqual([])
  expect(times).toHaveLength(2)
})
