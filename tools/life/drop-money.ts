import { type Address, parseEther, parseEventLogs, type TransactionReceipt } from 'viem'
import { expect, test } from 'vitest'
import { cost, type DropLife, idsIn, prices } from './drop-life.ts'
import { people, receivers } from './people.ts'
import { forcingCode } from './small-contracts.ts'
import { refusal } from './stage.ts'

const { dora, heir, stranger } = people
const { rita, rolf, firstPayee, secondPayee, firstRecipient, secondRecipient } = receivers
const byStranger = { account: stranger }

/** Of ether forced in, what lies below this waits for more. */
const SHARED_UNIT = 10n ** 8n
const forcedDust = 12_345n

/** All ether that came without a sale until the end. */
export const forcedInAll = parseEther('1') + SHARED_UNIT

/** What the platform earned stays until it is said whose it is. */
export function platformChapters({ drop, stage, accounts }: DropLife) {
  const { did, books, paidOut } = accounts
  const platform = stage.platform.address

  test('without a recipient the share of the platform stays', async () => {
    expect(await drop.read.owed([platform])).toBe(0n)
    expect((await drop.simulate.release([platform], byStranger)).result).toBe(0n)
    expect(await paidOut(platform)).toBe(0n)
    expect(books.entitledTo(platform)).toBeGreaterThan(0n)
  })

  test('the share of the platform goes to the recipient of that moment', async () => {
    const { operator } = stage
    const named = stage.platform.write.setFeeRecipient([firstRecipient], {
      account: operator,
    })
    await stage.mined(named)
    books.keepBack(platform, false)
    const owed = books.owedTo(platform)
    expect(await drop.read.owed([platform])).toBe(owed)
    expect(await drop.read.owed([firstRecipient])).toBe(0n)
    const receipt = await did(drop.write.release([platform], byStranger))
    expect(books.released(platform, firstRecipient)).toBe(owed)
    expect(releasedIn(drop, receipt)).toEqual([[platform, owed]])
    expect((await drop.simulate.release([platform], byStranger)).result).toBe(0n)
  })
}

/** Everybody is paid, by the stranger: tokens 47 to 50, the last ones. */
export function moneyChapters({ drop, stage, hesitant, accounts }: DropLife) {
  const { did, books, paidOut } = accounts
  const { operator, payouts } = stage
  const force = async (wei: bigint) => {
    const data = forcingCode(drop.address)
    await did(stage.client.sendTransaction({ ...byStranger, data, value: wei }))
    books.forced(wei, stranger.address)
  }

  test('ether forced in belongs to the payees, but for dust that waits', async () => {
    const before = await drop.read.owed([hesitant])
    await force(parseEther('1') + forcedDust)
    expect((await drop.read.owed([hesitant])) - before).toBe(parseEther('0.7499'))
    expect(books.dustWei()).toBe(forcedDust)
  })

  test('the last tokens are sold, and no more', async () => {
    const priceWei = prices.public
    const last = await accounts.sold(
      { buyer: dora.address, quantity: 4, priceWei, referrer: rita },
      drop.write.mintTo([dora.address, 1n, 10n, rita], {
        account: dora,
        value: cost(priceWei, 10),
      }),
    )
    expect(idsIn(last)).toEqual([47, 48, 49, 50])
    const tooLate = { account: dora, value: cost(priceWei, 1) }
    expect(await refusal(drop.simulate.mint([1n], tooLate))).toEqual(['SoldOut', 0n])
    const gift = drop.simulate.airdrop([[dora.address], [1n]], { account: heir })
    expect(await refusal(gift)).toEqual(['SoldOut', 0n])
  })

  test('a later recipient gets what was earned since', async () => {
    const named = { account: operator }
    await stage.mined(stage.platform.write.setFeeRecipient([secondRecipient], named))
    const paid = await paidOut(stage.platform.address, secondRecipient)
    expect(paid).toBeGreaterThan(0n)
  })

  test('a payee that refuses is owed its share until it takes it', async () => {
    const owed = books.owedTo(hesitant)
    const direct = drop.simulate.release([hesitant], byStranger)
    expect(await refusal(direct)).toEqual(['PaymentFailed', hesitant])

    const around = [dora.address, drop.address, stage.factory.address]
    const asked = [around, hesitant] as const
    const { result } = await payouts.simulate.releaseMany(asked, byStranger)
    expect(result).toEqual([0n, 0n, 0n])
    const failed = await did(payouts.write.releaseMany(asked, byStranger))
    expect(releasedIn(drop, failed)).toEqual([])
    expect(await payouts.read.owedMany(asked)).toEqual([0n, owed, 0n])

    const { client } = stage
    await did(client.sendTransaction({ ...byStranger, to: hesitant, data: '0x01' }))
    const taken = await did(payouts.write.releaseMany(asked, byStranger))
    expect(releasedIn(drop, taken)).toEqual([[hesitant, owed]])
    expect(books.released(hesitant)).toBe(owed)
  })

  test('payees and referrers are paid by a stranger, each its own', async () => {
    // The first payee earned only before the change, the second before and after.
    expect(await paidOut(firstPayee)).toBeGreaterThan(0n)
    expect(await paidOut(secondPayee)).toBeGreaterThan(0n)
    expect(await paidOut(rita)).toBeGreaterThan(0n)
    const rolfs = await did(payouts.write.releaseMany([[drop.address], rolf], byStranger))
    expect(releasedIn(drop, rolfs)).toEqual([[rolf, books.released(rolf)]])
    expect(await paidOut(firstPayee)).toBe(0n)
  })

  test('when the dust is made whole, nothing stays and nothing is owed', async () => {
    const held = () => stage.client.getBalance({ address: drop.address })
    expect(await held()).toBe(forcedDust)
    await force(SHARED_UNIT - forcedDust)
    expect(await paidOut(secondPayee)).toBe(25_010_000n)
    expect(await paidOut(hesitant)).toBe(74_990_000n)

    expect(await held()).toBe(0n)
    for (const account of [...books.parties(), firstRecipient, secondRecipient]) {
      expect(await drop.read.owed([account])).toBe(0n)
    }
  })
}

function releasedIn(
  { abi }: DropLife['drop'],
  { logs }: TransactionReceipt,
): [Address, bigint][] {
  return parseEventLogs({ abi, eventName: 'Released', logs }).map(({ args }) => [
    args.account,
    args.amount,
  ])
}
