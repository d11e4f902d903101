import type { ListDifference } from '@platemark/lists/compare-lists'
import type { ListEntry } from '@platemark/lists/read-row'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { getAddress } from 'viem'
import type { Own } from '../page/own.ts'

const MAX_NAMED = 20

type ListDifferenceProps = { own: Own; difference: ListDifference }

/** Wallets that a new list adds, leaves out and gives other terms, before it is signed. */
export function ListDifferences({ own, difference }: ListDifferenceProps) {
  const { added, removed, changed } = difference
  const terms = (entry: ListEntry) => describeTerms(entry, own)
  return (
    <div className="list-differences">
      <Group title="added" count={added.length}>
        {added.slice(0, MAX_NAMED).map((entry) => (
          <Wallet key={entry.address} entry={entry} terms={terms(entry)} />
        ))}
      </Group>
      <Group title="removed" count={removed.length}>
        {removed.slice(0, MAX_NAMED).map((entry) => (
          <Wallet key={entry.address} entry={entry} terms={terms(entry)} />
        ))}
      </Group>
      <Group title="with other terms" count={changed.length}>
        {changed.slice(0, MAX_NAMED).map(({ before, after }) => (
          <Wallet
            key={after.address}
            entry={after}
            terms={`${terms(before)} → ${terms(after)}`}
          />
        ))}
      </Group>
    </div>
  )
}

type GroupProps = { title: string; count: number; children: React.ReactNode }

function Group({ title, count, children }: GroupProps) {
  const heading = `${formatCount(count)} ${title}`
  if (count === 0) return <p className="muted small">{heading}</p>
  return (
    <details>
      <summary>{heading}</summary>
      <ul className="list-wallets">{children}</ul>
      {count > MAX_NAMED && (
        <p className="muted small">and {formatCount(count - MAX_NAMED)} more</p>
      )}
    </details>
  )
}

function Wallet({ entry, terms }: { entry: ListEntry; terms: string }) {
  return (
    <li className="between small">
      <code translate="no" title={getAddress(entry.address)}>
        {shortAddress(getAddress(entry.address))}
      </code>
      <span className="muted">{terms}</span>
    </li>
  )
}

function describeTerms({ quantity, price_wei }: ListEntry, { network }: Own): string {
  const count =
    quantity === null ? 'limit of the phase' : `up to ${formatCount(quantity)}`
  const coin = network.native_currency
  const price = price_wei === null ? '' : `, ${formatAmount(BigInt(price_wei), coin)}`
  return `${count}${price}`
}
