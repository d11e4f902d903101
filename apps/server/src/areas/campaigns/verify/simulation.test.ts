import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateCampaign } from '../../../../test/campaign-simulation.ts'
import { type TestServer, testServer } from '../../../../test/server.ts'
import { seedOr, share } from '../../../../test/share.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    networks: [
      { alias: 'local', is_demo: true },
      { alias: 'local-two', is_demo: true },
    ],
  })
})
afterAll(() => server.close())

test('the result equals an independent recount, whatever the networks and their indexers did', {
  timeout: 1_200_000,
}, async () => {
  const first = seedOr(1)
  let rows = 0
  let reorganisations = 0
  for (let seed = first; seed < first + share(2, 50); seed += 1) {
    const found = await simulateCampaign(server, seed)
    expect([seed, found.file]).toEqual([seed, found.recount])
    rows += found.file.split('\n').length - 2
    reorganisations += found.reorganisations
  }
  process.stdout.write(`${rows} rows, ${reorganisations} reorganisations\n`)
  expect(rows).toBeGreaterThan(5)
  expect(reorganisations).toBeGreaterThan(2)
})
