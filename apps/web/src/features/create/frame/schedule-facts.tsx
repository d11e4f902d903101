import type { Draft } from '@platemark/api/studio'
import { formatCount } from '@platemark/rules/amounts'
import { toZoneMoment } from '@platemark/rules/zone-moment'
import { FactRow } from '../fact-row.tsx'

type ScheduleFactsProps = { draft: Draft; fields: Draft['fields'] }

/** When minting opens, and how long the lists are. */
export function ScheduleFacts({ draft, fields }: ScheduleFactsProps) {
  const zone = fields.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const startOf = (kind: 'public' | 'allowlist') => {
    const starts = fields.phases.flatMap((phase) =>
      phase.kind === kind ? [Date.parse(phase.start) / 1000] : [],
    )
    return starts.length > 0 ? toZoneMoment(Math.min(...starts), zone)?.main : undefined
  }
  const [listed, open] = [startOf('allowlist'), startOf('public')]
  const entries = draft.lists.reduce((sum, list) => sum + list.entries, 0)
  const rows = [
    ['First list', listed],
    ['Public', open],
    ['List entries', entries > 0 ? formatCount(entries) : undefined],
  ]
  return rows.map(
    ([term, text]) =>
      text !== undefined && (
        <FactRow key={term} term={term}>
          {text}
        </FactRow>
      ),
  )
}
