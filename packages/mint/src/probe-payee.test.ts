import type { Address, Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { probePayee } from './probe-payee.ts'
import { httpRpc } from './rpc.ts'

const chain = await startTestChain()
afterAll(() => chain.stop())
const rpc = httpRpc([chain.url])

const address: Address = '0x00000000000000000000000000000000000c0de1'
const withCode = async (bytecode: Hex) => {
  await chain.client.setCode({ address, bytecode })
  return probePayee(rpc, address)
}

test('a payee is probed by a payment that changes nothing', async () => {
  expect(await probePayee(rpc, address)).toBe('wallet')
  // STOP; REVERT(0, 0); and one that reverts where value is sent (a function that is not payable).
  expect(await withCode('0x00')).toBe('takes')
  expect(await withCode('0x60006000fd')).toBe('refuses')
  expect(await withCode('0x34600557005b60006000fd')).toBe('refuses')
  // A wallet that runs the code of a smart account (EIP-7702).
  expect(await withCode('0xef01000000000000000000000000000000000000000001')).toBe(
    'wallet',
  )
  expect(await chain.client.getBalance({ address })).toBe(0n)
})

test('a node that gives no balance still finds a contract that takes no payment', async () => {
  await chain.client.setCode({ address, bytecode: '0x60006000fd' })
  const plain = (method: string, params: readonly unknown[]) =>
    params.length > 2 ? Promise.reject(new Error('not supported')) : rpc(method, params)
  expect(await probePayee(plain, address)).toBe('refuses')
})
