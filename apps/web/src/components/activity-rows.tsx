import type { Activity } from '@platemark/api/collection-reads'
import type { Network } from '@platemark/api/config'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { formatLocal } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountName } from './accounts/account-name.tsx'
import { Ago } from './ago.tsx'
import { describeChange } from './change-messages.ts'
import { collectorHref } from './creator.tsx'

type ActivityRowsProps = {
  rows: readonly Activity[]
  network: Network
  /** Accessible name of the list. */
  label: string
}

/** Activity rows: kind, parties, amount, time and transaction. */
export function ActivityRows({ rows, network, label }: ActivityRowsProps) {
  return (
    <ul className="activity" aria-label={label}>
      {rows.map((row) => (
        <li key={`${row.block_number}.${row.log_index}`}>
          <span className="activity-kind">{activityNames[row.type]}</span>
          <span className="activity-what">
            <Description row={row} network={network} />
          </span>
          <span className="activity-amount">{amountOf(row, network)}</span>
          <span className="activity-time">
            <TransactionTime at={row.time} tx={row.tx} network={network} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Display name of each kind of activity. */
export const activityNames: Record<Activity['type'], string> = {
  mint: 'Mint',
  airdrop: 'Airdrop',
  transfer: 'Transfer',
  burn: 'Burn',
  withdrawal: 'Withdrawal',
  created: 'Creation',
  phase_change: 'Phase',
  price_change: 'Price',
  supply_change: 'Supply',
  metadata_change: 'Images',
  royalty_change: 'Royalty',
  payees_change: 'Income',
  owner_change: 'Owner',
  pause: 'Pause',
  freeze: 'Freeze',
}

/** Placeholder rows in their final geometry. */
export function ActivitySkeletons({ count }: { count: number }) {
  return (
    <div className="activity" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div className="activity-wait" key={place}>
          <Skeleton width={64} />
          <Skeleton width="60%" />
          <Skeleton width={72} />
        </div>
      ))}
    </div>
  )
}

function Description({ row, network }: { row: Activity; network: Network }) {
  const { change, from, to } = row
  if (change) {
    return describeChange(change, { coin: network.native_currency, when: formatLocal })
  }
  const what = formatTokens(row)
  return (
    <>
      {row.type === 'withdrawal' ? 'Earnings' : what}
      {from && (row.type === 'burn' ? ' by ' : ' from ')}
      {from && <Party address={from} />}
      {to && ' to '}
      {to && <Party address={to} />}
    </>
  )
}

/**
 * Formats the tokens of an event: `#211, #212`, `#13–#20`, or `3 copies` of an edition.
 */
export function formatTokens({
  token_id,
  quantity,
}: Pick<Activity, 'token_id' | 'quantity'>): string {
  const many = quantity ?? 1
  if (token_id === null) return many === 1 ? '1 copy' : `${formatCount(many)} copies`
  const first = BigInt(token_id)
  if (many > 3) return `#${first}–#${first + BigInt(many - 1)}`
  return Array.from({ length: many }, (_, at) => `#${first + BigInt(at)}`).join(', ')
}

/** Link to an address that took part; the viewer's own wallet is `you`. */
export function Party({ address }: { address: string }) {
  const { wallet } = useSession()
  const isViewer = isSameAddress(wallet?.address, address)
  return (
    <Link className="link" href={collectorHref(address)} title={address}>
      {isViewer ? 'you' : <AccountName address={address} />}
    </Link>
  )
}

function amountOf({ type, amount_wei }: Activity, network: Network) {
  if (amount_wei === null) return null
  const wei = BigInt(amount_wei)
  if (wei === 0n && type === 'mint') return 'Free'
  return formatAmount(wei, network.native_currency)
}

type TransactionTimeProps = { at: string; tx: string; network: Network }

/** Time of an event, linked to its transaction where the network has an explorer. */
export function TransactionTime({ at, tx, network }: TransactionTimeProps) {
  const { explorer } = network
  if (!explorer) return <Ago at={at} />
  return (
    <a href={explorerLink(explorer, 'tx', tx)} target="_blank" rel="noopener noreferrer">
      <Ago at={at} /> <span aria-hidden="true">↗</span>
      <span className="hide">, transaction on {explorer.name} (opens in a new tab)</span>
    </a>
  )
}
