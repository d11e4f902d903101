import type { User } from '@platemark/api/profile'
import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { LeaveGuard } from '../../../components/leave-guard.tsx'
import { PartFailure } from '../../../components/part-failure.tsx'
import { ReadOnlyFields } from '../../../components/read-only/read-only-fields.tsx'
import { openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { usePart } from '../../../lib/use-part.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ArtStep } from '../art/art-step.tsx'
import { DetailsStep } from '../details/details-step.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { ReviewStep } from '../review/review-step.tsx'
import { ScheduleStep } from '../schedule/schedule-step.tsx'
import { unsentChanges } from '../set-progress.ts'
import { parseStep, type StepId } from '../steps.ts'
import { SupplyStep } from '../supply/supply-step.tsx'
import { DeployedState } from './deployed-state.tsx'
import { Preview } from './preview.tsx'
import { SaveState } from './save-state.tsx'
import { StepNav } from './step-nav.tsx'
import { StepProblemsProvider } from './step-problems.tsx'
import { type Typed, TypedValues } from './typed-values.ts'
import { useDeployed } from './use-deployed.ts'

/** Frame around the steps: draft and its state, the way through the steps, the preview. */
export function WizardFrame({ user, hasEnded }: { user: User; hasEnded: boolean }) {
  const { step: wanted } = useSearch()
  const editor = useDraftEditor()
  const isDeployed = editor.frozen === 'live'
  // No other step can be edited any more.
  const step = isDeployed ? 'review' : parseStep(wanted)
  const Step = stepComponents[step]
  const [typed] = useState(() => new Map<StepId, Typed<unknown>>())
  const hasUnsaved = editor.saving !== 'saved'
  const unsent = useSyncExternalStore(unsentChanges.subscribe, unsentChanges.read)
  return (
    <StepProblemsProvider>
      <div className="wizard">
        <div className="wizard-top">
          <DraftName />
          {!isDeployed && <SaveState />}
        </div>
        <StepNav current={step} />
        {hasEnded && <SessionEnded />}
        {editor.problem && <Stopped />}
        <Conflict />
        <div className="wizard-columns">
          <Preview user={user} step={step} />
          <TypedValues value={typed}>
            <ReadOnlyFields>
              <Step key={`${step} ${editor.revision}`} />
            </ReadOnlyFields>
          </TypedValues>
        </div>
        <LeaveGuard isDirty={hasUnsaved} save={editor.flush} />
        <LeaveGuard isDirty={unsent !== undefined} save={unsent?.send} />
      </div>
    </StepProblemsProvider>
  )
}

/** Name of the draft and how far it is; once it is deployed, with the way to its page. */
function DraftName() {
  const { fields, frozen } = useDraftEditor()
  const deployed = useDeployed()
  const { name } = fields
  if (deployed) {
    const { page } = deployed
    return (
      <span className="deployed-name">
        {page ? (
          <Link className="link" href={page}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <DeployedState read={deployed.read} />
      </span>
    )
  }
  if (!name) return <span className="muted">New collection</span>
  return (
    <span>
      <b>{name}</b> <span className="muted">{frozen ? 'being deployed' : 'draft'}</span>
    </span>
  )
}

/** Values that were changed elsewhere too; what shows them is loaded with the first. */
function Conflict() {
  const { conflict } = useDraftEditor()
  const { part, error, retry } = usePart(
    () => import('./conflict-notice.tsx'),
    conflict !== undefined,
  )
  if (!conflict) return null
  if (part) return <part.ConflictNotice />
  return (
    error && (
      <PartFailure
        title="This draft was changed elsewhere"
        kept="Both versions are kept"
        error={error}
        onRetry={retry}
      />
    )
  )
}

/** Input outlives the session: it is stored after signing in again. */
function SessionEnded() {
  const { wallet } = useSession()
  return (
    <Notice
      kind="warning"
      title="You are signed out"
      actions={
        <Button
          look="quiet"
          onClick={wallet ? openVerifyDialog : () => openWalletDialog()}
        >
          Sign in
        </Button>
      }
    >
      What you entered is kept on this page and saved once you have signed in again.
    </Notice>
  )
}

/** The reason why the draft cannot be stored, except for a missing connection. */
function Stopped() {
  const { problem, retry, saving } = useDraftEditor()
  if (!problem || saving === 'offline' || problem.code === 'unauthenticated') return null
  return (
    <Notice
      kind="error"
      title="Your changes are not saved"
      actions={
        <Button look="quiet" onClick={retry}>
          Try again
        </Button>
      }
    >
      {problem.message} They are still on this page.
      {problem.requestId && problem.status >= 500 && ` Request ${problem.requestId}`}
    </Notice>
  )
}

/** Loaded together, so that each step can be opened without a connection. */
const stepComponents: Record<StepId, ComponentType> = {
  art: ArtStep,
  details: DetailsStep,
  supply: SupplyStep,
  schedule: ScheduleStep,
  review: ReviewStep,
}
