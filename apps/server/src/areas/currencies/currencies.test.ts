import { expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { startRateHistory } from './service.ts'

test('lists the native coin of every enabled network with its configured rate', async () => {
  const server = await testServer({
    networks: [
      { alias: 'ethereum', usd_rate: 3000 },
      { alias: 'sepolia', usd_rate: 3000 },
      { alias: 'base' },
    ],
  })
  const { status, data } = await server.get('/api/currency/list')
  expect(status).toBe(200)
  expect(data).toMatchObject([
    {
      id: 'ethereum-eth',
      chain_id: 1,
      usd_rate: 3000,
      is_native: true,
      is_testnet: false,
    },
    { id: 'sepolia-eth', usd_rate: null, is_testnet: true, mint_allowed: false },
    { id: 'base-eth', usd_rate: null, usd_rate_at: null, stale: false },
  ])
  await server.close()
})

test('lists coins in the order of the networks, cacheable for a minute', async () => {
  const server = await testServer({
    networks: [{ alias: 'base' }, { alias: 'ethereum' }, { alias: 'polygon' }],
  })
  const { data, headers } = await server.get('/api/currency/list')
  expect(data.map(({ chain }: { chain: string }) => chain)).toEqual([
    'base',
    'ethereum',
    'polygon',
  ])
  expect(headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300')
  const again = await server.get('/api/currency/list', {
    headers: { 'if-none-match': headers.etag ?? '' },
  })
  expect([again.status, again.body, again.headers['cache-control']]).toEqual([
    304,
    '',
    'public, max-age=60, stale-while-revalidate=300',
  ])
  const token = `Bearer plm_${'a'.repeat(49)}`
  const asked = await server.get('/api/currency/list', {
    headers: { authorization: token },
  })
  expect([asked.status, asked.headers['cache-control']]).toEqual([200, 'no-store'])
  await server.close()
})

test('stores the rate of a coin once an hour, and none of test networks', async () => {
  const server = await testServer({
    networks: [
      { alias: 'ethereum', usd_rate: 3000 },
      { alias: 'sepolia', usd_rate: 3000 },
      { alias: 'base' },
    ],
  })
  for (const hours of [0, 0, 1]) {
    server.clock.advance(hours * 3_600_000)
    await startRateHistory(server.context)()
  }
  const rows = await server.database
    .selectFrom('currency_rates')
    .selectAll()
    .orderBy('hour')
    .execute()
  expect(rows).toMatchObject([
    { chain_id: 1, usd_rate: 3000 },
    { chain_id: 1, usd_rate: 3000 },
  ])
  expect(Number(rows[1]?.hour) - Number(rows[0]?.hour)).toBe(3_600_000)
  await server.close()
})
