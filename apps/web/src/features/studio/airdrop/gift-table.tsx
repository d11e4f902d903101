import { describeGift, type GiftRow } from '@platemark/mint/airdrop/gift-results'
import { formatCount } from '@platemark/rules/amounts'
import { useState } from 'react'
import { getAddress } from 'viem'
import { Address } from '../../../components/address.tsx'
import { TransactionLink } from '../../../components/call/transaction-link.tsx'
import { MoreRows } from '../../../components/list-rows/more-rows.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Own } from '../page/own.ts'

type Group = 'all' | 'left' | 'given' | 'not_given'

const groups: { value: Group; title: string; states: GiftRow['state'][] }[] = [
  {
    value: 'all',
    title: 'All',
    states: ['given', 'sending', 'left', 'earlier', 'refused'],
  },
  { value: 'left', title: 'Left', states: ['left', 'sending'] },
  { value: 'given', title: 'Given', states: ['given'] },
  { value: 'not_given', title: 'Not given', states: ['refused', 'earlier'] },
]

const FIRST_ROWS = 10

/** Each row of a file with what became of it. */
export function GiftTable({ rows, own }: { rows: readonly GiftRow[]; own: Own }) {
  const [group, setGroup] = useState<Group>('all')
  const [shown, setShown] = useState(FIRST_ROWS)
  const inGroup = (value: Group) => {
    const states = groups.find((one) => one.value === value)?.states ?? []
    return rows.filter(({ state }) => states.includes(state))
  }
  const found = inGroup(group)
  return (
    <section className="list-rows" aria-label="Rows of the airdrop">
      <Segmented
        label="Show"
        isSmall
        value={group}
        segments={groups.map(({ value, title }) => ({
          value,
          label: `${title} ${formatCount(inGroup(value).length)}`,
        }))}
        onChange={(value) => {
          setGroup(value)
          setShown(FIRST_ROWS)
        }}
      />
      {found.length > 0 && (
        <table className="data gift-rows gift-states">
          <thead>
            <tr>
              <th>Row</th>
              <th>Wallet</th>
              <th className="number">Items</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shown).map((row) => (
              <tr key={row.gift.address}>
                <td>{formatCount(row.gift.line)}</td>
                <td>
                  <Address
                    address={getAddress(row.gift.address)}
                    isAccount
                    canCopy={false}
                  />
                </td>
                <td className="number">{row.gift.quantity}</td>
                <td>
                  {describeGift(row)}{' '}
                  {row.hash && <TransactionLink hash={row.hash} network={own.network} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreRows count={found.length} shown={shown} onShow={setShown} />
    </section>
  )
}
