import type { RowCorrection } from '@platemark/lists/correct-rows'
import type { GiftList } from '@platemark/lists/merge-gifts'
import type { MergePolicy } from '@platemark/lists/merge-rows'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { getAddress } from 'viem'
import { LeftOutRows } from '../../../components/list-rows/left-out-rows.tsx'
import { MergedRows } from '../../../components/list-rows/merged-rows.tsx'
import type { ReadSource } from '../../../components/list-rows/row-sources.tsx'
import { Notice } from '../../../ui/notice.tsx'

type GiftReportProps = {
  read: ReadSource
  list: GiftList
  policy: MergePolicy
  onPolicy(policy: MergePolicy): void
  onCorrect(corrections: readonly RowCorrection[]): void
}

/** The rows that were read of a file, and each one that makes no gift with its reason. */
export function GiftReport({ read, list, policy, onPolicy, onCorrect }: GiftReportProps) {
  const { source, content } = read
  const { rows, leftOut, unusedColumns } = content
  const { gifts, merged, surplus, tooMany } = list
  const parts = [
    `${formatCount(rows.length + leftOut.length)} rows read`,
    leftOut.length > 0 && `${formatCount(leftOut.length)} left out`,
    surplus > 0 && `${formatCount(surplus)} merged`,
    `${formatCount(gifts.length)} ${gifts.length === 1 ? 'wallet gets' : 'wallets get'} items`,
  ]
  return (
    <>
      <p className="gift-sum" role="status">
        <b>{source}</b>: {parts.filter((part) => part !== false).join(', ')}.
        {unusedColumns.length > 0 &&
          ` Not read: the ${unusedColumns.length === 1 ? 'column' : 'columns'} ${unusedColumns.join(', ')}.`}
      </p>
      <LeftOutRows rows={leftOut} cells="wallet, quantity" onCorrect={onCorrect} />
      <MergedRows
        merged={merged}
        policy={policy}
        limit={1}
        result="Gets"
        onPolicy={onPolicy}
      />
      {tooMany.length > 0 && (
        <Notice
          kind="warning"
          title={`${formatCount(tooMany.length)} ${tooMany.length === 1 ? 'wallet gets' : 'wallets get'} nothing`}
        >
          A wallet gets 255 at most in one airdrop. Together these have more:{' '}
          {tooMany
            .slice(0, MAX_NAMED)
            .map(
              ({ address, quantity }) =>
                `${shortAddress(getAddress(address))} (${quantity})`,
            )
            .join(', ')}
          {tooMany.length > MAX_NAMED &&
            ` and ${formatCount(tooMany.length - MAX_NAMED)} more`}
          . Keep the higher, or give the rest in a second airdrop.
        </Notice>
      )}
    </>
  )
}

const MAX_NAMED = 5
