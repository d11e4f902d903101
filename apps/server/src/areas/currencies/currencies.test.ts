import { expect, test } from 'vitest'
import { testServer } from '../../platform/test-server.ts'

test('lists the native coin of every enabled network with its configured rate', async () => {
  const server = await testServer({
    networks: [{ alias: 'ethereum', usd_rate: 3000 }, { alias: 'sepolia' }],
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
  ])
  await server.close()
})
