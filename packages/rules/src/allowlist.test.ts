/// <reference types="node" />

import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { type Hex, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  LIST_PIECE_SIZE,
  type ListTerms,
  listLeaf,
  listTree,
  packTerms,
  proofInPiece,
  unpackTerms,
  verifyProof,
} from './allowlist.ts'

const terms: ListTerms = {
  phaseId: 3,
  start: 1_700_000_000,
  end: 1_800_000_000,
  priceWei: 10n ** 18n,
  limit: 2,
  phaseCap: null,
}
const scope = {
  chainId: 31337,
  collectionId: '0x00112233445566778899aabbccddeeff',
} as const
const account = (number: number): Hex => numberToHex(number, { size: 20 })

const anyTerms = fc.record({
  phaseId: fc.integer({ min: 0, max: 254 }),
  start: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  end: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  priceWei: fc.bigInt({ min: 0n, max: 2n ** 80n - 1n }),
  limit: fc.integer({ min: 0, max: 65_535 }),
  phaseCap: fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 })),
})

describe('the terms in a leaf', () => {
  test('come back as they were packed', () => {
    fc.assert(
      fc.property(anyTerms, (some) => {
        expect(unpackTerms(packTerms(some))).toEqual(some)
      }),
    )
  })

  test('stand where the contracts read them', () => {
    expect(packTerms({ ...terms, phaseCap: 9 })).toBe(
      (10n ** 18n) |
        (1_700_000_000n << 80n) |
        (1_800_000_000n << 112n) |
        (2n << 144n) |
        (9n << 160n) |
        (3n << 192n),
    )
  })

  test('are refused by the name of the field that does not fit', () => {
    expect(() => packTerms({ ...terms, priceWei: 2n ** 80n })).toThrow('priceWei')
    expect(() => packTerms({ ...terms, limit: 65_536 })).toThrow('limit')
    expect(() => packTerms({ ...terms, start: -1 })).toThrow('start')
    expect(() => packTerms({ ...terms, phaseId: 255 })).toThrow('phaseId')
  })
})

describe('the tree of a list', () => {
  test('proves every leaf and no other, whatever its size', () => {
    for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 100]) {
      const packed = packTerms(terms)
      const leaves = Array.from({ length: size }, (_, number) =>
        listLeaf(scope, account(number + 1), packed),
      )
      const tree = listTree(leaves)
      const stranger = listLeaf(scope, account(size + 1), packed)
      for (const leaf of leaves) {
        const proof = tree.proofOf(leaf) ?? []
        expect(verifyProof(tree.root, leaf, proof)).toBe(true)
        expect(verifyProof(tree.root, stranger, proof)).toBe(false)
      }
      expect(tree.proofOf(stranger)).toBeUndefined()
    }
  })

  test('is proven by a piece of it and the roots of the others, whatever its size', () => {
    const packed = packTerms(terms)
    const all = Array.from({ length: 700 }, (_, number) =>
      listLeaf(scope, account(number + 1), packed),
    )
    for (const size of [1, 2, 255, 256, 257, 511, 512, 513, 700]) {
      const tree = listTree(all.slice(0, size))
      for (const position of [0, 1, 254, 255, 256, 512, size - 2, size - 1]) {
        const leaf = tree.leaves[position]
        if (!leaf) continue
        const start = position - (position % LIST_PIECE_SIZE)
        const piece = tree.leaves.slice(start, start + LIST_PIECE_SIZE)
        const proof = proofInPiece(piece, tree.pieceRoots, position)
        expect(proof).toEqual(tree.proofOf(leaf))
      }
    }
  })

  test('has the same root in any order, and the leaf itself as the root of one', () => {
    const leaves = [1, 2, 3, 4, 5].map((number) =>
      listLeaf(scope, account(number), packTerms(terms)),
    )
    expect(listTree(leaves.toReversed()).root).toBe(listTree(leaves).root)
    const [only] = leaves
    expect(listTree(leaves.slice(0, 1))).toMatchObject({ root: only })
    expect(() => listTree([])).toThrow('at least one wallet')
  })

  test('binds a leaf to its chain, its collection, its wallet and its terms', () => {
    const packed = packTerms(terms)
    const leaves = new Set([
      listLeaf(scope, account(1), packed),
      listLeaf({ ...scope, chainId: 1 }, account(1), packed),
      listLeaf({ ...scope, collectionId: `0x${'00'.repeat(16)}` }, account(1), packed),
      listLeaf(scope, account(2), packed),
      listLeaf(scope, account(1), packed + 1n),
    ])
    expect(leaves.size).toBe(5)
  })
})

describe('the vector shared with the contracts', () => {
  type Vector = {
    chain_id: number
    collection_id: Hex
    root: Hex
    entries: {
      account: Hex
      price_wei: string
      start: number
      end: number
      wallet_limit: number
      supply_cap: number
      phase_id: number
      packed: Hex
      leaf: Hex
      proof: Hex[]
    }[]
  }
  const file = new URL('../../../contracts/test/vectors/allowlist.json', import.meta.url)
  const vector: Vector = JSON.parse(readFileSync(file, 'utf8'))
  const scope = { chainId: vector.chain_id, collectionId: vector.collection_id }

  test.each(vector.entries)('holds for $account in phase $phase_id', (entry) => {
    const packed = packTerms({
      phaseId: entry.phase_id,
      start: entry.start,
      end: entry.end,
      priceWei: BigInt(entry.price_wei),
      limit: entry.wallet_limit,
      phaseCap: entry.supply_cap || null,
    })
    expect(packed).toBe(BigInt(entry.packed))
    expect(listLeaf(scope, entry.account, packed)).toBe(entry.leaf)
    expect(verifyProof(vector.root, entry.leaf, entry.proof)).toBe(true)
  })
})
