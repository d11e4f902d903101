import type { MintOrder } from '@platemark/sale/mint-call'
import type { Rpc } from '@platemark/sale/rpc'
import { startTestChain } from '@platemark/sale/test-chain'
import { openNow, price, testCollections } from '@platemark/sale/test-collections'
import { afterAll, expect, test } from 'vitest'
import { desk } from './desk.ts'
import type { Facts } from './facts.ts'
import type { Provider } from './wallets.ts'

const chain = await startTestChain()
const { ada, create } = await testCollections(chain)
// Safe: any method of the node may be asked.
const rpc: Rpc = (method, params) => chain.client.request({ method, params } as never)

afterAll(chain.stop)

test('sends a mint with the number of its network', async () => {
  const order = await orderOfOne()
  const wallet = walletOn(31_337)
  const sent = await desk.send({ rpc, provider: wallet.provider }, order, told(order))
  expect(wallet.sent).toMatchObject([
    { from: ada, to: order.contract, chainId: '0x7a69' },
  ])
  const receipt = await chain.client.waitForTransactionReceipt({ hash: sent.hash })
  expect(receipt.status).toBe('success')
})

test('sends nothing by a wallet that went to another network without saying so', async () => {
  const order = await orderOfOne()
  const wallet = walletOn(1)
  const failed = await desk
    .send({ rpc, provider: wallet.provider }, order, told(order))
    .catch((error: unknown) => error)
  expect(desk.refusalIn(failed)).toEqual({ kind: 'moved' })
  expect(wallet.sent).toEqual([])
})

/** A wallet with the keys of the chain, which says that it is on `chainId`. */
function walletOn(chainId: number) {
  const sent: unknown[] = []
  const provider: Provider = {
    async request({ method, params = [] }) {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      // Safe: wallets are asked with lists of parameters.
      const list = params as unknown[]
      if (method === 'eth_sendTransaction') sent.push(list[0])
      return rpc(method, list)
    },
  }
  return { provider, sent }
}

async function orderOfOne(): Promise<MintOrder> {
  const contract = await create({ publicPhase: openNow })
  return {
    contract,
    account: ada,
    phaseId: 255,
    quantity: 1,
    unitWei: price,
    entry: null,
    referrer: null,
  }
}

function told({ contract }: MintOrder): { facts: Facts; mintedBefore: number } {
  const network = {
    id: 31_337,
    alias: 'local',
    name: 'Local',
    coin: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [chain.url],
    explorer: null,
    isDemo: false,
  }
  const facts: Facts = {
    source: 'chain',
    contract,
    network,
    name: 'Prints',
    kind: 'drop',
    creator: { address: ada, name: null },
    image: null,
    terms: { isPaused: false, minted: 0, maxSupply: 100, phases: [] },
    mintFeeWei: 0n,
    rate: null,
    lists: [],
    listsUrl: '/lists/',
    hasUnreadLists: false,
    site: null,
  }
  return { facts, mintedBefore: 0 }
}
