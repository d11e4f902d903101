import type { DeploymentAttempt } from '@platemark/mint/deployment-context'
import { BlockWait } from '../../../components/call/block-wait.tsx'
import { ConfirmStep, LateRequest } from '../../../components/call/confirm-step.tsx'
import { TrackStep } from '../../../components/call/track-step.tsx'
import { useSession } from '../../../lib/session.ts'
import type { DeploymentProps } from './deployment-props.ts'

type StepsProps = DeploymentProps & { attempt: DeploymentAttempt }

/** The steps of a deployment on its way. */
export function DeploymentSteps({ draft, network, deployment, attempt }: StepsProps) {
  const { wallet } = useSession()
  const name = wallet?.name ?? 'your wallet'
  const place = places[attempt.step]
  const isLate = attempt.step === 'wallet' && attempt.isLate
  return (
    <section className="card panel" aria-labelledby="deploying" aria-live="polite">
      <h2 className="h3" id="deploying">
        Deploying {draft.fields.name}
      </h2>
      <ol className="track">
        <TrackStep at={0} place={place} title="Prepare">
          Lists are published, and the draft is closed for changes.
        </TrackStep>
        <ConfirmStep wallet={name} place={place} />
        <TrackStep at={2} place={place} title={`Deploy on ${network.name}`}>
          {'hash' in attempt ? (
            <BlockWait attempt={attempt} network={network} />
          ) : (
            'The contract with everything in it.'
          )}
        </TrackStep>
        <TrackStep at={3} place={place} title="Index">
          Page and lists
        </TrackStep>
      </ol>
      {isLate && <LateRequest wallet={name} onStop={deployment.stopWaiting} />}
      <p className="muted small">
        {place < 2
          ? 'The collection cannot be deployed twice.'
          : 'You can close this page. The collection cannot be deployed twice.'}
      </p>
    </section>
  )
}

const places = { preparing: 0, wallet: 1, sent: 2, unseen: 2 }
