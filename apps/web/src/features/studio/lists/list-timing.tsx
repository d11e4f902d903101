import type { ListTiming } from '@platemark/rules/collection-changes'
import { formatDuration } from '@platemark/rules/times'
import { Notice } from '../../../ui/notice.tsx'
import { worseTexts } from '../changes/timing-note.tsx'

/** When other terms of a phase of a list count, shown before the list is stored. */
export function ListTimingNote({ timing }: { timing: ListTiming }) {
  if (timing.kind === 'unchanged') return null
  if (timing.kind === 'at_once') {
    return (
      <Notice title="It takes effect once the new list is signed">
        Nothing gets worse for collectors.
      </Notice>
    )
  }
  const worse = timing.worse.map((term) => worseTexts[term])
  return (
    <Notice kind="warning" title="The current terms stay until the current list ends">
      {`For minters ${new Intl.ListFormat('en').format(worse)}. Both lists are valid until you remove the current one, which ends `}
      {timing.noticeSeconds > 0
        ? `${formatDuration(timing.noticeSeconds)} after its removal: the notice you promised.`
        : 'with its removal.'}
    </Notice>
  )
}
