import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatLongDate } from '@platemark/rules/utc-dates'
import { useId } from 'react'

/** Published changes of a campaign, and the version of its rules. */
export function ChangesSection({ campaign }: { campaign: CampaignDetail }) {
  const headingId = useId()
  const { changes, rules_version, alias } = campaign
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <h2 id={headingId}>Changes</h2>
      {changes.length === 0 && <p className="muted">The rules were not changed.</p>}
      {changes.map(({ at, note }) => (
        <div key={`${at} ${note}`} className="campaign-change">
          <b>
            <time dateTime={at}>{formatLongDate(at)}</time>
          </b>
          <p className="muted">{note}</p>
        </div>
      ))}
      <p className="small muted">
        Rules version <code title={rules_version}>{rules_version.slice(0, 8)}</code>.{' '}
        <a className="link" href={`/api/campaigns/${alias}/rules.json`}>
          Full rules
        </a>
      </p>
    </section>
  )
}
