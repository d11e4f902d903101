import { correctRows, type RowCorrection } from '@platemark/lists/correct-rows'
import { type GiftList, giftOptions, mergeGifts } from '@platemark/lists/merge-gifts'
import type { MergePolicy } from '@platemark/lists/merge-rows'
import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import { useEffect, useState } from 'react'
import {
  type ReadSource,
  RowSources,
} from '../../../components/list-rows/row-sources.tsx'
import { runSlices } from '../../../lib/run-slices.ts'
import type { Own } from '../page/own.ts'
import { AirdropOffer } from './airdrop-offer.tsx'
import { GiftReport } from './gift-report.tsx'

type NewAirdropProps = {
  own: Own
  /** Tokens that can still be created; null without a cap. */
  left: number | null
  onStart(plan: AirdropPlan): void
}

/** A file of wallets, its report, and the airdrop that it makes. */
export function NewAirdrop({ own, left, onStart }: NewAirdropProps) {
  const [read, setRead] = useState<ReadSource>()
  const [policy, setPolicy] = useState<MergePolicy>('higher')
  const list = useGiftList(read, policy)
  const onCorrect = (corrections: readonly RowCorrection[]) => {
    if (!read) return
    setRead({ ...read, content: correctRows(read.content, corrections, giftOptions) })
  }
  return (
    <>
      <RowSources
        options={giftOptions}
        pasteHint="One row for each wallet: address, quantity. Without a quantity it gets one."
        onRead={setRead}
      />
      {read && list && (
        <GiftReport
          read={read}
          list={list}
          policy={policy}
          onPolicy={setPolicy}
          onCorrect={onCorrect}
        />
      )}
      {read && list && list.gifts.length > 0 && (
        <AirdropOffer
          own={own}
          left={left}
          source={read.source}
          gifts={list.gifts}
          onStart={onStart}
        />
      )}
    </>
  )
}

/** Merges the rows of a file; undefined until that is done. */
function useGiftList(
  read: ReadSource | undefined,
  policy: MergePolicy,
): GiftList | undefined {
  const [merged, setMerged] = useState<{
    rows: unknown
    policy: string
    list: GiftList
  }>()
  const rows = read?.content.rows
  useEffect(() => {
    if (!rows) return
    const stop = new AbortController()
    runSlices(mergeGifts(rows, policy), { signal: stop.signal }).then(
      (list) => setMerged({ rows, policy, list }),
      () => undefined,
    )
    return () => stop.abort()
  }, [rows, policy])
  return merged?.rows === rows && merged?.policy === policy ? merged.list : undefined
}
