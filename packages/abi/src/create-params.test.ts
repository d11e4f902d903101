import { encodeAbiParameters, getAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { collectionFactoryAbi } from './collection-factory.ts'
import { type CreateParams, collectionIdOf, decodeCreateParams } from './create-params.ts'

const account = '0x0000000000000000000000000000000000000F03'
const word = `0x${'ab'.repeat(32)}` as const

test('reads back what the factory logs', () => {
  const params: CreateParams = {
    kind: 2,
    transferable: true,
    name: 'Tide Tables',
    symbol: 'TIDE',
    maxSupply: 100,
    publicPhase: {
      price: 10n ** 16n,
      start: 1_800_000_000,
      end: 4_294_967_295,
      walletLimit: 10,
      supplyCap: 0,
    },
    mintFee: 3n * 10n ** 14n,
    royaltyBps: 500,
    royaltyCeilingBps: 750,
    notice: 3600,
    payees: [{ account, bps: 10_000 }],
    baseUri: 'https://example.org/metadata/',
    contractUri: '',
    provenanceHash: word,
    listRoot: word,
    listContentHash: word,
    listNotBefore: 0,
  }
  const { inputs } = getAbiItem({ abi: collectionFactoryAbi, name: 'create' })

  expect(decodeCreateParams(encodeAbiParameters([inputs[0]], [params]))).toEqual(params)
})

test('refuses arguments that are no parameters', () => {
  expect(() => decodeCreateParams('0x1234')).toThrow()
})

test('names the collection as the contract does', () => {
  // The creator, salt and id of contracts/test/vectors/allowlist.json.
  const salt = '0x84f7c054dc8d78453a7ddb6d79ca40c3c488f7955112e85d0c5a67ff28b185af'

  expect(collectionIdOf(account, salt)).toBe('0x188c1284773fbf289ad1482a469cca3c')
})
