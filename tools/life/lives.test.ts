import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { getContract, parseGwei, zeroAddress } from 'viem'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { people, receivers } from './people.ts'
import { publishList } from './published-list.ts'
import { retold } from './retold.ts'
import { beginShortLife, type ShortLife, scopeOf } from './short-life.ts'
import { takingContract } from './small-contracts.ts'
import { NEVER, openStage, plainParams, refusal } from './stage.ts'

const { creator, heir, alice, ben, cleo, stranger } = people
const { rita, rolf, firstRecipient } = receivers
const fee = parseGwei('123457')
const priceWei = parseGwei('20000003')
const openPhase = { ...plainParams.publicPhase, price: priceWei }

const stage = await openStage()
const { client, platform, factory, operator } = stage
afterAll(() => stage.chain.stop())

beforeEach(async () => {
  await stage.mined(factory.write.setMintFee([fee], { account: operator }))
  await stage.mined(
    platform.write.setFeeRecipient([firstRecipient], { account: operator }),
  )
})

describe('an edition', () => {
  test('is sold, given, moved, burned, shared anew and paid out to the last wei', async () => {
    const terms = { start: 1, end: NEVER, phaseCap: null, limit: 4 }
    const list = publishList(scopeOf(stage, 'edition'), [
      { account: alice.address, terms: { ...terms, phaseId: 0, priceWei: 0n } },
      { account: ben.address, terms: { ...terms, phaseId: 200, priceWei } },
    ])
    const life = await beginShortLife(stage, 'edition', {
      kind: 2,
      maxSupply: 40,
      publicPhase: openPhase,
      listRoot: list.root,
      listContentHash: list.contentHash,
    })
    const { collection, accounts, cost } = life
    const { address } = collection
    const { did, sold, paidOut, books } = accounts
    const edition = getContract({ address, abi: editionCollectionAbi, client })
    const copiesOf = (account: `0x${string}`) => edition.read.balanceOf([account, 1n])

    await sellBothWays(life)
    const [alices, bens] = [
      list.placeOf(alice.address, 0),
      list.placeOf(ben.address, 200),
    ]
    await sold(
      { buyer: alice.address, quantity: 3, priceWei: 0n },
      collection.write.mintAllowlist([3n, alices.packed, alices.proof], {
        account: alice,
        value: cost(0n, 3),
      }),
    )
    await sold(
      { buyer: ben.address, quantity: 4, priceWei, referrer: rolf },
      collection.write.mintAllowlist([1n, 9n, rolf, bens.packed, bens.proof], {
        account: ben,
        value: cost(priceWei, 9),
      }),
    )
    await did(collection.write.airdrop([[cleo.address], [5n]], { account: creator }))
    expect(await accounts.onChain()).toEqual(await accounts.inBooks())

    const taking = await stage.install(takingContract)
    const [from, to] = [alice.address, cleo.address]
    await did(
      edition.write.safeTransferFrom([from, to, 1n, 2n, '0x'], { account: alice }),
    )
    await did(
      edition.write.safeBatchTransferFrom([from, taking, [1n, 1n], [1n, 3n], '0x'], {
        account: alice,
      }),
    )
    await did(edition.write.setApprovalForAll([heir.address, true], { account: ben }))
    await did(edition.write.burnFrom([ben.address, 3n], { account: heir }))
    await did(edition.write.burn([1n], { account: cleo }))
    expect(await Promise.all([copiesOf(taking), copiesOf(cleo.address)])).toEqual([
      4n,
      9n,
    ])

    // The creator is paid alone, then shares what comes later.
    expect(await paidOut(creator.address)).toBeGreaterThan(0n)
    const payees = [
      { account: heir.address, bps: 9001 },
      { account: creator.address, bps: 999 },
    ]
    await did(collection.write.setPayees([payees], { account: creator }))
    books.changePayees(payees)
    await sellTheRest(life, 40)
    await payEverybody(life)
  })
})

describe('a soulbound drop', () => {
  test('is sold and given, never moves, can be burned, and is paid out', async () => {
    const life = await beginShortLife(stage, 'soulbound', {
      transferable: false,
      maxSupply: 20,
      publicPhase: openPhase,
    })
    const { collection, accounts } = life
    const { address } = collection
    const drop = getContract({ address, abi: dropCollectionAbi, client })
    await sellBothWays(life)
    await accounts.did(
      collection.write.airdrop([[cleo.address], [2n]], { account: creator }),
    )
    const moves = drop.simulate.transferFrom([alice.address, ben.address, 1n], {
      account: alice,
    })
    expect(await refusal(moves)).toEqual(['Soulbound'])
    await accounts.did(drop.write.burn([1n], { account: alice }))
    expect(await refusal(drop.read.locked([1n]))).toEqual(['NoToken', 1n])
    expect(await drop.read.locked([2n])).toBe(true)
    await sellTheRest(life, 20)
    await payEverybody(life)
  })
})

describe('an open edition', () => {
  test('without a fee brings its creator everything, until it is closed by a cap', async () => {
    await stage.mined(factory.write.setMintFee([0n], { account: operator }))
    const life = await beginShortLife(stage, 'open edition', {
      kind: 1,
      maxSupply: 0,
      publicPhase: openPhase,
    })
    const { collection, accounts } = life
    await sellBothWays(life)
    expect(await collection.read.overview()).toMatchObject({ kind: 1, maxSupply: 0n })
    expect(await collection.read.owed([creator.address])).toBe(7n * priceWei)

    await accounts.did(
      collection.write.setPublicPhase([{ ...openPhase, price: 0n }], {
        account: creator,
      }),
    )
    await accounts.sold(
      { buyer: cleo.address, quantity: 50, priceWei: 0n },
      collection.write.mint([50n], { account: cleo }),
    )
    await accounts.did(
      collection.write.airdrop([[cleo.address], [255n]], { account: creator }),
    )
    await accounts.did(collection.write.lowerCap([312n], { account: creator }))
    const more = collection.simulate.mint([1n], { account: cleo })
    expect(await refusal(more)).toEqual(['SoldOut', 0n])
    await payEverybody(life)
  })

  test('sells until its last second', async () => {
    const end = (await stage.now()) + 1000
    const life = await beginShortLife(stage, 'window', {
      kind: 1,
      maxSupply: 0,
      publicPhase: { ...openPhase, end },
    })
    const { collection, cost } = life
    await sellBothWays(life)
    await stage.goTo(end - 1)
    const mint = () =>
      collection.simulate.mint([1n], { account: ben, value: cost(priceWei, 1) })
    expect((await mint()).request.functionName).toBe('mint')
    await stage.goTo(end)
    expect(await refusal(mint())).toEqual(['PhaseClosed', 1n, BigInt(end)])
    await payEverybody(life)
  })
})

/** Seven tokens: to the caller, for another, and with a referrer. */
async function sellBothWays({ collection, accounts, cost }: ShortLife) {
  const { sold } = accounts
  await sold(
    { buyer: alice.address, quantity: 3, priceWei },
    collection.write.mint([3n], { account: alice, value: cost(priceWei, 3) }),
  )
  await sold(
    { buyer: stranger.address, quantity: 1, priceWei },
    collection.write.mintTo([ben.address, 1n, 1n, zeroAddress], {
      account: stranger,
      value: cost(priceWei, 1),
    }),
  )
  await sold(
    { buyer: cleo.address, quantity: 3, priceWei, referrer: rita },
    collection.write.mintTo([cleo.address, 0n, 3n, rita], {
      account: cleo,
      value: cost(priceWei, 3),
    }),
  )
  expect(await accounts.onChain()).toEqual(await accounts.inBooks())
}

/** Cleo asks for 50, gets what is left, and her money for the others back. */
async function sellTheRest({ collection, accounts, cost }: ShortLife, cap: number) {
  const { minted } = await collection.read.overview()
  await accounts.sold(
    { buyer: cleo.address, quantity: cap - Number(minted), priceWei, referrer: rita },
    collection.write.mintTo([cleo.address, 1n, 50n, rita], {
      account: cleo,
      value: cost(priceWei, 50),
    }),
  )
  const more = { account: cleo, value: cost(priceWei, 1) }
  expect(await refusal(collection.simulate.mint([1n], more))).toEqual(['SoldOut', 0n])
}

/** Logs and chain agree; then everybody is paid by a stranger, and nothing is left. */
async function payEverybody({ collection, created, accounts }: ShortLife) {
  const { books, paidOut } = accounts
  const before = await retold(created, stage)
  expect(before.fromLogs).toEqual(before.onChain)
  for (const party of books.parties()) {
    await paidOut(party, party === platform.address ? firstRecipient : party)
  }
  expect(await accounts.onChain()).toEqual(await accounts.inBooks())
  const after = await retold(created, stage)
  expect(after.fromLogs).toEqual(after.onChain)
  expect(Object.values(after.onChain.owed).every((wei) => wei === 0n)).toBe(true)
  expect(await client.getBalance({ address: collection.address })).toBe(0n)
}
