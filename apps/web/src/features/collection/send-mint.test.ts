import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { collectionIdOf } from '@platemark/abi/create-params'
import { addressesIn, deploymentPlan } from '@platemark/abi/deploy'
import { listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import type { MintPhase } from '@platemark/rules/mint-state'
import { mintState } from '@platemark/rules/mint-state'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { mintReasonsOf } from '@platemark/rules/states'
import {
  type Address,
  createTestClient,
  type Hex,
  numberToHex,
  parseEther,
  publicActions,
  stringToHex,
  walletActions,
  zeroHash,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type MintOrder,
  readReceipt,
  refusalOf,
  sendMint,
  simulateMint,
} from './send-mint.ts'
import { startTestChain } from './test-chain.ts'

const { transport, stop } = await startTestChain()
const client = createTestClient({ chain: foundry, mode: 'anvil', transport })
  .extend(publicActions)
  .extend(walletActions)
afterAll(stop)

const [creator, ada, bob] = await client.getAddresses()
if (!creator || !ada || !bob) throw new Error('The chain has no accounts.')
const factory = await deployFactory()
const price = parseEther('0.002')
const openNow = { price, start: 0, end: 4_294_967_295, walletLimit: 5, supplyCap: 0 }
let salts = 0

describe('a mint in the public phase', () => {
  test('brings the tokens that its receipt names, at what was paid', async () => {
    const order = orderFor(await create({ publicPhase: openNow }), { quantity: 2 })
    const read = await mint(order)
    expect(read).toMatchObject({ tokenIds: ['1', '2'], quantity: 2 })
    expect(read.spentWei).toBeGreaterThanOrEqual(price * 2n)
  })

  test('brings what is left and the change when fewer are left', async () => {
    const contract = await create({ publicPhase: openNow, maxSupply: 3 })
    await mint(orderFor(contract, { quantity: 2, account: bob }))
    const before = await client.getBalance({ address: ada })
    const read = await mint(orderFor(contract, { quantity: 4 }))
    expect(read).toMatchObject({ tokenIds: ['3'], quantity: 1 })
    const paid = before - (await client.getBalance({ address: ada }))
    expect(paid).toBe(read.spentWei)
  })

  test('counts the copies of an edition', async () => {
    const contract = await create({ kind: 2, publicPhase: openNow, maxSupply: 0 })
    expect(await mint(orderFor(contract, { quantity: 3 }))).toMatchObject({
      tokenIds: [],
      quantity: 3,
    })
  })
})

describe('a mint that the contract refuses', () => {
  const refused = async (order: MintOrder) => {
    const error = await simulateMint(client, order, 'pending').then(
      () => undefined,
      (thrown: unknown) => refusalOf(thrown),
    )
    return error?.kind === 'contract' ? error.error : error
  }

  test('says why, before anything is sent', async () => {
    const open = await create({ publicPhase: openNow, maxSupply: 2 })
    expect(await refused(orderFor(open, { unitWei: price - 1n }))).toBe('WrongValue')
    expect(await refused(orderFor(open, { referrer: creator }))).toBe('BadReferrer')
    await mint(orderFor(open, { quantity: 2, account: bob }))
    expect(await refused(orderFor(open))).toBe('SoldOut')

    const closed = await create({ publicPhase: { ...openNow, end: 10 } })
    expect(await refused(orderFor(closed))).toBe('PhaseClosed')

    const once = await create({ publicPhase: { ...openNow, walletLimit: 1 } })
    await mint(orderFor(once))
    expect(await refused(orderFor(once))).toBe('WalletLimit')

    const capped = await create({ publicPhase: { ...openNow, supplyCap: 1 } })
    await mint(orderFor(capped, { account: bob }))
    expect(await refused(orderFor(capped))).toBe('PhaseSoldOut')

    const paused = await create({ publicPhase: openNow })
    await client.writeContract({
      account: creator,
      chain: foundry,
      address: paused,
      abi: collectionAbi,
      functionName: 'setPaused',
      args: [true],
    })
    expect(await refused(orderFor(paused))).toBe('Paused')
  })
})

describe('a mint from a list', () => {
  const terms = {
    phaseId: 0,
    start: 0,
    end: 4_294_967_295,
    priceWei: 0n,
    limit: 2,
    phaseCap: null,
  }

  test('goes through with the proof that the rules make, and for no one else', async () => {
    const salt = nextSalt()
    const scope = { chainId: foundry.id, collectionId: collectionIdOf(creator, salt) }
    const packed = packTerms(terms)
    const leaves = [ada, factory, creator].map((one) => listLeaf(scope, one, packed))
    const tree = listTree(leaves)
    const [leaf] = leaves
    const contract = await create({ listRoot: tree.root }, salt)
    const entry = {
      phase_id: 0,
      root: tree.root,
      packed: String(packed),
      proof: leaf ? (tree.proofOf(leaf) ?? []) : [],
      quantity: 2,
      price_wei: '0',
    }
    const order = orderFor(contract, { phaseId: 0, unitWei: 0n, entry })
    expect(await mint(order)).toMatchObject({ tokenIds: ['1'] })
    expect(await mint({ ...order, quantity: 2 })).toMatchObject({ tokenIds: ['2'] })

    const stolen = simulateMint(client, { ...order, account: bob }, 'pending')
    await expect(
      stolen.catch((error: unknown) => refusalOf(error)),
    ).resolves.toMatchObject({ error: 'BadProof' })
  })
})

describe('panel and contract', () => {
  test('agree at every boundary of a phase', async () => {
    const { timestamp } = await client.getBlock()
    const start = Number(timestamp) + 1000
    const end = start + 1000
    const contract = await create({ publicPhase: { ...openNow, start, end } })
    for (const now of [start - 1, start, start + 1, end - 1, end, end + 1]) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(now) })
      await client.mine({ blocks: 1 })
      const [bits] = await client.readContract({
        address: contract,
        abi: collectionAbi,
        functionName: 'checkMint',
        args: [ada, 1n, 0n, []],
      })
      const [reason] = mintReasonsOf(bits)
      const { code } = panelAt(now, { start, end })
      const said = reason ? reasonCodes[reason] : 'ready'
      expect({ now, code }).toEqual({ now, code: said })
    }
  })
})

function panelAt(now: number, { start, end }: { start: number; end: number }) {
  const phase: MintPhase = {
    phaseId: 255,
    title: 'Public',
    start,
    end,
    priceWei: price,
    maxSupply: null,
    minted: 0,
    maxPerWallet: 5,
  }
  const own = { ...phase, isListed: true, used: 0, allowed: 5 }
  return mintState({
    now,
    unavailable: null,
    chainId: foundry.id,
    collection: { isPaused: false, minted: 0, maxSupply: 100, phases: [phase] },
    mintFeeWei: 0n,
    attempt: null,
    result: null,
    wallet: { chainId: foundry.id, balanceWei: parseEther('1'), phases: [own] },
    needsSignIn: false,
    chosenPhaseId: null,
    quantity: 1,
    networkFeeWei: 0n,
  })
}

function orderFor(contract: Address, changes: Partial<MintOrder> = {}): MintOrder {
  if (!ada) throw new Error('The chain has no accounts.')
  return {
    contract,
    account: ada,
    phaseId: 255,
    quantity: 1,
    unitWei: price,
    entry: null,
    referrer: null,
    ...changes,
  }
}

async function mint(order: MintOrder) {
  await simulateMint(client, order, 'pending')
  const wallet = Object.assign(client, {
    account: { address: order.account, type: 'json-rpc' as const },
  })
  const hash = await sendMint(wallet, order)
  const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  expect(receipt.status).toBe('success')
  return readReceipt(receipt, order)
}

type Terms = {
  kind?: number
  maxSupply?: number
  publicPhase?: typeof openNow
  listRoot?: Hex
}

async function create(terms: Terms, salt = nextSalt()): Promise<Address> {
  if (!creator) throw new Error('The chain has no accounts.')
  const none = { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  const params = {
    kind: terms.kind ?? 0,
    transferable: true,
    name: 'Prints',
    symbol: 'PRINT',
    maxSupply: terms.maxSupply ?? 100,
    publicPhase: terms.publicPhase ?? none,
    mintFee: 0n,
    royaltyBps: 0,
    royaltyCeilingBps: 0,
    notice: 0,
    payees: [],
    baseUri: stringToHex('https://example.org/'),
    contractUri: '0x' as const,
    provenanceHash: zeroHash,
    listRoot: terms.listRoot ?? zeroHash,
    listContentHash: terms.listRoot ?? zeroHash,
    listNotBefore: 0,
  }
  const { request, result } = await client.simulateContract({
    account: creator,
    address: factory,
    abi: collectionFactoryAbi,
    functionName: 'create',
    args: [params, salt, 2n ** 40n],
  })
  await client.waitForTransactionReceipt({
    hash: await client.writeContract(request),
    pollingInterval: 20,
  })
  return result
}

function nextSalt(): Hex {
  salts += 1
  return numberToHex(salts, { size: 32 })
}

async function deployFactory(): Promise<Address> {
  if (!creator) throw new Error('The chain has no accounts.')
  const plan = deploymentPlan(creator)
  for (const { to, data } of plan) {
    const sent = { account: creator, chain: foundry, to, data }
    const hash = await client.sendTransaction(sent)
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  return addressesIn(plan).factory
}
