import { collectionAbi } from '@platemark/abi/collection'
import {
  type CreateParams,
  computeCollectionId,
  decodeCreateParams,
} from '@platemark/abi/create-params'
import { deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import {
  type Address,
  encodeFunctionData,
  keccak256,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import {
  anyAbi,
  clearIndex,
  launcher,
  never,
  plainDrop,
  price,
  readIndex,
  startTestIndexer,
} from '../../../test/collections/launch.ts'
import { callData } from '../../../test/selling.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'

let chain: TestChain
let server: TestServer
let launch: ReturnType<typeof launcher>
let indexer: ReturnType<typeof startTestIndexer>

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
})
beforeEach(async () => {
  server = await testServer({ networks: [chain.network] })
  indexer = startTestIndexer(server)
})
afterEach(async () => {
  await indexer.stop()
  await server.close()
})
afterAll(() => chain.stop())

const noPhase = { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }

const royaltyInfo = (address: Address) =>
  chain.client.readContract({
    address,
    abi: collectionAbi,
    functionName: 'royaltyInfo',
    args: [1n, 10_000n],
  })

const collectionAt = (address: Address) =>
  server.database
    .selectFrom('collections')
    .selectAll()
    .where('address', '=', address.toLowerCase())
    .executeTakeFirstOrThrow()

const eventsOf = async (id: string) =>
  (
    await server.database
      .selectFrom('events')
      .select(['kind', 'data'])
      .where('collection_id', '=', id)
      .orderBy('block_number')
      .orderBy('log_index')
      .execute()
  ).map(({ kind, data }) => ({ kind, data }))

test.each<[string, Partial<CreateParams>]>([
  ['a drop with the least there can be', {}],
  [
    'a soulbound open edition with all there can be',
    {
      kind: 1,
      transferable: false,
      name: 'Überfahrt 🌊',
      symbol: 'ÜBER',
      maxSupply: 0,
      publicPhase: { price, start: 5, end: never, walletLimit: 3, supplyCap: 77 },
      royaltyBps: 250,
      hasRoyaltySplit: true,
      notice: 86_400,
      payees: [
        { account: ada.address, bps: 7_000 },
        { account: bob.address, bps: 3_000 },
      ],
      // CIDv1: version, codec, hash function, length and hash.
      baseUri: `0x01551220${'ab'.repeat(32)}2f`,
      contractUri: stringToHex('https://platemark.test/{address}'),
      provenanceHash: keccak256('0x01'),
      listRoot: keccak256('0x02'),
      listContentHash: keccak256('0x03'),
      listNotBefore: 1_900_000_000,
    },
  ],
  ['an edition without a public phase', { kind: 2, publicPhase: noPhase }],
])('the log of %s says what the factory was given', async (_, params) => {
  const address = await launch.create(ada, params)
  const [log] = await chain.client.getContractEvents({
    address: chain.contracts.factory,
    abi: anyAbi,
    eventName: 'CollectionCreated',
    args: { collection: address },
    strict: true,
  })
  const { listContentHash: _inAnotherLog, ...given } = { ...plainDrop, ...params }
  const { royaltySplit, ...decoded } = decodeCreateParams(log?.args.args ?? '0x')
  expect(decoded).toEqual(given)
  const [receiver] = await royaltyInfo(address)
  expect(royaltySplit ?? ada.address).toBe(receiver)

  await indexer.caughtUp(chain)
  const indexed = await collectionAt(address)
  expect(indexed.is_transferable).toBe(given.transferable)
  expect(indexed.royalty_split).toBe(royaltySplit?.toLowerCase() ?? null)
  const [created] = await eventsOf(indexed.id)
  const { provenanceHash } = given
  expect(created?.data.provenance_hash).toBe(
    provenanceHash === zeroHash ? undefined : provenanceHash,
  )
})

describe('a drop', () => {
  test('is indexed with everything its creation says', async () => {
    const address = await launch.create(ada, { name: 'Low\u202eWater  ' })
    await indexer.caughtUp(chain)
    expect(await collectionAt(address)).toMatchObject({
      name: 'LowWater',
      symbol: 'TIDE',
      kind: 'drop',
      creator: ada.address.toLowerCase(),
      owner: ada.address.toLowerCase(),
      max_supply: 100,
      minted: 0,
      royalty_bps: 500,
      is_unlisted: true,
      chain_id: 31_337,
    })
  })

  test('keeps the joiners of its name, and loses those that only hide', async () => {
    const address = await launch.create(ada, {
      name: '👩\u200d🎨 می\u200cخواهم ශ්\u200dරී pay\u200dpal',
    })
    await indexer.caughtUp(chain)
    expect((await collectionAt(address)).name).toBe(
      '👩\u200d🎨 می\u200cخواهم ශ්\u200dරී paypal',
    )
  })

  test('counts mints, transfers and burns like the contract', async () => {
    const address = await launch.create(ada)
    await launch.mint(bob, address, 3)
    await launch.mint(cyn, address, 1)
    await launch.mint(bob, address, 1)
    await launch.send(
      bob,
      address,
      callData('transferFrom', [bob.address, cyn.address, 2n]),
    )
    await launch.send(cyn, address, callData('burn', [4n]))
    await indexer.caughtUp(chain)

    const found = await collectionAt(address)
    const view = await chain.client.readContract({
      address,
      abi: anyAbi,
      functionName: 'overview',
    })
    expect(found.minted).toBe(Number(view.minted))
    expect(found.burned).toBe(Number(view.burned))
    expect(found).toMatchObject({
      minted: 5,
      burned: 1,
      holders: 2,
      unique_minters: 2,
      volume_wei: (price * 5n).toString(),
    })
    const tokens = await server.database
      .selectFrom('tokens')
      .select(['token_id', 'owner'])
      .where('collection_id', '=', found.id)
      .orderBy('token_id')
      .execute()
    expect(tokens.map(({ token_id }) => token_id)).toEqual(['1', '2', '3', '5'])
    for (const { token_id, owner } of tokens) {
      const onChain = await chain.client.readContract({
        address,
        abi: anyAbi,
        functionName: 'ownerOf',
        args: [BigInt(token_id)],
      })
      expect(onChain.toLowerCase()).toBe(owner)
    }
    const [phase] = await server.database
      .selectFrom('phases')
      .selectAll()
      .where('collection_id', '=', found.id)
      .execute()
    expect(phase).toMatchObject({ phase_id: 255, kind: 'public', minted: 5 })
    expect((await eventsOf(found.id)).map(({ kind }) => kind)).toEqual([
      'created',
      'mint',
      'mint',
      'mint',
      'transfer',
      'burn',
    ])
  })

  test('takes the price of a public mint from the phase at that time', async () => {
    const address = await launch.create(ada)
    await launch.mint(bob, address, 1)
    const cheaper = { ...plainDrop.publicPhase, price: price / 2n }
    await launch.send(ada, address, callData('setPublicPhase', [cheaper]))
    await launch.mint(bob, address, 2, price / 2n)
    await indexer.caughtUp(chain)
    expect((await collectionAt(address)).volume_wei).toBe((price * 2n).toString())
    const prices = await server.database
      .selectFrom('mints')
      .select(['quantity', 'price_wei'])
      .where('collection_id', '=', (await collectionAt(address)).id)
      .orderBy('block_number')
      .execute()
    expect(prices).toEqual([
      { quantity: 1, price_wei: price.toString() },
      { quantity: 2, price_wei: (price / 2n).toString() },
    ])
  })

  test('counts against the cap of a phase like the contract', async () => {
    const address = await launch.create(ada)
    const phaseAt = async () => {
      await indexer.caughtUp(chain)
      const { id } = await collectionAt(address)
      return server.database
        .selectFrom('phases')
        .select(['max_supply', 'minted'])
        .where('collection_id', '=', id)
        .executeTakeFirst()
    }
    const counted = () =>
      chain.client.readContract({
        address,
        abi: anyAbi,
        functionName: 'phaseMinted',
        args: [255],
      })
    const setCap = (supplyCap: number) => {
      const phase = { ...plainDrop.publicPhase, supplyCap }
      return launch.send(ada, address, callData('setPublicPhase', [phase]))
    }

    await launch.mint(bob, address, 3)
    expect(await phaseAt()).toEqual({ max_supply: null, minted: 3 })
    await setCap(5)
    await launch.mint(bob, address, 2)
    expect(await phaseAt()).toEqual({ max_supply: 5, minted: 2 })
    expect(await counted()).toBe(2n)
    await setCap(0)
    await launch.mint(cyn, address, 1)
    expect(await phaseAt()).toEqual({ max_supply: null, minted: 6 })
    await setCap(4)
    expect(await phaseAt()).toEqual({ max_supply: 4, minted: 2 })
    expect(await counted()).toBe(2n)
  })

  test('attributes referred mints, and does not count airdrops as mints', async () => {
    const address = await launch.create(ada)
    const { owner: referrer } = chain
    await launch.send(
      bob,
      address,
      callData('mintTo', [cyn.address, 1n, 2n, referrer.address]),
      price * 2n,
    )
    await launch.send(
      bob,
      address,
      callData('mintTo', [bob.address, 1n, 1n, zeroAddress]),
      price,
    )
    await launch.send(
      ada,
      address,
      callData('airdrop', [
        [bob.address, cyn.address],
        [2n, 1n],
      ]),
    )
    await indexer.caughtUp(chain)
    const mints = await server.database
      .selectFrom('mints')
      .select(['minter', 'quantity', 'referrer'])
      .where('collection_id', '=', (await collectionAt(address)).id)
      .orderBy('block_number')
      .execute()
    expect(mints).toEqual([
      {
        minter: cyn.address.toLowerCase(),
        quantity: 2,
        referrer: referrer.address.toLowerCase(),
      },
      { minter: bob.address.toLowerCase(), quantity: 1, referrer: null },
    ])
    expect(await collectionAt(address)).toMatchObject({
      minted: 6,
      holders: 2,
      unique_minters: 2,
      volume_wei: (price * 3n).toString(),
    })
  })

  test('does not count its creator among its minters', async () => {
    const address = await launch.create(ada)
    await launch.mint(ada, address, 2)
    await indexer.caughtUp(chain)
    expect(await collectionAt(address)).toMatchObject({ minted: 2, unique_minters: 0 })
  })

  test('applies changes of its owner', async () => {
    const address = await launch.create(ada)
    await launch.send(ada, address, callData('setPaused', [true]))
    await launch.send(ada, address, callData('lowerCap', [80n]))
    await launch.send(ada, address, callData('freezeCap', []))
    await launch.send(ada, address, callData('setRoyalty', [250n]))
    await launch.send(ada, address, callData('freezeMetadata', [keccak256('0x01')]))
    await launch.send(ada, address, callData('transferOwnership', [bob.address]))
    await launch.send(bob, address, callData('acceptOwnership', []))
    await indexer.caughtUp(chain)
    expect(await collectionAt(address)).toMatchObject({
      is_paused: true,
      max_supply: 80,
      is_cap_frozen: true,
      royalty_bps: 250,
      is_metadata_frozen: true,
      creator: ada.address.toLowerCase(),
      owner: bob.address.toLowerCase(),
    })
  })

  test('knows to which account the ownership is offered', async () => {
    const address = await launch.create(ada)
    const pending = async () => {
      await indexer.caughtUp(chain)
      return (await collectionAt(address)).pending_owner
    }
    await launch.send(ada, address, callData('transferOwnership', [bob.address]))
    expect(await pending()).toBe(bob.address.toLowerCase())
    await launch.send(ada, address, callData('transferOwnership', [zeroAddress]))
    expect(await pending()).toBeNull()
    await launch.send(ada, address, callData('transferOwnership', [bob.address]))
    await launch.send(bob, address, callData('acceptOwnership', []))
    expect(await pending()).toBeNull()
    const { id } = await collectionAt(address)
    const offers = (await eventsOf(id)).filter(({ kind }) => kind === 'owner_offered')
    expect(offers.map(({ data }) => data.to)).toEqual([
      bob.address.toLowerCase(),
      null,
      bob.address.toLowerCase(),
    ])
  })

  test('records withdrawals to the wei', async () => {
    const address = await launch.create(ada)
    await launch.mint(bob, address, 4)
    await launch.send(bob, address, callData('release', [ada.address]))
    await indexer.caughtUp(chain)
    const { id } = await collectionAt(address)
    expect(await eventsOf(id)).toContainEqual({
      kind: 'withdrawal',
      data: { account: ada.address.toLowerCase(), amount_wei: (price * 4n).toString() },
    })
  })

  test('shows the phases of a published list, and counts its mints in them', async () => {
    const salt = keccak256(toHex('a listed drop'))
    const packed = packTerms({
      phaseId: 3,
      start: 1,
      end: never,
      priceWei: price / 10n,
      limit: 4,
      phaseCap: null,
    })
    const scope = {
      chainId: chain.id,
      collectionId: computeCollectionId(ada.address, salt),
    }
    const leaf = listLeaf(scope, bob.address, packed)
    const { root, proofOf } = listTree([leaf, listLeaf(scope, cyn.address, packed)])
    await publishList(root)
    const listContentHash = keccak256('0x1234')
    const address = await launch.create(ada, { listRoot: root, listContentHash }, salt)
    const data = encodeFunctionData({
      abi: anyAbi,
      functionName: 'mintAllowlist',
      args: [2n, packed, proofOf(leaf) ?? []],
    })
    await launch.send(bob, address, data, (price / 10n) * 2n)
    await indexer.caughtUp(chain)

    const { id, volume_wei } = await collectionAt(address)
    expect(volume_wei).toBe((price / 5n).toString())
    const phases = await server.database
      .selectFrom('phases')
      .select(['phase_id', 'title', 'minted', 'list_root'])
      .where('collection_id', '=', id)
      .orderBy('phase_id')
      .execute()
    expect(phases).toEqual([
      { phase_id: 3, title: 'Friends', minted: 2, list_root: root },
      { phase_id: 255, title: 'Public', minted: 0, list_root: null },
    ])

    await launch.send(ada, address, callData('removeList', [root]))
    await indexer.caughtUp(chain)
    const { ends_at } = await server.database
      .selectFrom('phases')
      .select('ends_at')
      .where('collection_id', '=', id)
      .where('phase_id', '=', 3)
      .executeTakeFirstOrThrow()
    expect(ends_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    const before = await readIndex(server.database)
    await indexer.stop()
    await clearIndex(server.database)
    indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)
    expect(await readIndex(server.database)).toEqual(before)
  })

  const publishList = (root: string) =>
    server.database
      .insertInto('lists')
      .values({
        root,
        chain_id: chain.id,
        content_hash: keccak256('0x1234'),
        entries: 2,
        terms: JSON.stringify({
          phases: [
            {
              phase_id: 3,
              title: 'Friends',
              start: '2020-01-01T00:00:00Z',
              end: '2100-01-01T00:00:00Z',
              price_wei: (price / 10n).toString(),
              max_per_wallet: 4,
              max_supply: null,
            },
          ],
        }),
      })
      .execute()
})

test('an edition counts copies by holder', async () => {
  const address = await launch.create(ada, { kind: 2, maxSupply: 0 })
  await launch.mint(bob, address, 5)
  const data = callData('safeTransferFrom', [bob.address, cyn.address, 1n, 2n, '0x'])
  await launch.send(bob, address, data)
  await launch.send(cyn, address, encodeFunctionData({ abi: [burnCopies], args: [1n] }))
  await indexer.caughtUp(chain)
  const found = await collectionAt(address)
  expect(found).toMatchObject({ kind: 'edition', minted: 5, burned: 1, holders: 2 })
  const holdings = await server.database
    .selectFrom('holdings')
    .select(['owner', 'quantity'])
    .where('collection_id', '=', found.id)
    .orderBy('quantity')
    .execute()
  expect(holdings).toEqual([
    { owner: cyn.address.toLowerCase(), quantity: 1 },
    { owner: bob.address.toLowerCase(), quantity: 3 },
  ])
})

const burnCopies = {
  type: 'function',
  name: 'burn',
  stateMutability: 'nonpayable',
  inputs: [{ name: 'value', type: 'uint256' }],
  outputs: [],
} as const

test('a draft keeps its id when its deployment is mined, lost and mined again', async () => {
  const data = {
    chain_alias: 'local',
    kind: 'drop',
    name: 'Twice mined',
    symbol: 'TWICE',
    max_supply: 10,
    phases: [
      {
        phase_id: 255,
        kind: 'public',
        title: 'Everybody',
        start: '2020-01-01T00:00:00Z',
        end: '2100-01-01T00:00:00Z',
        price_wei: '0',
        max_per_wallet: 5,
        max_supply: null,
      },
    ],
  }
  const created = await server.postForm(
    '/api/contract/studio/create',
    { data },
    { as: ada },
  )
  const id = created.data.contract_id
  const path = `/api/contract/studio/${id}/prepare`
  const prepared = await server.post(path, undefined, { as: ada })
  expect(prepared.error).toBeUndefined()
  const deploy = () => launch.send(ada, prepared.data.to, prepared.data.data)
  const draft = () =>
    server.database
      .selectFrom('drafts')
      .select('collection_id')
      .where('id', '=', id)
      .executeTakeFirst()

  await deploy()
  await indexer.caughtUp(chain)
  expect(await collectionAt(prepared.data.predicted_address)).toMatchObject({ id })
  expect(await draft()).toEqual({ collection_id: id })

  await chain.client.request({
    // Safe: anvil has this method, viem does not know it.
    method: 'anvil_reorg' as 'anvil_mine',
    params: [1, []] as never,
  })
  await indexer.caughtUp(chain)
  expect(await draft()).toEqual({ collection_id: null })

  await deploy()
  await indexer.caughtUp(chain)
  expect(await collectionAt(prepared.data.predicted_address)).toMatchObject({
    id,
    is_unlisted: false,
  })
  expect(await draft()).toEqual({ collection_id: id })
})

test('royalties of a draft go to a contract with its payees, and are shown so', async () => {
  const payees = [
    { address: ada.address, bps: 6_500 },
    { address: bob.address, bps: 3_500 },
  ]
  const data = {
    chain_alias: 'local',
    kind: 'open_edition',
    name: 'Shared',
    symbol: 'SHARE',
    royalty_bps: 500,
    royalty_ceiling_bps: 750,
    royalty_receiver: 'split',
    payees,
    phases: [
      {
        phase_id: 255,
        kind: 'public',
        title: 'Everybody',
        start: '2020-01-01T00:00:00Z',
        end: '2100-01-01T00:00:00Z',
        price_wei: '0',
        max_per_wallet: 5,
        max_supply: null,
      },
    ],
  }
  const form = { data }
  const created = await server.postForm('/api/contract/studio/create', form, { as: cyn })
  const path = `/api/contract/studio/${created.data.contract_id}/prepare`
  const prepared = await server.post(path, undefined, { as: cyn })
  expect(prepared.error).toBeUndefined()
  const { predicted_address: address } = prepared.data
  await launch.send(cyn, prepared.data.to, prepared.data.data)

  const [split, royalty] = await royaltyInfo(address)
  expect(royalty).toBe(500n)
  const shares = { address: split, abi: royaltySplitAbi } as const
  expect(await chain.client.readContract({ ...shares, functionName: 'payees' })).toEqual(
    payees.map(({ address: account, bps }) => ({ account, bps })),
  )
  await chain.client.setBalance({ address: split, value: 10_001n })
  const owed = (account: Address) =>
    chain.client.readContract({ ...shares, functionName: 'owed', args: [account] })
  expect(await Promise.all([owed(ada.address), owed(bob.address)])).toEqual([
    6_500n,
    3_500n,
  ])

  await indexer.caughtUp(chain)
  const { data: shown } = await server.get(`/api/contract/local/${address}`)
  expect(shown.royalty_split).toBe(split)
  const { data: own } = await server.get('/api/contract/studio/list', { as: cyn })
  expect(own[0].fields).toMatchObject({ royalty_receiver: 'split', payees })
})

test('shows its owner a collection made past this site with all that its contract accepts', async () => {
  const longest = `${'✦ tide $'.repeat(20)}`
  const address = await launch.create(bob, {
    name: '\u202eTide\u0000water',
    symbol: longest,
    publicPhase: {
      ...plainDrop.publicPhase,
      price: 10n ** 24n,
      end: never - 1,
      supplyCap: 4_294_967_295,
    },
  })
  await indexer.caughtUp(chain)
  const { status, data } = await server.get('/api/contract/studio/list', { as: bob })
  expect(status).toBe(200)
  expect(data[0]).toMatchObject({
    contract_address: address,
    fields: {
      name: 'Tidewater',
      symbol: '✦ tide $✦ ti',
      phases: [{ price_wei: `${10n ** 24n}`, max_supply: 4_294_967_295 }],
    },
  })
  // What creators enter stays within the bounds of the form.
  const changes = { symbol: longest, phases: [{ ...data[0].fields.phases[0] }] }
  const path = `/api/contract/studio/${data[0].contract_id}/update`
  expect(await server.post(path, changes, { as: bob })).toMatchObject({
    status: 422,
    error: {
      fields: { symbol: expect.anything(), 'phases.0.max_supply': expect.anything() },
    },
  })
})

test('ignores collections of another factory', async () => {
  const plan = deploymentPlan(bob.address)
  // Payouts and the code of splits have no owner and are already deployed.
  for (const { contract, to, data } of plan) {
    if (contract !== 'payouts' && contract !== 'split') await launch.send(bob, to, data)
  }
  const { factory: fake } = deployedAddresses(plan)
  const address = await launch.create(ada, {}, keccak256('0xfa'), fake)
  await launch.mint(bob, address, 1)
  await indexer.caughtUp(chain)
  const found = await server.database
    .selectFrom('collections')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .execute()
  expect(found).toEqual([])
})
