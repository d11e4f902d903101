import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { sha256 } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { parseListFile, readListFile, walletEntries } from './list-file.ts'

const scope = { chainId: 31337, collectionId: `0x${'0a'.repeat(16)}` } as const
const ada = `0x${'aa'.repeat(20)}` as const
const bob = `0x${'bb'.repeat(20)}` as const
const packed = packTerms({
  phaseId: 0,
  start: 1_767_225_600,
  end: 1_767_312_000,
  priceWei: 5n,
  limit: 2,
  phaseCap: null,
})
const leaves = [ada, bob].map((account) => listLeaf(scope, account, packed))
const tree = listTree(leaves)
const inOrder = tree.leaves.map((leaf) => (leaf === leaves[0] ? ada : bob))
const entriesInOrder = inOrder.map((account) => [account, 0, null, null])
const friends = {
  phase_id: 0,
  title: 'Friends',
  start: '2026-01-01T00:00:00.000Z',
  end: '2026-01-02T00:00:00.000Z',
  price_wei: '5',
  max_per_wallet: 2,
  max_supply: null,
}

function publish(entries: unknown[], changes: object = {}) {
  const content = {
    version: 2,
    chain_id: scope.chainId,
    collection_id: scope.collectionId,
    root: tree.root,
    phases: [friends],
    nodes: tree.pieceRoots,
    entries,
    ...changes,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  return { bytes, list: { root: tree.root, contentHash: sha256(bytes) } }
}

const { bytes, list } = publish(entriesInOrder)

describe('the public file of a list', () => {
  test('has its phases in seconds and wei', () => {
    expect(parseListFile(bytes, list)).toMatchObject({
      ...list,
      chainId: scope.chainId,
      collectionId: scope.collectionId,
      phases: [
        {
          phaseId: 0,
          title: 'Friends',
          start: 1_767_225_600,
          end: 1_767_312_000,
          priceWei: 5n,
          maxPerWallet: 2,
          maxSupply: null,
        },
      ],
    })
  })

  test('has titles in one line without invisible characters', () => {
    const title = `Fr\u202eiends\n${'x'.repeat(100)}`
    const odd = publish(entriesInOrder, { phases: [{ ...friends, title }] })
    const [phase] = parseListFile(odd.bytes, odd.list).phases
    expect(phase?.title).toBe(`Friends ${'x'.repeat(52)}`)
  })

  test('gives a wallet its entry with a proof that leads to the root', () => {
    const [entry] = walletEntries(
      parseListFile(bytes, list),
      ada.toUpperCase().replace('0X', '0x'),
    )
    expect(entry).toEqual({
      ...{ phase_id: 0, root: tree.root, packed: String(packed) },
      ...{ quantity: 2, price_wei: '5', proof: tree.proofOf(leaves[0] ?? '0x') },
    })
  })

  test('gives nothing to a wallet that is not in it', () => {
    const file = parseListFile(bytes, list)
    expect(walletEntries(file, `0x${'cc'.repeat(20)}`)).toEqual([])
    expect(walletEntries(file, 'constructor')).toEqual([])
  })

  test.each([
    ['other terms', entriesInOrder.map(([account]) => [account, 0, 9, null]), {}],
    ['another order', entriesInOrder.toReversed(), {}],
    ['another tree', entriesInOrder, { nodes: [`0x${'11'.repeat(32)}`] }],
  ])('leaves out an entry with %s', (kind, entries, changes) => {
    const forged = publish(entries, changes)
    const found = walletEntries(parseListFile(forged.bytes, forged.list), ada)
    // The root of a tree of one piece follows from its entries.
    expect(found).toHaveLength(kind === 'other terms' ? 0 : 1)
  })

  test.each([
    ['a wallet that is no address', [['0xAA', 0, null, null]]],
    ['a phase that it does not have', [[ada, 7, null, null]]],
    ['a limit that does not fit', [[ada, 0, 70_000, null]]],
    ['a price that does not fit', [[ada, 0, null, String(2n ** 80n)]]],
    ['an object', [{ address: ada }]],
  ])('is refused with an entry of %s', (_, entries) => {
    const odd = publish(entries)
    expect(() => parseListFile(odd.bytes, odd.list)).toThrow('entry 0 is malformed')
  })

  test('is rejected when it is not the published one', () => {
    const other = publish([])
    expect(() => parseListFile(other.bytes, list)).toThrow('hash mismatch')
  })

  test.each([
    ['of an older version', { version: 1 }, 'expected 2, got 1'],
    ['without the nodes of its tree', { nodes: [] }, 'missing or malformed'],
    ['of another root', { root: leaves[0] }, 'root mismatch'],
    ['without phases', { phases: undefined }, 'missing or malformed'],
    ['with a phase at no time', { phases: [{ ...friends, start: 'soon' }] }, 'start'],
    ['with the public phase', { phases: [{ ...friends, phase_id: 255 }] }, 'phaseId'],
    [
      'with a phase that no contract has',
      { phases: [{ ...friends, phase_id: 300 }] },
      'phase',
    ],
    [
      'with a limit that does not fit',
      { phases: [{ ...friends, max_per_wallet: 70_000 }] },
      'limit',
    ],
    [
      'with too many phases',
      { phases: Array(256).fill(friends) },
      'missing or malformed',
    ],
  ])('is refused %s', (_, changes, message) => {
    const odd = publish(entriesInOrder, changes)
    expect(() => parseListFile(odd.bytes, odd.list)).toThrow(message)
  })
})

describe('a list file on another origin', () => {
  const host = createServer((request, response) => {
    if (request.url === '/list.json') return response.end(bytes)
    return response.writeHead(404).end()
  }).listen(0)
  afterAll(() => host.close())
  const at = (path: string) =>
    `http://127.0.0.1:${(host.address() as AddressInfo).port}/${path}`

  test('is read and checked', async () => {
    const file = await readListFile(at('list.json'), list)
    expect(walletEntries(file, ada)).toHaveLength(1)
    const other = { ...list, contentHash: tree.root }
    await expect(readListFile(at('list.json'), other)).rejects.toThrow('hash mismatch')
  })

  test('is distinguished from a missing one', async () => {
    await expect(readListFile(at('gone.json'), list)).rejects.toThrow('404')
  })
})
