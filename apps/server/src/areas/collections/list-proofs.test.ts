import { gzipSync } from 'node:zlib'
import type { PricedPhase } from '@platemark/api/studio'
import { listLeaf, verifyProof } from '@platemark/rules/allowlist'
import { type Hex, keccak256 } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { type BuiltList, buildList } from '../studio/list-file.ts'
import { insertListPiece } from '../studio/queries/lists.ts'
import { listWalletEntries } from './service.ts'

vi.mock('viem', async (load) => {
  const viem = await load<typeof import('viem')>()
  return { ...viem, keccak256: vi.fn(viem.keccak256) }
})

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const scope = { chainId: 31_337, collectionId: `0x${'1'.repeat(32)}` } as const
const phase: PricedPhase = {
  phase_id: 1,
  kind: 'allowlist',
  ...{ title: 'Friends', price_wei: '0' },
  ...{ start: '2020-01-01T00:00:00Z', end: '2100-01-01T00:00:00Z' },
  ...{ max_per_wallet: 2, max_supply: null },
}
const walletAt = (place: number): Hex => `0x${(place + 1).toString(16).padStart(40, '0')}`

/** Stores a collection with a list of this many wallets. */
async function storeList(wallets: number) {
  const entries = Array.from({ length: wallets }, (_, place) => [
    walletAt(place),
    null,
    null,
  ])
  const content = gzipSync(JSON.stringify(entries))
  const parts = buildList({ scope, phases: [phase], lists: [{ phase_id: 1, content }] })
  // Safe: the list is the first of its parts.
  const { root, terms } = parts.next().value as BuiltList
  const { database, context } = server
  const row = collectionRow({
    chain_id: context.chains[0]?.id ?? 0,
    address: ada.address.toLowerCase(),
    owner: ada.address.toLowerCase(),
  })
  const list = { root, content_hash: root }
  await database.insertInto('collections').values(row).execute()
  await database
    .insertInto('lists')
    .values({
      ...list,
      chain_id: row.chain_id,
      terms: JSON.stringify(terms),
      entries: wallets,
    })
    .execute()
  await database
    .insertInto('collection_lists')
    .values({ ...list, collection_id: String(row.id), block_number: 1 })
    .execute()
  for (const part of parts)
    if ('piece' in part) await insertListPiece(database, root, part)
  return { id: String(row.id), root }
}

test.each([1, 2, 3, 255, 256, 257, 259, 600])(
  'the proofs of a list of %i wallets are read, not hashed',
  async (wallets) => {
    const { id, root } = await storeList(wallets)
    for (const place of [0, 1, 2, 127, 254, 255, 256, 258, wallets - 1]) {
      if (place >= wallets) continue
      vi.mocked(keccak256).mockClear()
      const [entry] = await listWalletEntries(server.context, id, walletAt(place))
      expect(vi.mocked(keccak256)).not.toHaveBeenCalled()
      expect(entry).toMatchObject({ root })
      // Safe: the columns hold what the contract takes.
      const leaf = listLeaf(scope, walletAt(place), BigInt(entry?.packed ?? 0))
      expect(verifyProof(root, leaf, entry?.proof as Hex[])).toBe(true)
    }
  },
)
