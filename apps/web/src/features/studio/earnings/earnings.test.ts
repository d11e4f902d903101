import { describe, expect, test } from 'vitest'
import { addUnlisted } from './add-unlisted.ts'
import { findLater } from './find-later.ts'
import { groupPayments } from './group-payments.ts'
import { judgeFee } from './judge-fee.ts'
import { listCoins, type NetworkEarnings, sumEarnings } from './sum-earnings.ts'
import { sumPaidThen } from './sum-paid-then.ts'

const ether = 10n ** 18n

const coin = (symbol: string) => ({ name: symbol, symbol, decimals: 18 })
// Safe: the functions read these fields only.
const networks = [
  { alias: 'base', native_currency: coin('ETH'), is_testnet: false },
  { alias: 'ink', native_currency: coin('ETH'), is_testnet: false },
  { alias: 'lens', native_currency: coin('GHO'), is_testnet: false },
  { alias: 'sepolia', native_currency: coin('ETH'), is_testnet: true },
] as Parameters<typeof sumEarnings>[1]

const rates: Record<string, number> = { base: 2500, ink: 2500, lens: 1 }
const findRate = (alias: string) => rates[alias]

function earned(chain_alias: string, owed: bigint, changes: object = {}) {
  return {
    ...{ chain_alias, owed_wei: String(owed), paid_wei: '0', wrapped_token: null },
    ...{ splits: [], ...changes },
    // Safe: as above.
  } as unknown as NetworkEarnings
}

describe('the sums of earnings', () => {
  test('are added up by currency, wrapped coins apart but with the worth of the coin', () => {
    const weth = { address: '0x', symbol: 'WETH', decimals: 18 }
    const splits = [{ wrapped_owed: String(ether), wrapped_paid: '7' }]
    const { coins, cents, owing } = sumEarnings(
      [
        earned('base', ether, { wrapped_token: weth, splits }),
        earned('ink', 1n, { paid_wei: '5' }),
        earned('lens', 3n * ether),
      ],
      networks,
      findRate,
    )
    expect(coins.map(({ coin: { symbol }, owed, paid }) => [symbol, owed, paid])).toEqual(
      [
        ['GHO', 3n * ether, 0n],
        ['ETH', ether + 1n, 5n],
        ['WETH', ether, 7n],
      ],
    )
    expect([cents, owing]).toEqual([500_300n, 3])
  })

  test('leave out coins of test networks, and have no dollars without a rate', () => {
    const onTest = earned('sepolia', ether)
    expect(sumEarnings([onTest], networks, findRate)).toEqual({
      ...{ coins: [], cents: 0n, owing: 0 },
    })
    const unpriced = sumEarnings([earned('lens', 1n)], networks, () => undefined)
    expect(unpriced.cents).toBeNull()
  })

  test('know the coins of real networks before a first mint too', () => {
    const unsold = ['base', 'ink', 'sepolia'].map((alias) => earned(alias, 0n))
    expect(sumEarnings(unsold, networks, findRate).coins).toEqual([])
    expect(listCoins(unsold, networks)).toEqual(['ETH'])
  })
})

test('a payment counts as paid from its block on, though the index lists it later', () => {
  const at = (owed: bigint, paid: bigint) => ({
    networks: [
      earned('base', owed, { paid_wei: String(paid) }),
      earned('ink', 2n, { paid_wei: '1' }),
    ],
    payments: [],
  })
  const awaited = { hashes: ['0x1'], before: at(9n, 5n) }
  const paidAfter = (owed: bigint, paid: bigint) =>
    addUnlisted(at(owed, paid), awaited).networks.map(({ paid_wei }) => paid_wei)
  expect(paidAfter(9n, 5n)).toEqual(['5', '1'])
  expect(paidAfter(0n, 5n)).toEqual(['14', '1'])
  expect(paidAfter(3n, 5n)).toEqual(['11', '1'])
  expect(paidAfter(3n, 14n)).toEqual(['14', '1'])
})

test('payments on two networks both count until the index lists the last of them', () => {
  const at = (owed: [bigint, bigint], ...listed: string[]) => ({
    networks: [earned('base', owed[0]), earned('ink', owed[1])],
    // Safe: the functions read this field only.
    payments: listed.map((transaction_hash) => ({ transaction_hash })) as never,
  })
  const sumOf = ({ networks }: Pick<ReturnType<typeof at>, 'networks'>) =>
    networks.reduce(
      (sum, { owed_wei, paid_wei }) => sum + BigInt(owed_wei) + BigInt(paid_wei),
      0n,
    )
  const one = { hashes: ['0x1'], before: at([7n, 4n]) }
  const shown = addUnlisted(at([0n, 4n]), one)
  expect(sumOf(shown)).toBe(11n)
  const both = { hashes: ['0x1', '0x2'], before: shown }
  expect(sumOf(addUnlisted(at([0n, 0n]), both))).toBe(11n)
  expect(sumOf(addUnlisted(at([0n, 0n], '0x2'), both))).toBe(11n)
  expect(sumOf(addUnlisted(at([0n, 0n], '0x2', '0x1'), both))).toBe(0n)
})

test('a check is of an earlier block where the user is owed another amount by now', () => {
  const user = { address: '0xAb00000000000000000000000000000000000000' }
  const owing = (owed_wei: string | null, referred = 0) =>
    findLater(
      // Safe: the function reads these fields only.
      {
        contract_id: 'one',
        check: { payees: [{ address: user.address.toLowerCase(), owed_wei: '5' }] },
      } as never,
      [earned('base', 0n, { collections: [{ contract_id: 'one', owed_wei, referred }] })],
      user,
    )
  expect([owing('5'), owing('12'), owing('0')]).toEqual([null, 12n, 0n])
  expect([owing(null), owing('12', 3)]).toEqual([null, null])
})

test('payments of one transaction are one row with all of their collections', () => {
  const payment = (transaction_hash: string, name: string, fields: object) =>
    // Safe: the function reads these fields only.
    ({ chain_alias: 'base', time: 't', transaction_hash, name, ...fields }) as never
  const groups = groupPayments([
    payment('0x2', 'Low Sun', { amount_wei: '10', usd_then: 0.1 }),
    payment('0x2', 'Field Notes', { amount_wei: '5', usd_then: 0.2 }),
    payment('0x1', 'Low Sun', { amount_wei: '1', usd_then: null }),
  ])
  expect(groups).toMatchObject([
    {
      ...{ transaction_hash: '0x2', amountWei: 15n, usdThen: 0.3 },
      names: ['Low Sun', 'Field Notes'],
    },
    { transaction_hash: '0x1', amountWei: 1n, usdThen: null, names: ['Low Sun'] },
  ])
})

test('the worth of all payments then needs each payment, and a rate for it', () => {
  const paid = (usd_then: number | null, chain_alias = 'base') => ({
    ...{ chain_alias, amount_wei: '5', usd_then },
  })
  const sum = (payments: object[], changes: object = {}) => {
    const onBase = earned('base', 0n, { paid_wei: '10', ...changes })
    const onTest = earned('sepolia', 0n, { paid_wei: '5' })
    // Safe: the function reads these fields only.
    const earnings = { networks: [onBase, onTest], payments } as never
    return sumPaidThen(earnings, networks)
  }
  const all = [paid(1.1), paid(2.2), paid(null, 'sepolia')]
  expect(sum(all)).toBe(3.3)
  expect(sum([paid(1.1), paid(null)])).toBeNull()
  expect(sum([paid(1.1)])).toBeNull()
  const unread = { paid_wei: null, wrapped_owed: null, wrapped_paid: null }
  expect(sum(all, { splits: [unread] })).toBeNull()
})

test('a withdrawal is worth it up to a fee of one percent, and the amount for that is named', () => {
  expect(judgeFee(10_000n, 100n)).toMatchObject({ isWorth: true, share: '1%' })
  expect(judgeFee(9_999n, 100n)).toMatchObject({ isWorth: false, fromWei: 10_000n })
  expect(judgeFee(432n, 32n)).toMatchObject({ share: '7.4%', percent: 7.4 })
  expect(judgeFee(ether, 1n)).toMatchObject({ share: 'less than 0.01%', percent: 0 })
  expect(judgeFee(5n, 7n)).toMatchObject({ share: 'more than all', percent: 100 })
})
