import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { cost, type DropLife, idsIn, prices } from './drop-life.ts'
import { people, receivers } from './people.ts'
import { NEVER, refusal } from './stage.ts'

const { creator, heir, alice, ben, cleo, dora, stranger } = people
const { rita, rolf } = receivers

/** From the first list to the airdrop: tokens 1 to 25. */
export function sellingChapters({ drop, stage, times, firstList, accounts }: DropLife) {
  const { sold, did } = accounts

  test('nothing can be minted before its time, and it is said when that comes', async () => {
    const { packed, proof } = firstList.placeOf(alice.address, 0)
    const early = drop.simulate.mint([1n], {
      account: alice,
      value: cost(prices.public, 1),
    })
    const listed = drop.simulate.mintAllowlist([1n, packed, proof], {
      account: alice,
      value: cost(prices.listed, 1),
    })
    expect(await Promise.all([early, listed].map(refusal))).toEqual([
      ['PhaseClosed', BigInt(times.opens), BigInt(times.closes)],
      ['PhaseClosed', BigInt(times.listOpens), BigInt(NEVER)],
    ])
    expect(await drop.read.checkMint([alice.address, 1n, 0n, []])).toEqual([1n, 0n, 0n])
  })

  test('the first list sells what it grants, and what cannot be had is paid back', async () => {
    await stage.goTo(times.listOpens)
    const { packed, proof } = firstList.placeOf(alice.address, 0)
    const sale = { buyer: alice.address, priceWei: prices.listed }
    const plain = await sold(
      { ...sale, quantity: 2 },
      drop.write.mintAllowlist([2n, packed, proof], {
        account: alice,
        value: cost(prices.listed, 2),
      }),
    )
    expect(idsIn(plain)).toEqual([1, 2])

    // One of five is left to her, so she gets back what four cost.
    const partial = await sold(
      { ...sale, quantity: 1 },
      drop.write.mintAllowlist([1n, 5n, zeroAddress, packed, proof], {
        account: alice,
        value: cost(prices.listed, 5),
      }),
    )
    expect(idsIn(partial)).toEqual([3])

    const more = { value: cost(prices.listed, 1) }
    const asked = [alice, stranger].map((account) =>
      drop.simulate.mintAllowlist([1n, packed, proof], { ...more, account }),
    )
    expect(await Promise.all(asked.map(refusal))).toEqual([
      ['WalletLimit', 0n],
      ['BadProof'],
    ])
  })

  test('the first list gives tokens for the fee alone, and credits a referrer', async () => {
    const { packed, proof } = firstList.placeOf(ben.address, 0)
    const free = await sold(
      { buyer: ben.address, quantity: 2, priceWei: 0n, referrer: rita },
      drop.write.mintAllowlist([2n, 2n, rita, packed, proof], {
        account: ben,
        value: cost(0n, 2),
      }),
    )
    expect(idsIn(free)).toEqual([4, 5])
  })

  test('a capped phase of the first list is shared by its wallets', async () => {
    const ofCleo = firstList.placeOf(cleo.address, 1)
    const ofAlice = firstList.placeOf(alice.address, 1)
    const priceWei = prices.listed
    const two = await sold(
      { buyer: cleo.address, quantity: 2, priceWei },
      drop.write.mintAllowlist([2n, ofCleo.packed, ofCleo.proof], {
        account: cleo,
        value: cost(priceWei, 2),
      }),
    )
    const last = await sold(
      { buyer: alice.address, quantity: 1, priceWei },
      drop.write.mintAllowlist([1n, 4n, zeroAddress, ofAlice.packed, ofAlice.proof], {
        account: alice,
        value: cost(priceWei, 4),
      }),
    )
    expect([idsIn(two), idsIn(last)]).toEqual([[6, 7], [8]])
    const tooLate = drop.simulate.mintAllowlist([1n, ofCleo.packed, ofCleo.proof], {
      account: cleo,
      value: cost(priceWei, 1),
    })
    expect(await refusal(tooLate)).toEqual(['PhaseSoldOut', 0n])
    expect(await drop.read.phaseMinted([1])).toBe(3n)
  })

  test('the public phase sells to the caller, up to the limit of the wallet', async () => {
    await stage.goTo(times.opens)
    const sale = { buyer: alice.address, priceWei: prices.public }
    const plain = await sold(
      { ...sale, quantity: 2 },
      drop.write.mint([2n], { account: alice, value: cost(prices.public, 2) }),
    )
    // Four of nine are left to her.
    const partial = await sold(
      { ...sale, quantity: 4 },
      drop.write.mintTo([alice.address, 1n, 9n, zeroAddress], {
        account: alice,
        value: cost(prices.public, 9),
      }),
    )
    expect([idsIn(plain), idsIn(partial)]).toEqual([
      [9, 10],
      [11, 12, 13, 14],
    ])
    const { packed, proof } = firstList.placeOf(alice.address, 0)
    const tooLate = drop.simulate.mintAllowlist([1n, packed, proof], {
      account: alice,
      value: cost(prices.listed, 1),
    })
    expect(await refusal(tooLate)).toEqual([
      'PhaseClosed',
      BigInt(times.listOpens),
      BigInt(times.opens),
    ])
  })

  test('the public phase sells for another wallet, and credits referrers', async () => {
    const priceWei = prices.public
    const gift = await sold(
      { buyer: stranger.address, quantity: 3, priceWei },
      drop.write.mintTo([ben.address, 3n, 3n, zeroAddress], {
        account: stranger,
        value: cost(priceWei, 3),
      }),
    )
    const referred = await sold(
      { buyer: cleo.address, quantity: 2, priceWei, referrer: rolf },
      drop.write.mintTo([cleo.address, 1n, 2n, rolf], {
        account: cleo,
        value: cost(priceWei, 2),
      }),
    )
    const both = await sold(
      { buyer: stranger.address, quantity: 1, priceWei, referrer: rita },
      drop.write.mintTo([cleo.address, 1n, 1n, rita], {
        account: stranger,
        value: cost(priceWei, 1),
      }),
    )
    expect([gift, referred, both].map(idsIn)).toEqual([[15, 16, 17], [18, 19], [20]])
    expect(await drop.read.ownerOf([17n])).toBe(ben.address)
    expect(await drop.read.walletMinted([ben.address, 255])).toBe(3n)
    expect(await drop.read.walletMinted([stranger.address, 255])).toBe(0n)
  })

  test.each([
    ['the caller', stranger.address],
    ['the recipient', dora.address],
    ['the creator', creator.address],
    ['the platform', stage.platform.address],
  ])('%s cannot be the referrer', async (_, referrer) => {
    const mint = drop.simulate.mintTo([dora.address, 1n, 1n, referrer], {
      account: stranger,
      value: cost(prices.public, 1),
    })
    expect(await refusal(mint)).toEqual(['BadReferrer', referrer])
  })

  test('a refused mint that is sent all the same costs the fee of the network only', async () => {
    const value = cost(prices.public, 1) - 1n
    const wrong = { account: dora, value }
    expect(await refusal(drop.simulate.mint([1n], wrong))).toEqual([
      'WrongValue',
      value,
      value + 1n,
    ])
    const { status, gasUsed, effectiveGasPrice } = await stage.minedAnyhow(
      drop.write.mint([1n], { ...wrong, gas: 200_000n }),
    )
    expect(status).toBe('reverted')
    accounts.books.spent(dora.address, gasUsed * effectiveGasPrice)
    expect(await drop.read.balanceOf([dora.address])).toBe(0n)
  })

  test('gifts of the owner cost nothing and bring nothing', async () => {
    const gifts = await did(
      drop.write.airdrop(
        [
          [dora.address, heir.address],
          [3n, 2n],
        ],
        { account: creator },
      ),
    )
    expect(idsIn(gifts)).toEqual([21, 22, 23, 24, 25])
    const notHis = drop.simulate.airdrop([[ben.address], [1n]], { account: ben })
    expect(await refusal(notHis)).toEqual(['NotOwner'])
  })
}
