import './registration.css'
import type { User } from '@platemark/api/profile'
import { shortAddress } from '@platemark/rules/amounts'
import type { ReactNode } from 'react'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import type { NameHome } from '../use-name-home.ts'
import { CommitStep } from './commit-step.tsx'
import { ConfirmRegistration } from './confirm-registration.tsx'
import { NotRegistered } from './not-registered.tsx'
import { Registered } from './registered.tsx'
import { RegistrationSteps } from './registration-steps.tsx'
import { type Registration, useRegistration } from './use-registration.ts'

type RegisterDialogProps = {
  name: string
  home: NameHome
  user: User
  onClose: () => void
}

/** Dialog that registers a name, from the price to the saved name. */
export function RegisterDialog({ name, home, user, onClose }: RegisterDialogProps) {
  const registration = useRegistration(name, home, user)
  const { title, body } = choosePart(registration, onClose)
  const isDone = registration.saving.state === 'saved'
  return (
    <Dialog title={title} isOpen onClose={onClose} className="register" focusesTitle>
      {!isDone && (
        <div className="register-name">
          <NameCard name={name} size={88} isFirst />
          <div>
            <b>
              <FullName name={name} suffix={home.suffix} />
            </b>
            <span className="muted small">
              Owner <span translate="no">{shortAddress(registration.account)}</span>
            </span>
          </div>
        </div>
      )}
      {body}
    </Dialog>
  )
}

/** Returns the title and the content of the dialog for where the registration stands. */
function choosePart(
  registration: Registration,
  onClose: () => void,
): { title: string; body: ReactNode } {
  const { call, step, facts, saving, pending } = registration
  const { attempt, mined } = call.shown
  if (saving.state === 'saved') {
    return {
      title: 'Registered',
      body: <Registered registration={registration} onClose={onClose} />,
    }
  }
  const isUnderWay = attempt !== null || mined !== null || step?.step === 'registered'
  const isCommitting = facts?.needsCommitment === true
  if (!isUnderWay && (!facts || !step)) {
    return { title: 'Register', body: <Waiting registration={registration} /> }
  }
  if (step && ['taken', 'reserved', 'paused'].includes(step.step) && !attempt) {
    return {
      title: 'Not registered',
      body: <NotRegistered registration={registration} onClose={onClose} />,
    }
  }
  if (isUnderWay || (isCommitting && (pending?.secret ?? null) !== null)) {
    return {
      title: 'Registering',
      body: (
        <>
          <RegistrationSteps registration={registration} />
          {!attempt && !mined && <CallPanel call={call} />}
          <CommitStep registration={registration} />
          <p className="muted small">
            You can close or reload this page. The name will appear under My names.
          </p>
        </>
      ),
    }
  }
  return {
    title: 'Register',
    body: (
      <>
        <CallPanel call={call} />
        <ConfirmRegistration registration={registration} />
      </>
    ),
  }
}

function Waiting({ registration }: { registration: Registration }) {
  const { read, home } = registration
  const error = useLastError(read)
  if (!error) return <Skeleton width="100%" height={180} />
  return (
    <Failure
      title={`${home.network.name} cannot be reached right now`}
      text="Nothing was sent. Try again in a moment."
      error={error}
      isBusy={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  )
}
