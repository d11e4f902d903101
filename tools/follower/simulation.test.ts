import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { type DatabaseSources, playSeed } from './seeds.ts'

const PATIENCE_MS = 300_000

let postgres: TestPostgres
let from: DatabaseSources

beforeAll(async () => {
  postgres = await startPostgres()
  from = {
    template: process.env.PLATEMARK_TEST_TEMPLATE ?? '',
    server: postgres.url,
  }
})
afterAll(() => postgres.stop())

describe('the tables say what the chain says, whatever happens meanwhile:', () => {
  test.each([
    [1, 'three endpoints that fail and lie, an embedded database'],
    [2, 'three endpoints, two followers of one database, and another genesis in the end'],
    [3, 'a single endpoint whose lies heal'],
  ])(
    'seed %i: %s',
    async (seed) => {
      const outcome = await playSeed(seed, from)
      expect(outcome.logs).toBeGreaterThanOrEqual(5000)
      expect(outcome.kills).toBeGreaterThan(0)
      expect(outcome.looks).toBeGreaterThan(0)
      expect(Math.max(...outcome.reorganisations)).toBeGreaterThanOrEqual(100)
      const strikes = [...outcome.strikes.values()].reduce((sum, count) => sum + count, 0)
      expect(strikes).toBeGreaterThan(10)
    },
    PATIENCE_MS,
  )
})
