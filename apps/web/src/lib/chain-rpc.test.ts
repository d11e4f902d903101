import { toRefusal } from '@platemark/mint/refusal'
import { simulateMint } from '@platemark/mint/send-mint'
import { startTestChain } from '@platemark/mint/test/chain'
import {
  openNow,
  orderFor,
  price,
  testCollections,
} from '@platemark/mint/test/collections'
import { type Client, createClient, custom, http } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, describe, expect, test } from 'vitest'
import { createChainRpc } from './chain-rpc.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const { ada, create } = await testCollections(chain)
const contract = await create({ publicPhase: openNow })

const clientOf = (url: string) =>
  createClient({ chain: foundry, transport: http(url, { retryCount: 0 }) })

describe('the RPC of a network through wagmi', () => {
  test('returns the result', async () => {
    const rpc = createChainRpc(clientOf(chain.url))
    expect(await rpc('eth_chainId', [])).toBe('0x7a69')
    const none = `0x${'7'.repeat(64)}`
    expect(await rpc('eth_getTransactionReceipt', [none])).toBeNull()
  })

  test('returns a result in another form as the same result', async () => {
    const receipt = { status: 1, blockNumber: '31', blockHash: `0X${'AB'.repeat(32)}` }
    const client = createClient({ transport: custom({ request: async () => receipt }) })
    expect(await createChainRpc(client)('eth_getTransactionReceipt', [])).toEqual({
      status: '0x1',
      blockNumber: '0x1f',
      blockHash: `0x${'ab'.repeat(32)}`,
    })
  })

  test("throws the contract's revert", async () => {
    const refusal = await refusedBy(clientOf(chain.url), { unitWei: 1n })
    expect(refusal).toMatchObject({ error: 'WrongValue', values: [1n, price] })
  })

  test('throws for insufficient funds', async () => {
    const account = '0x00000000000000000000000000000000000000a1'
    expect(await refusedBy(clientOf(chain.url), { account })).toEqual({ kind: 'funds' })
  })

  test('throws when no node responds', async () => {
    const gone = clientOf('http://127.0.0.1:1')
    expect(await refusedBy(gone, {})).toEqual({ kind: 'unreachable' })
  })
})

function refusedBy(client: Client, changes: Parameters<typeof orderFor>[2]) {
  const order = orderFor(contract, ada, changes)
  return simulateMint(createChainRpc(client), order, 'pending').then(
    () => undefined,
    toRefusal,
  )
}
