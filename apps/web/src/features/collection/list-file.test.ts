import { createHash } from 'node:crypto'
import { listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { describe, expect, test } from 'vitest'
import { entriesIn } from './list-file.ts'

const scope = { chainId: 31337, collectionId: `0x${'0a'.repeat(16)}` } as const
const ada = `0x${'aa'.repeat(20)}` as const
const bob = `0x${'bb'.repeat(20)}` as const
const packed = packTerms({
  phaseId: 0,
  start: 1,
  end: 2,
  priceWei: 0n,
  limit: 2,
  phaseCap: null,
})
const leaves = [ada, bob].map((account) => listLeaf(scope, account, packed))
const tree = listTree(leaves)
const entryOf = (leaf: `0x${string}` | undefined) => ({
  phase_id: 0,
  quantity: 2,
  price_wei: '0',
  packed: String(packed),
  proof: leaf ? tree.proofOf(leaf) : [],
})

function publish(entries: object) {
  const file = new TextEncoder().encode(
    JSON.stringify({
      version: 1,
      chain_id: scope.chainId,
      collection_id: scope.collectionId,
      entries,
    }),
  )
  const name = createHash('sha256').update(file).digest('hex')
  return { file, list: { root: tree.root, url: `/lists/${name}.json` } }
}

describe('the public file of a list', () => {
  const { file, list } = publish({ [ada]: [entryOf(leaves[0])], [bob]: [] })

  test('gives a wallet its place with a proof that leads to the root', async () => {
    const [entry] = await entriesIn(file, list, ada.toUpperCase().replace('0X', '0x'))
    expect(entry).toEqual({ ...entryOf(leaves[0]), root: tree.root })
  })

  test('gives nothing to a wallet that is not in it', async () => {
    expect(await entriesIn(file, list, bob)).toEqual([])
    expect(await entriesIn(file, list, `0x${'cc'.repeat(20)}`)).toEqual([])
  })

  test('leaves out an entry whose proof leads elsewhere', async () => {
    const forged = publish({ [ada]: [{ ...entryOf(leaves[0]), packed: '1' }] })
    expect(await entriesIn(forged.file, forged.list, ada)).toEqual([])
  })

  test('is refused when it is not the one that was published', async () => {
    const other = publish({ [ada]: [] })
    await expect(entriesIn(other.file, list, ada)).rejects.toThrow('not the one')
  })
})
