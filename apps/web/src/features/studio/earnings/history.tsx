import type { Earnings } from '@platemark/api/earnings'
import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { formatDollars } from '@platemark/rules/dollars'
import { explorerLink } from '@platemark/rules/explorer'
import { useState } from 'react'
import { useNetwork } from '../../../components/app-config.ts'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { groupPayments, type PaymentGroup, paymentKey } from './group-payments.ts'
import { UnknownWorth } from './unknown-worth.tsx'
import { useStarter } from './use-starter.ts'

type HistoryProps = { payments: Earnings['payments']; user: User }

/** Payments shown before the rest is asked for. */
const MAX_ROWS = 10

/** The last payments to the account, a row for each transaction. */
export function History({ payments, user }: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  const groups = groupPayments(payments)
  const shown = isOpen ? groups : groups.slice(0, MAX_ROWS)
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {groups.length === 0 ? (
        <p className="muted">
          No payment yet. Each one that arrives is listed here with its transaction.
        </p>
      ) : (
        <table className="payments">
          <thead>
            <tr>
              <th>When, your time</th>
              <th>From</th>
              <th>Started by</th>
              <th className="number">Amount</th>
              <th className="number">Worth then</th>
              <th className="number">Transaction</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((payment) => (
              <PaymentRow
                key={paymentKey(payment)}
                payment={payment}
                account={user.address}
              />
            ))}
          </tbody>
        </table>
      )}
      {shown.length < groups.length && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          Show all {formatCount(groups.length)}
        </Button>
      )}
      {groups.length > 0 && (
        <p className="muted small">
          Anyone may start a payment, and pays its network fee. The money always goes to
          the payee. Payments of royalty splits appear here after some minutes.
        </p>
      )}
    </section>
  )
}

type PaymentRowProps = { payment: PaymentGroup; account: string }

function PaymentRow({ payment, account }: PaymentRowProps) {
  const { chain_alias, transaction_hash, time, amountWei, usdThen, names } = payment
  const network = useNetwork(chain_alias)
  const coin = network?.native_currency
  const paidIn =
    payment.is_wrapped && coin ? { ...coin, symbol: `W${coin.symbol}` } : coin
  return (
    <tr>
      <td className="time">
        <When at={time} />
      </td>
      <td className="from">
        <b>{network?.name ?? chain_alias}</b>{' '}
        <span className="muted">{names.join('; ')}</span>
      </td>
      <td className="starter">
        <Starter payment={payment} account={account} />
      </td>
      <td className="number amount-cell" translate="no">
        {formatAmount(amountWei, paidIn)}
      </td>
      <td className="number worth-then" translate="no">
        {usdThen === null ? <UnknownWorth /> : formatDollars(usdThen)}
      </td>
      <td className="number transaction" translate="no">
        {network?.explorer ? (
          <a
            href={explorerLink(network.explorer, 'tx', transaction_hash)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {shortAddress(transaction_hash)}
            <span className="hide"> on {network.explorer.name} (opens in a new tab)</span>
          </a>
        ) : (
          <code title={transaction_hash}>{shortAddress(transaction_hash)}</code>
        )}
      </td>
    </tr>
  )
}

function Starter({ payment, account }: PaymentRowProps) {
  const starter = useStarter(payment)
  if (starter === undefined) return <span className="muted">…</span>
  if (starter === null) return <span className="muted">Not known</span>
  if (isSameAddress(starter, account)) return 'You'
  return (
    <code title={starter} translate="no">
      {shortAddress(starter)}
    </code>
  )
}
