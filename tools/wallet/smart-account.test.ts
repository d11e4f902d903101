import { openSmartAccount } from '@platemark/wallet/smart-account/smart-account'
import { standIns } from '@platemark/wallet/testing/stand-ins'
import { type Hex, hashTypedData, http, parseAbi, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  getBalance,
  getTransaction,
  getTransactionCount,
  readContract,
  verifyMessage,
  verifyTypedData,
} from 'viem/actions'
import { abstractTestnet, mainnet } from 'viem/chains'
import { chainConfig, parseEip712Transaction } from 'viem/zksync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callData, fee, sell } from '../../apps/server/test/selling.ts'
import { requestRpc } from '../json-rpc.ts'
import { startZkChain, type ZkTestChain } from './zk-harness.ts'

const { getEip712Domain } = chainConfig.custom
const unit = parseEther('0.01')
const mintOne = callData('mint', [1n])
const stranger = '0x000000000000000000000000000000000000dEaD'
const collectionAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])

let zk: ZkTestChain
let collection: Hex

beforeAll(async () => {
  zk = await startZkChain(abstractTestnet)
  collection = await sell(zk.node, await zk.createSigner(), { unit })
})
afterAll(() => zk?.stop())

const countTokens = (owner: Hex) =>
  readContract(zk.reader, {
    address: collection,
    abi: collectionAbi,
    functionName: 'balanceOf',
    args: [owner],
  })

describe('an account', () => {
  test('is deployed by its first transaction, a mint that its signer pays', async () => {
    const { signer, account } = await zk.openAccount()
    expect(await account.isDeployed()).toBe(false)
    const sent = account.sendTransaction({
      to: collection,
      data: mintOne,
      value: unit + fee,
    })
    const receipt = await zk.mined(sent)
    expect(receipt.from).toBe(signer.address.toLowerCase())
    expect(receipt.to).toBe(standIns.accountFactory.address.toLowerCase())
    expect(await account.isDeployed()).toBe(true)
    expect(await countTokens(account.address)).toBe(1n)
    const again = await openSmartAccount({
      signer,
      chain: zk.chain,
      transport: zk.transport,
    })
    expect(again.address).toBe(account.address)
  })

  test('sends later transactions itself, with the fees of zks_estimateFee', async () => {
    const { account } = await zk.openDeployed(stranger)
    const value = unit + fee
    const sent = account.sendTransaction({ to: collection, data: mintOne, value })
    const receipt = await zk.mined(sent)
    expect(receipt.from).toBe(account.address.toLowerCase())
    expect(receipt.to).toBe(collection.toLowerCase())
    const { maxFeePerGas, maxPriorityFeePerGas } = await getTransaction(zk.reader, {
      hash: receipt.transactionHash,
    })
    expect(maxPriorityFeePerGas).toBe(0n)
    expect(maxFeePerGas).toBeGreaterThan(0n)
  })

  test('sends a batch as one transaction, or nothing of it', async () => {
    const { account } = await zk.openDeployed(stranger)
    const call = { to: collection, data: mintOne, value: unit + fee }
    const before = await getTransactionCount(zk.reader, { address: account.address })
    await zk.mined(account.sendBatch([call, call]))
    expect(await countTokens(account.address)).toBe(2n)
    const after = await getTransactionCount(zk.reader, { address: account.address })
    expect(after - before).toBe(1)

    const cheap = { ...call, value: 1n }
    await expect(account.sendBatch([call, cheap])).rejects.toThrow(/revert/)
    expect(await countTokens(account.address)).toBe(2n)
  })

  test('is deployed by a batch too', async () => {
    const { account } = await zk.openAccount()
    const call = { to: collection, data: mintOne, value: unit + fee }
    await zk.mined(account.sendBatch([call, call]))
    expect(await countTokens(account.address)).toBe(2n)
  })

  test('signs messages and typed data for ERC-1271 and, not deployed, ERC-6492', async () => {
    const typed = {
      domain: { name: 'Quiet Shore', version: '1', chainId: zk.chain.id },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    } as const
    const { signer, account } = await zk.openAccount()
    const address = account.address
    for (const length of [864, 192]) {
      const signature = await account.signMessage('hello')
      expect((signature.length - 2) / 2).toBe(length)
      const isValid = (message: string) =>
        verifyMessage(zk.reader, { address, message, signature })
      expect(await isValid('hello')).toBe(true)
      expect(await isValid('hallo')).toBe(false)
      const ofTyped = await account.signTypedData(typed)
      const isTyped = await verifyTypedData(zk.reader, {
        ...typed,
        address,
        signature: ofTyped,
      })
      expect(isTyped).toBe(true)
      if (length === 864) {
        await zk.mined(account.sendTransaction({ to: stranger, value: 1n }))
      }
    }
    const bare = await signer.signMessage({ message: 'hello' })
    const isBare = await verifyMessage(zk.reader, {
      address,
      message: 'hello',
      signature: bare,
    })
    expect(isBare).toBe(false)
  })

  test('answers typed data of a transaction with field 15 of the signed transaction', async () => {
    const { account } = await zk.openDeployed(stranger)
    const signed = await account.signTransaction({ to: stranger, value: 5n })
    const transaction = parseEip712Transaction(signed)
    expect(transaction.type).toBe('eip712')
    expect(transaction.from).toBe(account.address.toLowerCase())
    const { customSignature, ...unsigned } = transaction
    const typed = getEip712Domain(unsigned)
    expect(typed.domain).toEqual({ name: 'zkSync', version: '2', chainId: 11124 })
    expect(hashTypedData(typed)).toMatch(/^0x/)
    expect(await account.signTypedData(typed as never)).toBe(customSignature)
    const hash = await requestRpc<Hex>(zk.shim.url, 'eth_sendRawTransaction', [signed])
    await zk.mined(Promise.resolve(hash))
  })
})

describe('refused before anything is sent', () => {
  const refusals: [string, (transport: never) => Promise<unknown>, string][] = [
    [
      'a chain that is not Abstract',
      async () =>
        openSmartAccount({
          signer: await zk.createSigner(),
          chain: { ...zk.chain, id: mainnet.id } as never,
          transport: zk.transport,
        }),
      'Invalid chain specified',
    ],
    [
      'no transport',
      async () =>
        openSmartAccount({
          signer: await zk.createSigner(),
          chain: zk.chain,
          transport: undefined,
        }),
      'Transport is required',
    ],
    [
      'no signer',
      () =>
        openSmartAccount({
          signer: undefined,
          chain: zk.chain,
          transport: zk.transport,
        }),
      'Initial signer is required to get smart account address',
    ],
    [
      'an address that is none',
      async () =>
        openSmartAccount({
          signer: await zk.createSigner(),
          chain: zk.chain,
          transport: zk.transport,
          address: '0x12',
        }),
      'Address "0x12" is invalid',
    ],
  ]
  test.each(refusals)('%s', async (_name, open, text) => {
    await expect(open(undefined as never)).rejects.toThrow(text)
  })

  test('a transaction without target, of another type, with a fee below the priority fee', async () => {
    const { account } = await zk.openDeployed(stranger)
    const send = account.sendTransaction
    await expect(send({ value: 1n })).rejects.toThrow(
      'Transaction target (to) is required',
    )
    await expect(send({ to: stranger, type: 'eip1559' })).rejects.toThrow(
      'Transaction is not an EIP712 transaction',
    )
    const fees = { maxFeePerGas: 4n, maxPriorityFeePerGas: 5n }
    await expect(send({ to: stranger, ...fees })).rejects.toThrow(
      '`maxFeePerGas` cannot be less than the `maxPriorityFeePerGas`',
    )
    await expect(account.sendBatch([])).rejects.toThrow('No calls provided')
    await expect(account.sendBatch([{ to: stranger }, {}])).rejects.toThrow(
      'Transaction target (to) is required',
    )
  })

  test('an amount that account and fees do not cover', async () => {
    const { account } = await zk.openDeployed(stranger)
    const value = await getBalance(zk.reader, { address: account.address })
    await expect(account.sendTransaction({ to: stranger, value })).rejects.toThrow(
      'Insufficient balance for transaction',
    )
  })

  test('everything of an account that is only read, without a signer', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { chain, transport } = zk
    const { address } = account
    const read = await openSmartAccount({ signer: undefined, chain, transport, address })
    expect(await read.isDeployed()).toBe(true)
    const text = 'Could not find an Account to execute with this Action'
    await expect(read.sendTransaction({ to: stranger })).rejects.toThrow(text)
    await expect(read.sendBatch([{ to: stranger }])).rejects.toThrow(text)
    await expect(read.signTransaction({ to: stranger })).rejects.toThrow(text)
    await expect(read.signMessage('hello')).rejects.toThrow(text)
  })

  test('typed data of a transaction on another chain', async () => {
    const { account } = await zk.openDeployed(stranger)
    const signed = await account.signTransaction({ to: stranger })
    const { customSignature: _, ...unsigned } = parseEip712Transaction(signed)
    const typed = getEip712Domain({ ...unsigned, chainId: 2741 })
    await expect(account.signTypedData(typed as never)).rejects.toThrow(
      'Chain ID mismatch in AGW typed signature',
    )
  })

  test('a chain whose serializer is missing or returns too few fields', async () => {
    const { signer, account } = await zk.openDeployed(stranger)
    const open = (serializers: unknown) =>
      openSmartAccount({
        signer,
        chain: { ...zk.chain, serializers } as never,
        transport: zk.transport,
      })
    const bare = await open({})
    await expect(bare.sendTransaction({ to: stranger })).rejects.toThrow(
      'Transaction serializer not found on chain',
    )
    const signed = await account.signTransaction({ to: stranger })
    const { customSignature: _, ...unsigned } = parseEip712Transaction(signed)
    const short = await open({ transaction: () => '0x71c20102' })
    const typed = getEip712Domain(unsigned)
    await expect(short.signTypedData(typed as never)).rejects.toThrow(
      'Signature must be an RLP-encoded EIP712 transaction of at least 15 fields',
    )
  })

  test.each([
    [31, 'The bytecode length in bytes must be divisible by 32'],
    [64, 'Bytecode length in 32-byte words must be odd'],
    [65536 * 32, 'Bytecode cannot be longer than 2097120 bytes. Given length: 2097152'],
  ])('a contract of %i bytes', async (length, text) => {
    const { account } = await zk.openAccount()
    const bytecode = `0x${'11'.repeat(length)}` as const
    await expect(account.deployContract({ abi: [], bytecode })).rejects.toThrow(text)
  })
})

describe('fees', () => {
  test('of the contract deployer are 25,000,000 and 0, and nonces are pending ones', async () => {
    const { account } = await zk.openDeployed(stranger)
    const asked: { method: string; params: unknown }[] = []
    const spied = await openSmartAccount({
      signer: privateKeyToAccount(toHex(1n, { size: 32 })),
      chain: zk.chain,
      transport: http(zk.shim.url, {
        retryCount: 0,
        async onFetchRequest(request) {
          // Safe: viem sends JSON-RPC calls.
          asked.push((await request.clone().json()) as (typeof asked)[number])
        },
      }),
      address: account.address,
    })
    const to = '0x0000000000000000000000000000000000008006'
    const signed = await spied.signTransaction({ to, data: '0x12345678' })
    const { maxFeePerGas, maxPriorityFeePerGas } = parseEip712Transaction(signed)
    expect([maxFeePerGas, maxPriorityFeePerGas]).toEqual([25_000_000n, 0n])
    const methods = asked.map(({ method }) => method)
    expect(methods).not.toContain('zks_estimateFee')
    const nonce = asked.find(({ method }) => method === 'eth_getTransactionCount')
    expect(nonce?.params).toEqual([account.address, 'pending'])
    await spied.signTransaction({ to: stranger, data: '0x12345678' })
    expect(asked.map(({ method }) => method)).toContain('zks_estimateFee')
  })
})

describe('the node refuses', () => {
  test('a transaction that another key has signed, twice the same, or of another chain', async () => {
    const { account } = await zk.openDeployed(stranger)
    const forged = await openSmartAccount({
      signer: await zk.createSigner(),
      chain: zk.chain,
      transport: zk.transport,
      address: account.address,
    })
    await expect(forged.sendTransaction({ to: stranger })).rejects.toThrow(
      'account validation failed',
    )
    const signed = await account.signTransaction({ to: stranger })
    const send = (raw: Hex) =>
      requestRpc<Hex>(zk.shim.url, 'eth_sendRawTransaction', [raw])
    await zk.mined(send(signed))
    await expect(send(signed)).rejects.toThrow('nonce too low')
    const { customSignature, ...rest } = parseEip712Transaction(signed)
    const moved = zk.chain.serializers.transaction({
      ...rest,
      customSignature,
      chainId: 2741,
    } as never)
    await expect(send(moved)).rejects.toThrow('invalid chain id')
  })

  test('a paymaster, which it lacks', async () => {
    const { account } = await zk.openDeployed(stranger)
    const sponsor = { paymaster: stranger, paymasterInput: '0x1234' } as const
    const gas = { gas: 100_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n }
    const sent = account.sendTransaction({ to: stranger, ...gas, ...sponsor })
    await expect(sent).rejects.toThrow('paymasters are not supported')
  })
})
