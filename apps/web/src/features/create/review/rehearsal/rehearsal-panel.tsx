import './rehearsal.css'
import { Problem } from '@platemark/api/problem'
import { Failure } from '../../../../components/failure.tsx'
import { formatLocal } from '../../../../lib/format.ts'
import { useLastError } from '../../../../lib/use-last-error.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { RehearsalProps } from './rehearsal-props.ts'
import { RehearsalReportView } from './rehearsal-report.tsx'
import { RehearsalSteps } from './rehearsal-steps.tsx'
import { useRehearsal } from './use-rehearsal.ts'

/** Starts a rehearsal of the sale and shows its progress and report. */
export function RehearsalPanel({ contractId, network, isComplete }: RehearsalProps) {
  const { read, rehearsal, start } = useRehearsal(contractId)
  const readError = useLastError(read)
  const isRunning = rehearsal?.state === 'running'
  return (
    <section className="card panel rehearsal" aria-labelledby="rehearsal">
      <div className="between">
        <div>
          <h2 className="h3" id="rehearsal">
            Rehearsal
          </h2>
          <p className="muted small" id="about-rehearsal">
            {rehearsal?.report
              ? `Your schedule was replayed on a temporary chain on ${formatLocal(rehearsal.started_at)}: ${rehearsal.report.instants} moments around ${rehearsal.report.boundaries} starts and ends.`
              : 'See the whole sale before you deploy. It runs on a temporary chain with wallets from your lists. Nothing is published, and it is free.'}
          </p>
        </div>
        {!isRunning && !read.isPending && (
          <Button
            look="quiet"
            isBusy={start.isPending}
            onClick={() => start.mutate()}
            {...(!isComplete && { blockedBy: 'incomplete-rehearsal' })}
          >
            {rehearsal && <Icon name="retry" />}
            {rehearsal ? 'Run again' : 'Rehearse the sale'}
          </Button>
        )}
      </div>
      {!isComplete && (
        <p className="small" id="incomplete-rehearsal">
          A rehearsal needs a complete draft. Add what is missing above first.
        </p>
      )}
      {start.error && (
        <Notice kind="error" title="The rehearsal did not start">
          {describeRefusal(start.error)}
        </Notice>
      )}
      {read.isPending && <Skeleton height={60} />}
      {readError && !rehearsal && (
        <Failure
          title="The last rehearsal cannot be shown"
          text="What you entered is kept. Try again in a moment."
          error={readError}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {isRunning && <RehearsalSteps rehearsal={rehearsal} />}
      {rehearsal?.state === 'failed' && !start.isPending && (
        <Notice kind="error" title="The rehearsal did not finish">
          {rehearsal.sentence}
        </Notice>
      )}
      {rehearsal?.report && rehearsal.is_outdated && (
        <Notice kind="warning" title="The draft was changed since">
          This report is for an earlier version. Run the rehearsal again before you
          deploy.
        </Notice>
      )}
      {rehearsal?.report && (
        <RehearsalReportView
          report={rehearsal.report}
          contractId={contractId}
          network={network}
        />
      )}
    </section>
  )
}

function describeRefusal(error: Error): string {
  return error instanceof Problem
    ? error.message
    : 'This site did not answer. Try again in a moment.'
}
