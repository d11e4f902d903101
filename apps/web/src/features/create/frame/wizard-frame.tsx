import type { User } from '@platemark/api/profile'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { LeaveGuard } from '../../../components/leave-guard.tsx'
import { openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { parseStep, type StepId } from '../steps.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { Preview } from './preview.tsx'
import { SaveState } from './save-state.tsx'
import { StepNav } from './step-nav.tsx'
import { StepProblemsProvider } from './step-problems.tsx'
import { TypedValues } from './typed-values.ts'

/** Frame around the steps: draft and its state, the way through the steps, the preview. */
export function WizardFrame({ user, hasEnded }: { user: User; hasEnded: boolean }) {
  const { step: wanted } = useSearch()
  const editor = useDraftEditor()
  const step = parseStep(wanted)
  const { Step } = stepParts[step]
  const [typed] = useState(() => new Map<string, unknown>())
  useEffect(() => {
    // Loaded once, so that a step can be opened without a connection.
    for (const { load } of Object.values(stepParts)) void load().catch(() => undefined)
  }, [])
  const hasUnsaved = editor.saving !== 'saved'
  return (
    <StepProblemsProvider>
      <div className="wizard">
        <div className="wizard-top">
          <DraftName />
          <SaveState />
        </div>
        <StepNav current={step} />
        {hasEnded && <SessionEnded />}
        {editor.problem && <Stopped />}
        <ConflictNotice />
        <div className="wizard-columns">
          <Preview user={user} />
          <TypedValues value={typed}>
            <Suspense fallback={<StepSkeleton />}>
              <Step key={`${step} ${editor.revision}`} />
            </Suspense>
          </TypedValues>
        </div>
        <LeaveGuard isDirty={hasUnsaved} save={editor.flush} />
      </div>
    </StepProblemsProvider>
  )
}

function DraftName() {
  const { fields } = useDraftEditor()
  if (!fields.name) return <span className="muted">New collection</span>
  return (
    <span className="draft-name">
      <b>{fields.name}</b> <span className="muted">draft</span>
    </span>
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

function StepSkeleton() {
  return (
    <div className="wizard-form late" aria-busy="true">
      <div className="stack" aria-hidden="true">
        <Skeleton width={200} height={44} />
        <Skeleton width={360} height={20} />
      </div>
    </div>
  )
}

type StepPart = { load: () => Promise<unknown>; Step: ComponentType }

function stepPart(load: () => Promise<ComponentType>): StepPart {
  let loading: Promise<{ default: ComponentType }> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        // The next attempt loads it again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { load: loadOnce, Step: lazy(loadOnce) }
}

const stepParts: Record<StepId, StepPart> = {
  art: stepPart(async () => (await import('../art/art-step.tsx')).ArtStep),
  details: stepPart(
    async () => (await import('../details/details-step.tsx')).DetailsStep,
  ),
  supply: stepPart(async () => (await import('../supply/supply-step.tsx')).SupplyStep),
  schedule: stepPart(
    async () => (await import('../schedule/schedule-step.tsx')).ScheduleStep,
  ),
  review: stepPart(async () => (await import('../review/review-step.tsx')).ReviewStep),
}
