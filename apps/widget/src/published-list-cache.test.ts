import type { Rpc } from '@platemark/mint/rpc'
import { startTestChain } from '@platemark/mint/test/chain'
import { openNow, testCollections } from '@platemark/mint/test/collections'
import type { Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { createPublishedListCache } from './published-list-cache.ts'

const chain = await startTestChain()
const { ada, bob, change, create, list, nextSalt } = await testCollections(chain)

afterAll(chain.stop)

test('searches the logs once, and later only new blocks', async () => {
  const salt = nextSalt()
  const first = list(salt, [phaseOf(ada)])
  const second = list(salt, [phaseOf(bob)])
  const contract = await create(
    { listRoot: first.root, listContentHash: first.contentHash },
    salt,
  )
  const { rpc, searchedFrom } = counting()
  const read = createPublishedListCache(contract)
  expect(await read(rpc)).toMatchObject([{ root: first.root }])
  await change(contract, 'addList', [second.root, second.contentHash, 0])
  expect(await read(rpc), 'kept for some minutes').toMatchObject([{ root: first.root }])
  expect(searchedFrom).toEqual(['0x0'])

  const readAlways = createPublishedListCache(contract, { freshMs: 0 })
  const both = [{ root: second.root }, { root: first.root }]
  expect(await readAlways(rpc)).toMatchObject(both)
  await chain.client.mine({ blocks: 300 })
  expect(await readAlways(rpc)).toMatchObject(both)
  const third = list(salt, [phaseOf(ada), phaseOf(bob, 1)])
  await change(contract, 'addList', [third.root, third.contentHash, 0])
  expect(await readAlways(rpc)).toMatchObject([{ root: third.root }, ...both])
  expect(Number(searchedFrom.at(-1))).toBeGreaterThan(200)
})

test('does not retry a node that refused for a while, and keeps the earlier result', async () => {
  const salt = nextSalt()
  const { root, contentHash } = list(salt, [phaseOf(ada)])
  const contract = await create({ listRoot: root, listContentHash: contentHash }, salt)
  const { rpc, searchedFrom } = counting()
  const dead: Rpc = async () => Promise.reject(new Error('busy'))

  const read = createPublishedListCache(contract)
  expect(await read(dead)).toBeUndefined()
  expect(await read(rpc)).toBeUndefined()
  expect(searchedFrom).toEqual([])

  const readAlways = createPublishedListCache(contract, { freshMs: 0, againMs: 0 })
  expect(await readAlways(rpc)).toMatchObject([{ root }])
  expect(await readAlways(dead)).toMatchObject([{ root }])
})

/** Returns an RPC, with the first block of every log search. */
function counting() {
  const searchedFrom: unknown[] = []
  const rpc: Rpc = async (method, params) => {
    const [filter] = params as { fromBlock?: unknown }[]
    if (method === 'eth_getLogs') searchedFrom.push(filter?.fromBlock)
    // Safe: any method may be requested.
    return chain.client.request({ method, params } as never)
  }
  return { rpc, searchedFrom }
}

function phaseOf(address: Hex, phaseId = 0) {
  const { start, end, walletLimit: limit } = openNow
  const terms = { phaseId, start, end, limit, priceWei: 0n, phaseCap: null }
  return { title: 'Friends', terms, wallets: [{ address }] }
}
