import { abstractTestnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSignedByContract } from '../../apps/server/src/areas/session/signature.ts'
import { requestRpc } from '../json-rpc.ts'
import { startZkChain, type ZkTestChain } from './zk-harness.ts'

// The check of a sign-in, as the server makes it on a ZK Stack chain.

let zk: ZkTestChain
beforeAll(async () => {
  zk = await startZkChain(abstractTestnet)
})
afterAll(() => zk?.stop())

const message = 'Sign in to Quiet Shore'
const reads = {
  call: (call: object) =>
    requestRpc<string>(zk.node.url, 'eth_call', [{ ...call, gas: '0x989680' }, 'latest']),
  readCode: (address: string) =>
    requestRpc<string>(zk.node.url, 'eth_getCode', [address, 'latest']),
}

test('a smart account signs in before it is deployed, and after', async () => {
  const { account } = await zk.openAccount()
  const { address } = account
  for (const isDeployed of [false, true]) {
    const signed = { address, message, signature: await account.signMessage(message) }
    expect(await isSignedByContract(reads, { stack: 'zk' }, signed)).toBe(true)
    const other = { ...signed, message: 'Another text' }
    expect(await isSignedByContract(reads, { stack: 'zk' }, other)).toBe(false)
    expect(await account.isDeployed()).toBe(isDeployed)
    if (!isDeployed)
      await zk.mined(account.sendTransaction({ to: `0x${'12'.repeat(20)}`, value: 1n }))
  }
})
