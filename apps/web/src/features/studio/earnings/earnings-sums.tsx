import type { Network } from '@platemark/api/config'
import type { Currency } from '@platemark/api/currencies'
import type { Earnings } from '@platemark/api/earnings'
import { formatAmount } from '@platemark/rules/amounts'
import { formatDollars } from '@platemark/rules/dollars'
import { formatWorth } from '@platemark/rules/worth'
import { When } from '../../../components/when.tsx'
import {
  type CoinSum,
  type EarningsSum,
  listCoins,
  readRates,
  sumEarnings,
} from './sum-earnings.ts'
import { sumPaidThen } from './sum-paid-then.ts'

type EarningsSumsProps = {
  earnings: Earnings
  networks: Network[]
  currencies: Currency[]
}

/** Sums of all networks: withdrawable, paid and earned, and the rates behind them. */
export function EarningsSums({ earnings, networks, currencies }: EarningsSumsProps) {
  const sum = sumEarnings(earnings.networks, networks, readRates(currencies))
  const owed = amountsText(sum.coins, (coin) => coin.owed)
  const paid = amountsText(sum.coins, (coin) => coin.paid)
  const earned = amountsText(sum.coins, (coin) => coin.owed + coin.paid)
  const hasWorth = sum.cents !== null && owed.length > 0
  const hasTestnets = earnings.networks.some(
    ({ chain_alias }) =>
      networks.find(({ alias }) => alias === chain_alias)?.is_testnet ?? false,
  )
  return (
    <>
      <dl className="card sums">
        <div>
          <dt>Yours to withdraw now</dt>
          <dd className="sum huge" translate="no">
            {hasWorth ? formatWorth(Number(sum.cents) / 100) : first(owed)}
          </dd>
          <dd className="muted small" translate="no">
            {describeOwed(hasWorth ? owed : owed.slice(1), sum)}
          </dd>
        </div>
        <div>
          <dt>Paid out so far</dt>
          <dd className="sum" translate="no">
            {first(paid)}
          </dd>
          <dd className="muted small">
            {describePaid(paid, sumPaidThen(earnings, networks))}
          </dd>
        </div>
        <div>
          <dt>Earned, all time</dt>
          <dd className="sum" translate="no">
            {first(earned)}
          </dd>
          <dd className="muted small">
            {earned.length > 1
              ? `${rest(earned)}, your shares and referrals`
              : 'Your shares and referrals'}
          </dd>
        </div>
      </dl>
      <p className="muted small rates">
        <Rates coins={listCoins(earnings.networks, networks)} currencies={currencies} />{' '}
        Withdrawing only costs the network fee. The money stays in the contracts until you
        withdraw it.
        {hasTestnets && ' Coins of test networks have no value and are not included.'}
      </p>
    </>
  )
}

function amountsText(coins: CoinSum[], pick: (sum: CoinSum) => bigint): string[] {
  return coins.flatMap((sum) => {
    const amount = pick(sum)
    return amount > 0n ? formatAmount(amount, sum.coin) : []
  })
}

/** Returns the line beneath what is owed: the amounts that stand there, and where they are. */
function describeOwed(amounts: string[], { coins, owing }: EarningsSum): string {
  if (coins.length === 0) return 'Nothing earned so far'
  if (coins.every(({ owed }) => owed === 0n)) return 'Everything is paid out'
  const place = owing === 1 ? 'one network' : `${owing} networks`
  return amounts.length === 0 ? `On ${place}` : `${join(amounts)}, on ${place}`
}

/** Returns the line beneath what was paid: other amounts, and the worth of all, if it is known. */
function describePaid(paid: string[], usdThen: number | null): string {
  if (paid.length === 0) return 'No payment yet'
  const others = rest(paid)
  if (usdThen === null) return others || 'Arrived in your wallet'
  const worth = `${formatWorth(usdThen)} when paid`
  return others ? `${others}. ${worth}.` : worth
}

function first([amount = 'Nothing']: string[]): string {
  return amount
}

/** Joins all amounts but the first: `and 1,500 GHO`. */
function rest([, ...others]: string[]): string {
  return others.length === 0 ? '' : `and ${join(others)}`
}

function join(amounts: string[]): string {
  const [last = ''] = amounts.slice(-1)
  return amounts.length < 2 ? last : `${amounts.slice(0, -1).join(', ')} and ${last}`
}

type RatesProps = Pick<EarningsSumsProps, 'currencies'> & { coins: string[] }

/** States the rates behind the dollars, with the time at which they were read. */
function Rates({ coins, currencies }: RatesProps) {
  const used = coins.flatMap((coin) => {
    const known = currencies.find(
      ({ symbol, is_native, usd_rate }) =>
        symbol === coin && is_native && usd_rate !== null,
    )
    return known ? [known] : []
  })
  if (used.length === 0) {
    return coins.length > 0 ? <>No rate in dollars is known here.</> : null
  }
  const at = used.flatMap(({ usd_rate_at }) => usd_rate_at ?? []).toSorted()[0]
  const rates = used.map(
    ({ symbol, usd_rate }) => `1 ${symbol} is ${formatDollars(usd_rate ?? 0)}`,
  )
  return (
    <>
      {at ? (
        <>
          Rates from <When at={at} />:
        </>
      ) : (
        'Rates set by the operator of this site:'
      )}{' '}
      {rates.join(', ')}.
    </>
  )
}
