import { type Address, parseEventLogs, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { cost, type DropLife, idsIn, prices } from './drop-life.ts'
import { people, receivers } from './people.ts'
import { type PublishedList, publishList } from './published-list.ts'
import { refusal } from './stage.ts'

const { creator, heir, alice, ben, cleo, dora, stranger } = people
const { rita, rolf, secondPayee } = receivers

/** Everything a creator changes, at once or after the notice: tokens 26 to 45. */
export function promiseChapters(life: DropLife) {
  const { drop, stage, times, params, scope, firstList, accounts } = life
  const { sold, did } = accounts
  const phase = params.publicPhase
  const applicableAt = async () => BigInt((await stage.now()) + times.notice)
  const mintPublic = (priceWei: bigint, quantity = 1, buyer = ben) =>
    sold(
      { buyer: buyer.address, quantity, priceWei },
      drop.write.mint([BigInt(quantity)], {
        account: buyer,
        value: cost(priceWei, quantity),
      }),
    )
  /** Lets the notice pass, finds the change refused until then, and lets a stranger apply it. */
  const applyAfterNotice = async (
    change: 'applyPublicPhase' | 'applyCap' | 'applyPayees',
    at: bigint,
  ) => {
    const early = drop.simulate[change]({ account: stranger })
    expect(await refusal(early)).toEqual(['NoticePending', at])
    await stage.goTo(Number(at))
    const receipt = await did(drop.write[change]({ account: stranger }))
    const again = drop.simulate[change]({ account: stranger })
    expect(await refusal(again)).toEqual(['NothingPending'])
    return receipt
  }

  test('a lower price is in force at once', async () => {
    const better = { ...phase, price: prices.better }
    const changed = await did(drop.write.setPublicPhase([better], { account: creator }))
    expect(parseEventLogs({ abi: drop.abi, logs: changed.logs })).toMatchObject([
      { eventName: 'PublicPhaseChanged', args: { phase: better } },
    ])
    expect(idsIn(await mintPublic(prices.better))).toEqual([26])
  })

  test('a higher price waits for its notice, and never takes more than was sent', async () => {
    const worse = { ...phase, price: prices.worse }
    await did(drop.write.setPublicPhase([worse], { account: creator }))
    const at = await applicableAt()
    expect(await drop.read.overview()).toMatchObject({
      publicPhase: { price: prices.better },
      pendingPublicPhase: worse,
      publicPhaseAt: at,
    })
    expect(idsIn(await mintPublic(prices.better))).toEqual([27])

    await applyAfterNotice('applyPublicPhase', at)
    const sent = cost(prices.better, 1)
    const old = drop.simulate.mint([1n], { account: ben, value: sent })
    expect(await refusal(old)).toEqual(['WrongValue', sent, cost(prices.worse, 1)])
    expect(idsIn(await mintPublic(prices.worse))).toEqual([28])
    const full = { account: ben, value: cost(prices.worse, 1) }
    expect(await refusal(drop.simulate.mint([1n], full))).toEqual(['WalletLimit', 0n])
  })

  test('a free phase brings the creator half of the fee', async () => {
    const free = { ...phase, price: 0n }
    await did(drop.write.setPublicPhase([free], { account: creator }))
    expect(idsIn(await mintPublic(0n, 2, dora))).toEqual([29, 30])
    const referred = await sold(
      { buyer: dora.address, quantity: 1, priceWei: 0n, referrer: rolf },
      drop.write.mintTo([dora.address, 1n, 1n, rolf], {
        account: dora,
        value: cost(0n, 1),
      }),
    )
    expect(idsIn(referred)).toEqual([31])
  })

  test('a cap on the public phase waits, counts from its beginning, and cuts a mint', async () => {
    const capped = { ...phase, price: 0n, supplyCap: 2 }
    await did(drop.write.setPublicPhase([capped], { account: creator }))
    await applyAfterNotice('applyPublicPhase', await applicableAt())
    expect(idsIn(await mintPublic(0n, 1, dora))).toEqual([32])
    const cut = await sold(
      { buyer: cleo.address, quantity: 1, priceWei: 0n },
      drop.write.mintTo([cleo.address, 1n, 5n, zeroAddress], {
        account: cleo,
        value: cost(0n, 5),
      }),
    )
    expect(idsIn(cut)).toEqual([33])
    const tooLate = { account: cleo, value: cost(0n, 1) }
    expect(await refusal(drop.simulate.mint([1n], tooLate))).toEqual(['PhaseSoldOut', 0n])
    expect(await drop.read.phaseMinted([255])).toBe(2n)
  })

  test('the phase is sold again for money, with more for every wallet', async () => {
    const again = { ...phase, walletLimit: 20 }
    await did(drop.write.setPublicPhase([again], { account: creator }))
    await applyAfterNotice('applyPublicPhase', await applicableAt())
    expect(await drop.read.overview()).toMatchObject({ publicPhase: again })
  })

  let laterList: PublishedList

  test('a later list sells at once, beside the first', async () => {
    const window = { start: times.opens, end: times.closes }
    const many = { phaseId: 9, priceWei: prices.later, limit: 3, phaseCap: null }
    const few = { phaseId: 2, priceWei: 0n, limit: 5, phaseCap: 2 }
    laterList = publishList(scope, [
      { account: cleo.address, terms: { ...window, ...many } },
      { account: dora.address, terms: { ...window, ...many } },
      { account: ben.address, terms: { ...window, ...few } },
    ])
    const { root, contentHash } = laterList
    const cleos = laterList.placeOf(cleo.address, 9)
    const unknown = drop.simulate.mintAllowlist([1n, cleos.packed, cleos.proof], {
      account: cleo,
      value: cost(prices.later, 1),
    })
    expect(await refusal(unknown)).toEqual(['BadProof'])
    const added = await did(
      drop.write.addList([root, contentHash, 1], { account: creator }),
    )
    expect(parseEventLogs({ abi: drop.abi, logs: added.logs })).toMatchObject([
      { eventName: 'ListAdded', args: { root, contentHash } },
    ])

    const plain = await sold(
      { buyer: cleo.address, quantity: 2, priceWei: prices.later },
      drop.write.mintAllowlist([2n, cleos.packed, cleos.proof], {
        account: cleo,
        value: cost(prices.later, 2),
      }),
    )
    const { packed, proof } = laterList.placeOf(dora.address, 9)
    const partial = await sold(
      { buyer: dora.address, quantity: 3, priceWei: prices.later, referrer: rita },
      drop.write.mintAllowlist([1n, 5n, rita, packed, proof], {
        account: dora,
        value: cost(prices.later, 5),
      }),
    )
    expect([plain, partial].map(idsIn)).toEqual([
      [34, 35],
      [36, 37, 38],
    ])
  })

  test('a capped free phase of the later list is sold plain and with a referrer', async () => {
    const { packed, proof } = laterList.placeOf(ben.address, 2)
    const sale = { buyer: ben.address, quantity: 1, priceWei: 0n }
    const plain = await sold(
      sale,
      drop.write.mintAllowlist([1n, packed, proof], { account: ben, value: cost(0n, 1) }),
    )
    const cut = await sold(
      { ...sale, referrer: rolf },
      drop.write.mintAllowlist([1n, 3n, rolf, packed, proof], {
        account: ben,
        value: cost(0n, 3),
      }),
    )
    expect([plain, cut].map(idsIn)).toEqual([[39], [40]])
  })

  test('a removed list sells until its notice is over, and others go on', async () => {
    const { packed, proof } = firstList.placeOf(dora.address, 3)
    const asked = [1n, packed, proof] as const
    const paid = { account: dora, value: cost(prices.listed, 1) }
    await did(drop.write.removeList([firstList.root], { account: creator }))
    const until = await applicableAt()
    expect(await drop.read.listWindow([firstList.root])).toEqual([
      BigInt(times.listOpens),
      until,
    ])
    const last = await sold(
      { buyer: dora.address, quantity: 1, priceWei: prices.listed },
      drop.write.mintAllowlist(asked, paid),
    )
    expect(idsIn(last)).toEqual([41])

    await stage.goTo(Number(until))
    expect(await refusal(drop.simulate.mintAllowlist(asked, paid))).toEqual([
      'PhaseClosed',
      BigInt(times.listOpens),
      until,
    ])
    const later = laterList.placeOf(cleo.address, 9)
    const other = await sold(
      { buyer: cleo.address, quantity: 1, priceWei: prices.later },
      drop.write.mintAllowlist([1n, later.packed, later.proof], {
        account: cleo,
        value: cost(prices.later, 1),
      }),
    )
    expect(idsIn(other)).toEqual([42])
  })

  test('a pause stops every sale, but no gift, until it ends', async () => {
    const { packed, proof } = laterList.placeOf(dora.address, 9)
    await did(drop.write.setPaused([true], { account: creator }))
    const open = drop.simulate.mint([1n], {
      account: alice,
      value: cost(prices.public, 1),
    })
    const listed = drop.simulate.mintAllowlist([1n, packed, proof], {
      account: dora,
      value: cost(prices.later, 1),
    })
    expect(await Promise.all([open, listed].map(refusal))).toEqual([
      ['Paused'],
      ['Paused'],
    ])
    const gift = await did(
      drop.write.airdrop([[stranger.address], [1n]], { account: creator }),
    )
    expect(idsIn(gift)).toEqual([43])
    await did(drop.write.setPaused([false], { account: creator }))
    expect((await drop.read.checkMint([alice.address, 1n, 0n, []]))[0]).toBe(0n)
  })

  test('the cap is lowered after its notice, and then frozen for good', async () => {
    const lower = (cap: bigint) => drop.simulate.lowerCap([cap], { account: creator })
    expect(await refusal(lower(42n))).toEqual(['BadCap', 43n, 60n])
    expect(await refusal(lower(60n))).toEqual(['BadCap', 43n, 60n])
    await did(drop.write.lowerCap([50n], { account: creator }))
    await applyAfterNotice('applyCap', await applicableAt())
    await did(drop.write.freezeCap({ account: creator }))
    expect(await refusal(lower(49n))).toEqual(['Frozen'])
    expect(await drop.read.overview()).toMatchObject({
      maxSupply: 50n,
      isCapFrozen: true,
    })
  })

  test('other payees share only what comes after they are in force', async () => {
    const payees: { account: Address; bps: number }[] = [
      { account: secondPayee, bps: 2501 },
      { account: life.hesitant, bps: 7499 },
    ]
    await did(drop.write.setPayees([payees], { account: creator }))
    const at = await applicableAt()
    expect(await drop.read.pendingPayees()).toEqual(payees)
    expect(idsIn(await mintPublic(prices.public, 1, alice))).toEqual([44])
    // What is paid before the change belongs to the earlier shares, too.
    expect(await accounts.paidOut(secondPayee)).toBeGreaterThan(0n)

    await applyAfterNotice('applyPayees', at)
    accounts.books.changePayees(payees)
    expect(await drop.read.owed([life.hesitant])).toBe(0n)
    expect(idsIn(await mintPublic(prices.public, 1, alice))).toEqual([45])
    expect(await drop.read.owed([life.hesitant])).toBeGreaterThan(0n)
    expect(await drop.read.owed([heir.address])).toBe(0n)
  })
}
