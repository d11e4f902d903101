import { formatMoment, timeUntil } from '@platemark/rules/times'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { reopenDraft, toUnix } from './deployment-calls.ts'
import type { DeploymentProps } from './deployment-props.ts'

/**
 * A prepared deployment without a transaction on its way: it can be sent until its deadline, and
 * given up after it.
 */
export function PreparedPanel({
  deployment,
  draft,
  network,
  now,
}: DeploymentProps & { now: number }) {
  const { replace } = useDraftEditor()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { read, shown } = deployment
  const known = read.data?.data
  const isExpired = known?.state === 'expired'
  const deadline =
    shown.prepared?.deadline ?? (known?.deadline ? toUnix(known.deadline) : null)
  const isPrepared = known?.state === 'pending' || isExpired || shown.prepared !== null
  if (!isPrepared || deadline === null) return null
  const left = deadline - now
  const cancel = async () => {
    setBusy(true)
    try {
      replace(await reopenDraft(draft.contract_id))
      setFailed(false)
    } catch {
      // It is not confirmed yet that nothing was created.
      setFailed(true)
    } finally {
      setBusy(false)
      void read.refetch()
    }
  }
  return (
    <section className="card panel prepared" aria-labelledby="prepared">
      <h2 className="h3" id="prepared">
        This deployment is prepared
      </h2>
      <p className="small" id="prepared-note">
        {left > 0
          ? `Its transaction can be signed until ${formatMoment(deadline, true, now)}. Until then the draft is locked, so that it cannot be deployed twice.`
          : isExpired
            ? `The time to sign has passed. We are checking on ${network.name} that nothing was created. The draft opens in a moment.`
            : 'The time to sign has passed. The draft can be changed again.'}
      </p>
      <div className="row">
        <Button
          look="quiet"
          isBusy={isBusy}
          onClick={() => void cancel()}
          {...((left > 0 || isExpired) && { blockedBy: 'prepared-note' })}
        >
          Cancel this deployment and edit
        </Button>
        {left > 0 && (
          <span className="muted small" role="timer">
            possible in {timeUntil(left)}
          </span>
        )}
      </div>
      {hasFailed && (
        <p className="small" role="alert">
          Not yet: {network.name} has to confirm first that nothing was created.
        </p>
      )}
    </section>
  )
}
