import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { mintState } from '@platemark/rules/mint-state'
import { type Address, type Hex, parseEther } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import {
  openNow,
  orderFor as orderBy,
  price,
  testCollections,
} from '../test/collections.ts'
import { parseListFile, walletEntries } from './list-file.ts'
import { mintCall } from './mint-call.ts'
import type { MintOrder } from './mint-order.ts'
import { readCollectionOnChain } from './on-chain-collection.ts'
import { readPublishedLists } from './published-lists.ts'
import { decodeMinted, type TransactionReceipt } from './receipt.ts'
import { toRefusal } from './refusal.ts'
import { httpRpc } from './rpc.ts'
import { simulateMint } from './send-mint.ts'
import { readWallet } from './wallet.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const { client } = chain
const rpc = httpRpc([chain.url])
const { ada, bob, creator, create, change, list, nextSalt } = await testCollections(chain)
const friends = {
  phaseId: 0,
  start: 0,
  end: 4_000_000_000,
  priceWei: parseEther('0.001'),
  limit: 2,
  phaseCap: 3,
}

describe('a sale with a public phase', () => {
  test('is read from the chain alone', async () => {
    const contract = await create({ publicPhase: { ...openNow, supplyCap: 7 } })
    await mint(orderFor(contract, { quantity: 2 }))
    const sale = await readCollectionOnChain(rpc, contract, 'latest')
    const { timestamp } = await client.getBlock()
    expect(sale).toEqual({
      chainId: 31_337,
      chainTime: Number(timestamp),
      blockTag: 'latest',
      name: 'Prints',
      kind: 'drop',
      owner: creator,
      creator,
      mintFeeWei: 0n,
      terms: {
        isPaused: false,
        minted: 2,
        maxSupply: 100,
        phases: [
          {
            phaseId: 255,
            title: 'Public',
            start: 0,
            end: NEVER_ENDS,
            priceWei: price,
            maxPerWallet: 5,
            maxSupply: 7,
            minted: 2,
          },
        ],
      },
    })
    const wallet = await readWallet(rpc, contract, sale, ada, [])
    expect(wallet.balanceWei).toBe(await client.getBalance({ address: ada }))
    expect(wallet.phases).toMatchObject([
      { isListed: true, used: 2, allowed: 5, minted: 2 },
    ])
  })

  test('is read for an open edition, while paused and without phases', async () => {
    const contract = await create({ kind: 1, maxSupply: 0 })
    await change(contract, 'setPaused', [true])
    expect(await readCollectionOnChain(rpc, contract, 'latest')).toMatchObject({
      kind: 'open_edition',
      terms: { isPaused: true, maxSupply: null, phases: [] },
    })
  })

  test('is not read where there is no collection', async () => {
    await expect(readCollectionOnChain(rpc, ada, 'latest')).rejects.toThrow(
      'has no collection contract',
    )
  })
})

describe('a sale with lists', () => {
  test('takes its phases and entries from the files that the chain names', async () => {
    const salt = nextSalt()
    const first = list(salt, [{ title: '', terms: friends, wallets: [{ address: ada }] }])
    const contract = await create(
      { listRoot: first.root, listContentHash: first.contentHash, publicPhase: openNow },
      salt,
    )
    const [found, ...others] = await readPublishedLists(rpc, contract)
    expect(others).toEqual([])
    expect(found).toEqual({ root: first.root, contentHash: first.contentHash })

    const file = parseListFile(first.bytes, found ?? first)
    const sale = await readCollectionOnChain(rpc, contract, 'latest', [file])
    expect(sale.terms.phases).toMatchObject([
      {
        phaseId: 0,
        title: 'List 1',
        priceWei: friends.priceWei,
        maxSupply: 3,
        minted: 0,
      },
      { phaseId: 255, title: 'Public' },
    ])
    const entries = walletEntries(file, ada)
    const own = await readWallet(rpc, contract, sale, ada, entries)
    expect(own.phases[0]).toMatchObject({ isListed: true, used: 0, allowed: 2 })
    const other = await readWallet(rpc, contract, sale, bob, [])
    expect(other.phases[0]).toMatchObject({ isListed: false, allowed: 0 })
    const borrowed = await readWallet(rpc, contract, sale, bob, entries)
    expect(borrowed.phases[0]).toMatchObject({ isListed: false, allowed: 0 })

    const [entry] = entries
    const order = orderFor(contract, {
      phaseId: 0,
      unitWei: friends.priceWei,
      entry: entry ?? null,
    })
    expect(await mint({ ...order, quantity: 2 })).toMatchObject({ quantity: 2 })
    const then = await readCollectionOnChain(rpc, contract, 'latest', [file])
    expect(then.terms.phases[0]).toMatchObject({ minted: 2 })
    const used = await readWallet(rpc, contract, then, ada, entries)
    expect(panelOf(then, used)).toMatchObject({
      code: 'ready',
      params: { phase: { phaseId: 255 } },
    })
  })

  test('follows the newest list, its end and its removal', async () => {
    const salt = nextSalt()
    const wallets = [{ address: ada, terms: { limit: 4, priceWei: 0n } }]
    const old = list(salt, [{ title: 'Friends', terms: friends, wallets }])
    const terms = { ...friends, limit: 3 }
    const recent = list(salt, [{ title: 'Friends', terms, wallets: [{ address: bob }] }])
    const contract = await create(
      { listRoot: old.root, listContentHash: old.contentHash },
      salt,
    )
    await change(contract, 'addList', [recent.root, recent.contentHash, 0])
    const lists = await readPublishedLists(rpc, contract)
    expect(lists.map(({ root }) => root)).toEqual([recent.root, old.root])

    const files = [parseListFile(recent.bytes, recent), parseListFile(old.bytes, old)]
    const sale = await readCollectionOnChain(rpc, contract, 'latest', files)
    expect(sale.terms.phases).toMatchObject([{ title: 'Friends', maxPerWallet: 3 }])
    const entries = files.flatMap((file) => walletEntries(file, ada))
    const own = await readWallet(rpc, contract, sale, ada, entries)
    expect(own.phases).toMatchObject([{ isListed: true, allowed: 4, priceWei: 0n }])

    await change(contract, 'removeList', [recent.root])
    const after = await readCollectionOnChain(rpc, contract, 'latest', files)
    const { timestamp } = await client.getBlock()
    expect(after.terms.phases[0]?.end).toBe(Number(timestamp))
  })

  test('gives no entry to a wallet on the list of another collection', async () => {
    const other = list(nextSalt(), [
      { title: 'Strangers', terms: friends, wallets: [{ address: ada }] },
    ])
    const contract = await create({ listRoot: other.root, publicPhase: openNow })
    const file = parseListFile(other.bytes, other)
    const sale = await readCollectionOnChain(rpc, contract, 'latest', [file])
    const wallet = await readWallet(rpc, contract, sale, ada, walletEntries(file, ada))
    expect(wallet.phases).toMatchObject([
      { isListed: false, allowed: 0 },
      { phaseId: 255 },
    ])
  })
})

describe('a mint', () => {
  test('has the tokens that its receipt names, at the price that was paid', async () => {
    const contract = await create({ publicPhase: openNow })
    const read = await mint(orderFor(contract, { quantity: 2 }))
    expect(read).toMatchObject({ tokenIds: ['1', '2'], quantity: 2 })
    expect(read.spentWei).toBeGreaterThanOrEqual(price * 2n)
  })

  test('mints what is left and refunds the rest when fewer are left', async () => {
    const contract = await create({ publicPhase: openNow, maxSupply: 3 })
    await mint(orderFor(contract, { quantity: 2, account: bob }))
    const before = await client.getBalance({ address: ada })
    const read = await mint(orderFor(contract, { quantity: 4 }))
    expect(read).toMatchObject({ tokenIds: ['3'], quantity: 1 })
    const paid = before - (await client.getBalance({ address: ada }))
    expect(paid).toBe(read.spentWei)
  })

  test('costs the L1 fee of the network, too', async () => {
    const order = orderFor(await create({ publicPhase: openNow }))
    const receipt = await receiptOf(order)
    const { spentWei } = decodeMinted(receipt, order)
    expect(decodeMinted({ ...receipt, l1Fee: '0x3e8' }, order).spentWei).toBe(
      spentWei + 1000n,
    )
  })

  test('counts the copies of an edition', async () => {
    const contract = await create({ kind: 2, publicPhase: openNow, maxSupply: 0 })
    const read = await mint(orderFor(contract, { quantity: 3 }))
    expect(read).toMatchObject({ tokenIds: [], quantity: 3 })
  })

  test('passes the referrer on', async () => {
    const free = await create({ publicPhase: openNow })
    const read = await mint(orderFor(free, { referrer: bob }))
    expect(read).toMatchObject({ tokenIds: ['1'] })
  })

  test('is not built for a list without an entry', () => {
    expect(() => mintCall(orderFor(ada, { phaseId: 0 }))).toThrow('no list entry')
  })
})

describe('a mint that the contract refuses', () => {
  test('is decoded with the values of the error', async () => {
    const open = await create({ publicPhase: openNow, maxSupply: 2 })
    expect(await refused(orderFor(open, { unitWei: price - 1n }))).toMatchObject({
      error: 'WrongValue',
      values: [price - 1n, price],
    })
    expect(await refused(orderFor(open, { referrer: creator }))).toMatchObject({
      error: 'BadReferrer',
    })
    await mint(orderFor(open, { quantity: 2, account: bob }))
    expect(await refused(orderFor(open))).toMatchObject({
      error: 'SoldOut',
      values: [0n],
    })

    const closed = await create({ publicPhase: { ...openNow, end: 10 } })
    expect(await refused(orderFor(closed))).toMatchObject({ error: 'PhaseClosed' })

    const once = await create({ publicPhase: { ...openNow, walletLimit: 1 } })
    await mint(orderFor(once))
    expect(await refused(orderFor(once))).toMatchObject({ error: 'WalletLimit' })

    const capped = await create({ publicPhase: { ...openNow, supplyCap: 1 } })
    await mint(orderFor(capped, { account: bob }))
    expect(await refused(orderFor(capped))).toMatchObject({ error: 'PhaseSoldOut' })

    const paused = await create({ publicPhase: openNow })
    await change(paused, 'setPaused', [true])
    expect(await refused(orderFor(paused))).toMatchObject({ error: 'Paused' })
  })

  test('is decoded for the proof of another wallet', async () => {
    const salt = nextSalt()
    const made = list(salt, [{ title: '', terms: friends, wallets: [{ address: ada }] }])
    const contract = await create({ listRoot: made.root }, salt)
    const [entry = null] = walletEntries(parseListFile(made.bytes, made), ada)
    const order = { phaseId: 0, unitWei: friends.priceWei, entry, account: bob }
    expect(await refused(orderFor(contract, order))).toMatchObject({ error: 'BadProof' })
  })
})

type Read = {
  sale: Awaited<ReturnType<typeof readCollectionOnChain>>
  wallet: Awaited<ReturnType<typeof readWallet>>
}

function panelOf(sale: Read['sale'], wallet: Read['wallet']) {
  return mintState({
    now: sale.chainTime,
    unavailable: null,
    chainId: sale.chainId,
    collection: sale.terms,
    mintFeeWei: sale.mintFeeWei,
    attempt: null,
    result: null,
    wallet: { chainId: sale.chainId, ...wallet },
    needsSignIn: false,
    chosenPhaseId: null,
    quantity: 1,
    networkFeeWei: null,
  })
}

function orderFor(contract: Address, changes: Partial<MintOrder> = {}): MintOrder {
  return orderBy(contract, ada, changes)
}

async function mint(order: MintOrder) {
  return decodeMinted(await receiptOf(order), order)
}

/** Sends a mint and returns its receipt as the node returns it. */
async function receiptOf(order: MintOrder): Promise<TransactionReceipt> {
  const hash = (await rpc('eth_sendTransaction', [mintCall(order)])) as Hex
  const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  expect(status).toBe('success')
  // Safe: the node returns a receipt for this method.
  return (await rpc('eth_getTransactionReceipt', [hash])) as TransactionReceipt
}

function refused(order: MintOrder) {
  return simulateMint(rpc, order, 'pending').then(() => undefined, toRefusal)
}
