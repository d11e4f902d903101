import { formatCount } from '@platemark/rules/amounts'
import { formatLongDate, formatLongTime } from '@platemark/rules/utc-dates'
import { useId, useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Drawing } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { getCampaignNouns } from '../campaign-nouns.ts'
import { Emblem } from '../guilds/emblem.tsx'
import type { ShownCampaign } from '../use-campaign.ts'
import { CopyLine } from './copy-line.tsx'
import { describeWinner } from './describe-winner.ts'
import { ResultClaims } from './result-claims.tsx'

const CheckDialog = lazyPart(async () => (await import('./check-dialog.tsx')).CheckDialog)

/** Final result of a campaign: the winner, what can be claimed, and the files with their hash. */
export function ResultSection(shown: ShownCampaign) {
  const headingId = useId()
  const [isChecking, setChecking] = useState(false)
  const { campaign } = shown
  const { result, me, status, claim_closes_at } = campaign
  if (!result) return null
  const winner = describeWinner(campaign)
  const { heading } = getCampaignNouns(campaign.template)
  const { correction } = result
  return (
    <section className="card result" aria-labelledby={headingId}>
      {winner.team && <Emblem team={winner.team} />}
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
              <dt>Your {heading.toLowerCase()}</dt>
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
        <ResultClaims {...shown} />
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
        <CopyLine text={correction?.sha256 ?? result.sha256} label="Copy the hash" />
        <div className="row result-files">
          <a className="button quiet" href={correction?.file ?? result.file} download>
            <Drawing path="M12 4v11M8 11.500l4 4 4-4M5 20h14" size={16} />
            {correction ? 'correction.csv' : `result.csv, ${formatBytes(result.bytes)}`}
          </a>
          <button type="button" className="link" onClick={() => setChecking(true)}>
            How to check it yourself
          </button>
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
      {isChecking && (
        <CheckDialog
          campaign={campaign}
          result={result}
          onClose={() => setChecking(false)}
        />
      )}
    </section>
  )
}
