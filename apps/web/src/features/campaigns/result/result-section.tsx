import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatCount } from '@platemark/rules/amounts'
import { formatLongDate, formatLongTime } from '@platemark/rules/utc-dates'
import { useId } from 'react'
import { Copy } from '../../../ui/copy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Emblem } from '../guilds/emblem.tsx'
import { describeWinner } from './describe-winner.ts'

/** Final result of a campaign: the winner, and the files with their hash. */
export function ResultSection({ campaign }: { campaign: CampaignDetail }) {
  const headingId = useId()
  const { result, me, teams, status, claim_closes_at } = campaign
  if (!result) return null
  const winner = describeWinner(campaign)
  const team = teams.find(({ position }) => position === 1)
  const { correction } = result
  return (
    <section className="card result" aria-labelledby={headingId}>
      {team && <Emblem team={team} />}
      <div className="result-text">
        <h2 id={headingId}>{winner.title}</h2>
        <p className="muted">
          {winner.text} Frozen on {formatLongTime(result.frozen_at)}.
        </p>
        {me?.joined && (
          <dl className="result-own">
            <div>
              <dt>Your place</dt>
              <dd>
                {me.position === null
                  ? 'none'
                  : `${formatCount(me.position)} of ${formatCount(result.rows)}`}
              </dd>
            </div>
            <div>
              <dt>Your points</dt>
              <dd>{formatCount(me.points)}</dd>
            </div>
            {status === 'frozen' && claim_closes_at && (
              <div>
                <dt>Claim until</dt>
                <dd>{formatLongDate(claim_closes_at)}</dd>
              </div>
            )}
          </dl>
        )}
        {correction && (
          <Notice
            kind="warning"
            title={`The result was corrected on ${formatLongTime(correction.at)}`}
          >
            {correction.reason}
          </Notice>
        )}
        <h3>Result file</h3>
        <p className="muted small">
          {formatCount(result.rows)} {result.rows === 1 ? 'row' : 'rows'}: place, address,
          team, points, last credit. Its SHA-256:
        </p>
        <Hash text={correction?.sha256 ?? result.sha256} />
        <div className="row result-files">
          <a className="button quiet" href={correction?.file ?? result.file} download>
            Download result.csv
          </a>
          {correction && (
            <a className="link" href={result.file} download>
              The first result
            </a>
          )}
          <a className="link" href={result.inputs} download>
            Inputs of the count
          </a>
        </div>
      </div>
    </section>
  )
}

function Hash({ text }: { text: string }) {
  return (
    <p className="result-hash">
      <code translate="no">{text}</code>
      <Copy text={text} label="Copy the hash" />
    </p>
  )
}
