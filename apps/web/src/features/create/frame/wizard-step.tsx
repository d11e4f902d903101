import { useRouter } from '@tanstack/react-router'
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '../../../ui/button.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { type StepId, stepHref, steps } from '../steps.ts'
import { StepErrors, type StepProblem } from './step-errors.tsx'
import { useStepProblems } from './step-problems.tsx'

type WizardStepProps = {
  id: StepId
  /** One or two sentences under the title. */
  lead: string
  /** Problems to correct, each shown beside its field. */
  problems?: readonly StepProblem[]
  /**
   * Called on Continue; resolves to whether the step can be left. `problems` are listed
   * when it cannot.
   */
  onContinue?: () => Promise<boolean>
  /** There is no way back or on. */
  isDone?: boolean
  children: ReactNode
}

/** One step: its title, what is to be corrected, its fields, and the way back and on. */
export function WizardStep({
  id,
  lead,
  problems = [],
  onContinue,
  isDone = false,
  children,
}: WizardStepProps) {
  const { draft, flush } = useDraftEditor()
  const { report } = useStepProblems()
  const router = useRouter()
  const title = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const formId = useId()
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const index = steps.findIndex((step) => step.id === id)
  const back = steps[index - 1]
  const next = steps[index + 1]

  const count = problems.length
  useEffect(() => report(id, count), [id, count, report])
  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])
  useFocusOnArrival(title, id)

  const goTo = (step: StepId) => {
    // Read now: the draft may have been made meanwhile.
    const { draft: made } = router.state.location.search as { draft?: string }
    void router.navigate({
      href: stepHref(step, made ?? (draft.contract_id || undefined)),
    })
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || !next) return
    setBusy(true)
    const canLeave = onContinue ? await onContinue() : true
    setBusy(false)
    if (!canLeave) return setRefusals((before) => before + 1)
    void flush()
    goTo(next.id)
  }
  return (
    <form className="wizard-form" id={formId} noValidate onSubmit={submit}>
      <h1 ref={title} tabIndex={-1}>
        {steps[index]?.title}
      </h1>
      <p className="lead">{lead}</p>
      <div className="body">
        {refusals > 0 && count > 0 && <StepErrors ref={summary} problems={problems} />}
        {children}
      </div>
      {!isDone && (
        <div className="wizard-foot">
          {back && (
            <Button look="quiet" onClick={() => goTo(back.id)}>
              Back
            </Button>
          )}
          <span className="muted small grow">
            {!back && 'You can leave at any time. Your draft is saved.'}
          </span>
          {next && (
            <Button type="submit" isBusy={isBusy}>
              Continue
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** The step that was shown before, so that the first one of a visit takes no focus. */
let shown: StepId | undefined

/** Focuses the title of a step that was come to from another one. */
function useFocusOnArrival(title: { current: HTMLElement | null }, id: StepId) {
  useEffect(() => {
    if (shown !== undefined && shown !== id) title.current?.focus({ preventScroll: true })
    shown = id
  }, [title, id])
  useEffect(
    () => () => {
      // A later visit of the wizard begins anew; another step is mounted at once.
      queueMicrotask(() => {
        if (!document.querySelector('.wizard-form')) shown = undefined
      })
    },
    [],
  )
}
