import type { ChangeTiming, WorseTerm } from '@platemark/rules/collection-changes'
import { formatDuration } from '@platemark/rules/times'
import { Notice } from '../../../ui/notice.tsx'

/** Describes each term that gets worse for minters. */
export const worseTexts: Record<WorseTerm, string> = {
  price: 'the price rises',
  start: 'it would close until the new start',
  end: 'it ends earlier',
  walletLimit: 'a wallet can mint fewer',
  supplyCap: 'the phase gets fewer items',
}

type TimingNoteProps = { timing: ChangeTiming; noticeSeconds: number }

/** When a change counts, shown before it is signed. */
export function TimingNote({ timing, noticeSeconds }: TimingNoteProps) {
  if (timing.kind === 'unchanged') return null
  if (timing.kind === 'at_once') {
    return (
      <Notice title="Takes effect immediately">
        {timing.reason === 'no_notice'
          ? 'This collection has no notice period.'
          : timing.reason === 'better'
            ? 'Nothing gets worse for collectors.'
            : 'Nothing can be minted now.'}
      </Notice>
    )
  }
  const worse = timing.worse.map((term) => worseTexts[term])
  const why =
    worse.length > 0
      ? `Minting is open, and ${new Intl.ListFormat('en').format(worse)}.`
      : 'Items can be minted now, or could before.'
  return (
    <Notice
      kind="warning"
      title={`It waits ${formatDuration(noticeSeconds)}, the notice you promised`}
    >
      {why} This transaction announces it. A second one applies it after that time.
    </Notice>
  )
}
