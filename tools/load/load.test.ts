import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../apps/server/test/postgres.ts'
import { openConnection } from './connection.ts'
import { fillForLoad } from './data.ts'
import { judgeAnswers } from './judge.ts'
import { type LoadedProduct, startProduct } from './product.ts'
import { loadProduct } from './run.ts'
import { startTally } from './tally.ts'

const PEOPLE = 40

let postgres: TestPostgres
let product: LoadedProduct

beforeAll(async () => {
  postgres = await startPostgres()
  await fillForLoad(postgres.url, { collections: 500, people: PEOPLE })
  product = await startProduct(postgres.url, { limits: { kept_answers: 0 } })
}, 60_000)
afterAll(async () => {
  await product.stop()
  await postgres.stop()
})

test('many connections that read and write get answers, or are told when to come again', async () => {
  const options = { connections: PEOPLE, seconds: 4, isWithPages: false }
  const run = await loadProduct(product, options)
  expect(judgeAnswers(run), product.errors().join('')).toEqual([])
}, 60_000)

test('whoever finds every connection of the database taken is told when to come again', async () => {
  const tally = startTally()
  const connections = Array.from({ length: 30 }, (_, place) =>
    openConnection(product.url, `10.2.0.${place}`, tally),
  )
  const blocker = new pg.Client({ connectionString: postgres.url })
  await blocker.connect()
  await blocker.query('begin; lock table collections in access exclusive mode')
  const answers = connections.map((one) => one.read('/api/contract/newest'))
  // The first of those who wait in vain; those whose statement waits are answered in the end.
  const first = await Promise.race(answers)
  await blocker.query('rollback')
  await blocker.end()
  await Promise.all(answers)
  for (const one of connections) one.close()

  expect(first.status).toBe(503)
  expect(JSON.parse(first.body).error.code).toBe('not_ready')
  const { odd, silent, statuses } = tally.told()
  expect([...odd, ...silent]).toEqual([])
  expect(statuses[200]).toBeGreaterThan(0)
}, 60_000)
