import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  concat,
  getAddress,
  type Hex,
  numberToHex,
  parseGwei,
  size,
  stringToHex,
  zeroHash,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  type CreatedParams,
  computeCollectionId,
  decodeCreateParams,
} from './create-params.ts'

const account = '0x0000000000000000000000000000000000000F03'
const gwei = parseGwei('1')
/** The byte with the flags: behind word, cap, creator, fee, notice and royalties. */
const FLAGS = 32 + 4 + 20 + 7 + 3 + 2 + 2

const plain: CreatedParams = {
  kind: 0,
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
  hasRoyaltySplit: false,
  notice: 3600,
  payees: [{ account, bps: 10_000 }],
  baseUri: stringToHex('https://example.org/metadata/{address}/'),
  contractUri: '0x',
  provenanceHash: zeroHash,
  listRoot: zeroHash,
  listNotBefore: 0,
}

const split = { hasRoyaltySplit: true, royaltySplit: getAddress(account) }

describe('the terms of a collection', () => {
  test('are read back as they were given, whatever they are', () => {
    fc.assert(
      fc.property(collections, (params) => {
        expect(decodeCreateParams(encode(params))).toEqual(params)
      }),
    )
  })

  test('are rejected when they are cut anywhere before the base URI', () => {
    const args = encode({ ...plain, ...split, baseUri: '0x' })
    for (let length = 0; length < size(args); length += 1) {
      const cut: Hex = `0x${args.slice(2, 2 + 2 * length)}`
      expect(() => decodeCreateParams(cut)).toThrow('terms are too short')
    }
    expect(decodeCreateParams(args).baseUri).toBe('0x')
  })

  test.each([3, 64, 128])('are refused with the unknown flags %i', (flags) => {
    const args = encode(plain)
    const offset = 2 + 2 * FLAGS
    const changed = numberToHex(flags, { size: 1 }).slice(2)
    const other: Hex = `0x${args.slice(2, offset)}${changed}${args.slice(offset + 2)}`
    expect(() => decodeCreateParams(other)).toThrow(`unknown flags ${flags}`)
  })

  test('are refused when a token costs less than its fee', () => {
    const args = encode({ ...plain, publicPhase: { ...plain.publicPhase, price: -gwei } })
    expect(() => decodeCreateParams(args)).toThrow('below the mint fee')
  })
})

test('names the collection as the contract does', () => {
  // The creator, salt and id of contracts/test/vectors/allowlist.json.
  const salt = '0x84f7c054dc8d78453a7ddb6d79ca40c3c488f7955112e85d0c5a67ff28b185af'

  expect(computeCollectionId(account, salt)).toBe('0x188c1284773fbf289ad1482a469cca3c')
})

const bytes = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => bytesToHex(array))
const address = bytes(20).map((hex): Address => getAddress(hex))
const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 })
const short = (minLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength: 60 })
    .filter((text) => size(stringToHex(text)) <= 255)

const noPhase = { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
const phase = fc.record({
  price: fc.bigInt(0n, 2n ** 80n / gwei - 1n).map((amount) => amount * gwei),
  start: uint(32),
  end: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  walletLimit: uint(16),
  supplyCap: uint(32),
})
const list = fc.record({
  listRoot: bytes(32).filter((root) => root !== zeroHash),
  listNotBefore: uint(32),
})
const noList = { listRoot: zeroHash, listNotBefore: 0 }
const anySplit = address.map((royaltySplit) => ({ hasRoyaltySplit: true, royaltySplit }))

const collections: fc.Arbitrary<CreatedParams> = fc
  .tuple(
    fc.record({
      kind: fc.constantFrom(0, 1, 2),
      transferable: fc.boolean(),
      name: short(1),
      symbol: short(1),
      maxSupply: fc.integer({ min: 0, max: 2 ** 28 - 2 }),
      publicPhase: fc.oneof(fc.constant(noPhase), phase),
      mintFee: fc.bigInt(0n, 2n ** 55n - 1n).map((amount) => amount * gwei),
      royaltyBps: uint(16),
      royaltyCeilingBps: uint(16),
      notice: uint(24),
      payees: fc.array(fc.record({ account: address, bps: uint(16) }), { maxLength: 16 }),
      baseUri: bytes(0, 300),
      contractUri: bytes(0, 255),
      provenanceHash: bytes(32),
    }),
    fc.oneof(fc.constant(noList), list),
    fc.oneof(fc.constant({ hasRoyaltySplit: false }), anySplit),
  )
  .map(([params, first, receiver]) => ({ ...params, ...first, ...receiver }))

/** Encodes the layout that `FixedTerms.sol` and `Layout.sol` draw: the inverse of the decoder. */
function encode(params: CreatedParams): Hex {
  const { publicPhase, payees } = params
  const unit = (publicPhase.price + params.mintFee) / gwei
  const hot =
    (BigInt(params.maxSupply || 2 ** 28 - 1) << 28n) |
    (unit << 116n) |
    (BigInt(publicPhase.start) << 172n) |
    (BigInt(publicPhase.end) << 204n) |
    (BigInt(publicPhase.walletLimit) << 236n) |
    (publicPhase.price === 0n ? 1n << 252n : 0n) |
    (publicPhase.supplyCap === 0 ? 0n : 1n << 254n) |
    (params.listRoot === zeroHash ? 1n << 255n : 0n)
  const hasList = params.listRoot !== zeroHash
  const hasProvenance = params.provenanceHash !== zeroHash
  const flags =
    params.kind |
    (hasList ? 4 : 0) |
    (hasProvenance ? 8 : 0) |
    (params.transferable ? 0 : 16) |
    (params.royaltySplit ? 32 : 0)
  const number = (value: number | bigint, length: number) =>
    numberToHex(value, { size: length })
  const shortText = (text: Hex) => [number(size(text), 1), text]
  return concat([
    number(hot, 32),
    number(publicPhase.supplyCap, 4),
    account,
    number(params.mintFee / gwei, 7),
    number(params.notice, 3),
    number(params.royaltyBps, 2),
    number(params.royaltyCeilingBps, 2),
    number(flags, 1),
    number(payees.length, 1),
    computeCollectionId(account, zeroHash),
    ...(hasList ? [params.listRoot, number(params.listNotBefore, 4)] : []),
    ...(hasProvenance ? [params.provenanceHash] : []),
    ...(params.royaltySplit ? [params.royaltySplit] : []),
    ...payees.flatMap((payee) => [payee.account, number(payee.bps, 2)]),
    ...shortText(stringToHex(params.name)),
    ...shortText(stringToHex(params.symbol)),
    ...shortText(params.contractUri),
    params.baseUri,
  ])
}
