import { collectionAbi } from '@platemark/abi/collection'
import { mintState } from '@platemark/rules/mint-state'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { mintReasonsOf } from '@platemark/rules/states'
import type { MintOrder } from '@platemark/sale/mint-call'
import { startTestChain } from '@platemark/sale/test-chain'
import { openNow, price, testCollections } from '@platemark/sale/test-collections'
import { type Address, createClient, http, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, describe, expect, test } from 'vitest'
import { estimateNetworkFee, refusalOf, sendMint, simulateMint } from './send-mint.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const { client } = chain
const { ada, bob, change, create } = await testCollections(chain)

describe('a mint', () => {
  test('is tried, estimated and sent as the contract takes it', async () => {
    const contract = await create({ publicPhase: openNow })
    const order = orderFor(contract, { quantity: 2 })
    await simulateMint(client, order, 'pending')
    expect(await estimateNetworkFee(client, order)).toBeGreaterThan(0n)
    const wallet = Object.assign(client, {
      account: { address: ada, type: 'json-rpc' as const },
    })
    const hash = await sendMint(wallet, order)
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(receipt.status).toBe('success')
    expect(receipt.logs).toHaveLength(2)
  })

  test('has a usual fee while the wallet could not pay for it', async () => {
    const contract = await create({ publicPhase: openNow })
    const account: Address = '0x00000000000000000000000000000000000000a1'
    const fee = await estimateNetworkFee(client, orderFor(contract, { account }))
    expect(fee).toBeGreaterThan(0n)
  })
})

describe('what stops a mint', () => {
  const refused = (
    order: MintOrder,
    asked = client as Parameters<typeof simulateMint>[0],
  ) =>
    simulateMint(asked, order, 'pending').then(
      () => undefined,
      (thrown: unknown) => refusalOf(thrown),
    )

  test('is told as the contract names it', async () => {
    const contract = await create({ publicPhase: openNow })
    await change(contract, 'setPaused', [true])
    expect(await refused(orderFor(contract))).toMatchObject({
      kind: 'contract',
      error: 'Paused',
    })
    await change(contract, 'setPaused', [false])
    expect(await refused(orderFor(contract, { unitWei: 1n }))).toMatchObject({
      error: 'WrongValue',
      values: [1n, price],
    })
  })

  test('is the money where the wallet has too little', async () => {
    const contract = await create({ publicPhase: openNow })
    const account: Address = '0x00000000000000000000000000000000000000a1'
    expect(await refused(orderFor(contract, { account }))).toEqual({ kind: 'funds' })
  })

  test('is the network where no node answers', async () => {
    const transport = http('http://127.0.0.1:1', { retryCount: 0 })
    const gone = createClient({ chain: foundry, transport })
    expect(await refused(orderFor(bob), gone)).toEqual({ kind: 'unreachable' })
  })
})

describe('panel and contract', () => {
  test('agree at every boundary of a phase', async () => {
    const { timestamp } = await client.getBlock()
    const start = Number(timestamp) + 1000
    const end = start + 1000
    const contract = await create({ publicPhase: { ...openNow, start, end } })
    for (const now of [start - 1, start, start + 1, end - 1, end, end + 1]) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(now) })
      await client.mine({ blocks: 1 })
      const [bits] = await client.readContract({
        address: contract,
        abi: collectionAbi,
        functionName: 'checkMint',
        args: [ada, 1n, 0n, []],
      })
      const [reason] = mintReasonsOf(bits)
      const { code } = panelAt(now, { start, end })
      const said = reason ? reasonCodes[reason] : 'ready'
      expect({ now, code }).toEqual({ now, code: said })
    }
  })
})

function panelAt(now: number, { start, end }: { start: number; end: number }) {
  const phase = {
    phaseId: 255,
    title: 'Public',
    start,
    end,
    priceWei: price,
    maxSupply: null,
    minted: 0,
    maxPerWallet: 5,
  }
  const own = { ...phase, isListed: true, used: 0, allowed: 5 }
  return mintState({
    now,
    unavailable: null,
    chainId: foundry.id,
    collection: { isPaused: false, minted: 0, maxSupply: 100, phases: [phase] },
    mintFeeWei: 0n,
    attempt: null,
    result: null,
    wallet: { chainId: foundry.id, balanceWei: parseEther('1'), phases: [own] },
    needsSignIn: false,
    chosenPhaseId: null,
    quantity: 1,
    networkFeeWei: 0n,
  })
}

function orderFor(contract: Address, changes: Partial<MintOrder> = {}): MintOrder {
  return {
    contract,
    account: ada,
    phaseId: 255,
    quantity: 1,
    unitWei: price,
    entry: null,
    referrer: null,
    ...changes,
  }
}
