import { createSmartProviderAccount } from '@platemark/wallet/testing/provider/smart-respond'
import { type Hex, numberToHex, parseEther } from 'viem'
import { readContract, verifyMessage, verifyTypedData } from 'viem/actions'
import { abstractTestnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callData, fee, sell } from '../../apps/server/test/selling.ts'
import { requestRpc } from '../json-rpc.ts'
import { startZkChain, type ZkTestChain } from './zk-harness.ts'

const unit = parseEther('0.01')
const chainId = abstractTestnet.id
const erc721 = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

let zk: ZkTestChain
let collection: Hex

beforeAll(async () => {
  zk = await startZkChain(abstractTestnet)
  collection = await sell(zk.node, await zk.createSigner(), { unit })
})
afterAll(() => zk?.stop())

const mint = () => ({
  to: collection,
  data: callData('mint', [1n]),
  value: numberToHex(unit + fee),
})

test('a page mints through the window: first alone, then as a batch, then signed only', async () => {
  const { account } = await zk.openAccount()
  const { address, respond } = createSmartProviderAccount(account)
  const send = async (params: unknown[]) => {
    const hash = await respond({ method: 'privy_sendSmartWalletTx', params, chainId })
    await zk.mined(Promise.resolve(hash as Hex))
  }
  await send([mint()])
  await send([{ calls: [mint(), mint()] }])
  for (const request of [mint(), { calls: [mint(), mint()] }]) {
    const params = [request]
    const signed = await respond({ method: 'privy_signSmartWalletTx', params, chainId })
    const hash = await requestRpc<Hex>(zk.shim.url, 'eth_sendRawTransaction', [signed])
    await zk.mined(Promise.resolve(hash))
  }
  const count = await readContract(zk.reader, {
    address: collection,
    abi: erc721,
    functionName: 'balanceOf',
    args: [account.address],
  })
  expect(count).toBe(6n)
  expect(address).toBe(account.address)
})

test('messages and typed data are signed for ERC-1271', async () => {
  const { account } = await zk.openDeployed(`0x${'12'.repeat(20)}`)
  const { respond } = createSmartProviderAccount(account)
  const address = account.address
  for (const [message, param] of [
    ['hello', '0x68656c6c6f'],
    ['plain', 'plain'],
  ] as const) {
    const method = 'privy_signSmartWalletMessage'
    const signature = await respond({ method, params: [param, address], chainId })
    const check = { address, message, signature: signature as Hex }
    expect(await verifyMessage(zk.reader, check)).toBe(true)
  }
  const typed = {
    domain: { name: 'Quiet Shore', version: '1', chainId },
    types: { Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    message: { text: 'hello' },
  } as const
  const signature = await respond({
    method: 'privy_signSmartWalletTypedData',
    params: [address, JSON.stringify(typed)],
    chainId,
  })
  const check = { ...typed, address, signature: signature as Hex }
  expect(await verifyTypedData(zk.reader, check)).toBe(true)
})

test.each<[string, unknown[], number, string]>([
  ['privy_sendSmartWalletTx', [{}], chainId, 'Transaction target (to) is required'],
  ['privy_sendSmartWalletTx', [{ calls: [] }], chainId, 'No calls provided'],
  ['privy_sendSmartWalletTx', [{ to: 'x' }], chainId, 'Field to is not hexadecimal'],
  ['privy_signSmartWalletMessage', [], chainId, 'Message is missing'],
  ['privy_signSmartWalletTypedData', [], chainId, 'Typed data is missing'],
  ['eth_sign', [], chainId, 'Unsupported request: eth_sign'],
  ['privy_sendSmartWalletTx', [{}], 1, 'Chain 1 not supported'],
])('%s with %j on %i is refused in words', async (method, params, id, text) => {
  const { account } = await zk.openAccount()
  const { respond } = createSmartProviderAccount(account)
  await expect(respond({ method, params, chainId: id })).rejects.toThrow(text)
})
