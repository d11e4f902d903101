import type { ReactNode } from 'react'
import { BlockWait } from '../../../components/call/block-wait.tsx'
import { LateRequest } from '../../../components/call/confirm-step.tsx'
import { TrackStep } from '../../../components/call/track-step.tsx'
import { TransactionLink } from '../../../components/call/transaction-link.tsx'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CommitCountdown } from './commit-countdown.tsx'
import { callLabels, type Registration } from './use-registration.ts'

type PartProps = { registration: Registration }

/** Steps of a registration with the one that is under way. */
export function RegistrationSteps({ registration }: PartProps) {
  const { facts, call, saving } = registration
  const { attempt } = call.shown
  const { wallet } = useSession()
  const name = wallet?.name ?? 'your wallet'
  return (
    <div aria-live="polite">
      {facts?.needsCommitment ? (
        <CommittedSteps registration={registration} wallet={name} />
      ) : (
        <DirectSteps registration={registration} wallet={name} />
      )}
      {attempt?.step === 'wallet' && attempt.isLate && (
        <LateRequest wallet={name} onStop={call.stopWaiting} />
      )}
      {saving.state === 'failed' && (
        <Notice
          kind="error"
          title="Your name is safe on the chain"
          actions={
            <Button look="quiet" onClick={saving.retry}>
              Retry
            </Button>
          }
        >
          {saving.error?.message} It appears here once the network confirms it.
        </Notice>
      )}
    </div>
  )
}

type StepsProps = PartProps & { wallet: string }

function DirectSteps({ registration, wallet }: StepsProps) {
  const place = findPlace(registration)
  const { network } = registration.home
  return (
    <ol className="track">
      <TrackStep at={0} place={place} title="Network">
        {network.name}
      </TrackStep>
      <TrackStep
        at={1}
        place={place}
        title={place > 1 ? `Confirmed in ${wallet}` : `Confirm in ${wallet}`}
      >
        {place === 1 && 'Check the name’s price, then confirm.'}
      </TrackStep>
      <TrackStep
        at={2}
        place={place}
        title={place > 2 ? 'On the chain' : 'Waiting for the network'}
      >
        <BlockLine registration={registration} />
      </TrackStep>
      <TrackStep at={3} place={place} title="Save to your account">
        {null}
      </TrackStep>
    </ol>
  )
}

function CommittedSteps({ registration, wallet }: StepsProps) {
  const { step, call } = registration
  const isRegistering =
    call.shown.label === callLabels.register || step?.step === 'registered'
  const place =
    step?.step === 'registered'
      ? 3
      : isRegistering || step?.step === 'register'
        ? 2
        : step?.step === 'wait'
          ? 1
          : 0
  const line: ReactNode = <BlockLine registration={registration} />
  return (
    <ol className="track">
      <TrackStep
        at={0}
        place={place}
        title={place > 0 ? 'Reservation sent' : 'Send the reservation'}
        isIdle={!call.isBusy}
      >
        It hides the name, so that no one can see it.
        {place === 0 && <> {line}</>}
      </TrackStep>
      <TrackStep at={1} place={place} title="Wait, so that no one can jump ahead">
        {place === 1 && <CommitCountdown registration={registration} />}
      </TrackStep>
      <TrackStep
        at={2}
        place={place}
        title={`Register in ${wallet}`}
        isIdle={!isRegistering}
      >
        {/* Before, the hash is that of the reservation. */}
        {place === 2 && isRegistering && line}
      </TrackStep>
      <TrackStep at={3} place={place} title="Save to your account">
        {null}
      </TrackStep>
    </ol>
  )
}

/** Transaction of the step: its wait for a block, or its link. */
function BlockLine({ registration }: PartProps) {
  const { call, hash, home } = registration
  const { attempt } = call.shown
  if (attempt && 'hash' in attempt)
    return <BlockWait attempt={attempt} network={home.network} />
  if (hash) return <TransactionLink hash={hash} network={home.network} />
  return null
}

/** Returns the step of a registration in one transaction that is under way. */
function findPlace({ call, step }: Registration): number {
  const { attempt } = call.shown
  if (step?.step === 'registered') return 3
  if (attempt === null) return call.shown.mined ? 3 : 1
  if (attempt.step === 'simulating') return 0
  return attempt.step === 'wallet' ? 1 : 2
}
