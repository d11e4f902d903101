import type { MergedWallet, MergePolicy } from '@platemark/lists/merge-rows'
import { shortAddress } from '@platemark/rules/amounts'
import { useState } from 'react'
import { getAddress } from 'viem'
import { Segmented } from '../../ui/segmented.tsx'
import './list-rows.css'
import { MoreRows } from './more-rows.tsx'

type MergedRowsProps = {
  merged: readonly MergedWallet[]
  policy: MergePolicy
  /** Quantity of an empty cell. */
  limit: number
  /** The rows come from several files, which are named. */
  hasSources?: boolean
  /** Heading of the merged quantities. */
  result?: string
  onPolicy(policy: MergePolicy): void
}

const FIRST_MERGED = 3

/** Wallets with several rows, and what these make together. */
export function MergedRows({
  merged,
  policy,
  limit,
  hasSources = false,
  result = 'On the list',
  onPolicy,
}: MergedRowsProps) {
  const [shown, setShown] = useState(FIRST_MERGED)
  const count = merged.length
  if (count === 0) return null
  return (
    <section className="sub list-rows" aria-label="Wallets with several rows">
      <div className="between wrap">
        <h3>
          {count.toLocaleString('en')} {count === 1 ? 'wallet has' : 'wallets have'} more
          than one row
        </h3>
        <Segmented
          label="When a wallet has more than one row"
          segments={policies}
          value={policy}
          onChange={onPolicy}
          isSmall
        />
      </div>
      <table className="data">
        <thead>
          <tr>
            <th>Wallet</th>
            <th>Lines</th>
            <th className="number">Quantities</th>
            <th className="number">{result}</th>
          </tr>
        </thead>
        <tbody>
          {merged.slice(0, shown).map(({ address, places, quantity }) => (
            <tr key={address}>
              <td>
                <code className="nowrap" title={getAddress(address)} translate="no">
                  {shortAddress(getAddress(address))}
                </code>
              </td>
              <td>
                {join(
                  places.map(({ source, line }) =>
                    hasSources ? `${source} ${line}` : String(line),
                  ),
                )}
              </td>
              <td className="number">
                {join(places.map((place) => String(place.quantity ?? limit)))}
              </td>
              <td className="number">
                <b>{quantity ?? limit}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows count={count} shown={shown} onShow={setShown} />
    </section>
  )
}

const policies = [
  { value: 'higher', label: 'Keep the higher' },
  { value: 'sum', label: 'Add up' },
] as const

const MAX_JOINED = 6

function join(words: readonly string[]): string {
  const rest = words.length - MAX_JOINED
  const named = rest > 0 ? [...words.slice(0, MAX_JOINED), `${rest} more`] : words
  return named.length > 1
    ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
    : (named[0] ?? '')
}
