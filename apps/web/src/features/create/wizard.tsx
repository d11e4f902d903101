import './wizard.css'
import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { Failure } from '../../components/failure.tsx'
import { useLastError } from '../../lib/use-last-error.ts'
import { useSearch } from '../../lib/use-search.ts'
import { DraftEditorProvider } from './draft-editor.tsx'
import { blankDraft } from './editor/blank-draft.ts'
import { DraftMissing } from './frame/draft-missing.tsx'
import { WizardFrame } from './frame/wizard-frame.tsx'
import { draftQuery } from './queries.ts'
import { nextStep } from './step-facts.ts'
import { parseStep, stepHref } from './steps.ts'
import { WizardSkeleton } from './wizard-skeleton.tsx'

type WizardProps = { user: User; hasEnded: boolean }

/** The wizard of a signed-in creator: the draft of the URL, a new one, or the choice. */
export function Wizard({ user, hasEnded }: WizardProps) {
  const { draft: id, step } = useSearch()
  const { made, round, note } = useMadeDraft(id)
  if (id !== undefined && id !== made) {
    return <StoredDraft key={id} {...{ id, step, user, hasEnded }} />
  }
  if (id === undefined && step === undefined) {
    return (
      <Suspense fallback={<WizardSkeleton />}>
        <DraftChoice />
      </Suspense>
    )
  }
  return <NewDraft key={round} user={user} hasEnded={hasEnded} onCreated={note} />
}

/** No part of the five steps: loaded where a draft is to be chosen. */
const DraftChoice = lazy(async () => {
  const { DraftChoice: component } = await import('./draft-choice.tsx')
  return { default: component }
})

/** Loaded for the draft of another account. */
const CoEditorDraft = lazy(async () => {
  const { CoEditorDraft: component } = await import('./co-editor-draft.tsx')
  return { default: component }
})

/**
 * Tracks the draft that this page made: it stays in the editor that made it, although the
 * URL names it from then on. `round` identifies that editor.
 */
function useMadeDraft(id: string | undefined) {
  const [made, setMade] = useState<string>()
  const [round, setRound] = useState(0)
  const isLeft = made !== undefined && id !== made
  // The editor of the new draft puts its id into the URL a moment later.
  const [wasShown, setShown] = useState(false)
  if (made !== undefined && id === made && !wasShown) setShown(true)
  if (isLeft && wasShown) {
    setMade(undefined)
    setShown(false)
    setRound(round + 1)
  }
  return { made, round, note: setMade }
}

function NewDraft({
  user,
  hasEnded,
  onCreated,
}: WizardProps & { onCreated(id: string): void }) {
  const router = useRouter()
  const { networks } = useAppConfig()
  const first = networks.find(({ contracts }) => contracts) ?? networks[0]
  const [initial] = useState(() => blankDraft(first?.alias ?? ''))
  const name = (id: string) => {
    onCreated(id)
    const { step } = router.state.location.search as { step?: string }
    const href = stepHref(parseStep(step), id)
    void router.navigate({ href, replace: true, resetScroll: false })
  }
  return (
    <DraftEditorProvider initial={initial} onCreated={name}>
      <WizardFrame user={user} hasEnded={hasEnded} />
    </DraftEditorProvider>
  )
}

type StoredDraftProps = WizardProps & {
  id: string
  /** Step that the URL names; without one the draft opens where it lacks something. */
  step: string | undefined
}

function StoredDraft({ id, step, user, hasEnded }: StoredDraftProps) {
  const router = useRouter()
  const read = useQuery({ ...draftQuery(id), staleTime: 0, gcTime: 0 })
  const error = useLastError(read)
  // The first answer only, and none that was kept from before: from then on the editor has the
  // newest version.
  const [initial, setInitial] = useState<Draft>()
  const answer = read.isFetchedAfterMount ? read.data?.data : undefined
  useEffect(() => {
    if (!answer || initial) return
    // A step that begins while the way to it is not over would be shown for a moment.
    if (step !== undefined || !isSameAddress(answer.owner, user.address)) {
      return setInitial(answer)
    }
    const href = stepHref(nextStep(answer), id)
    void router.navigate({ href, replace: true, resetScroll: false })
  }, [answer, initial, step, id, user.address, router])
  if (initial) {
    if (initial.state !== 'draft' && initial.state !== 'deploying') {
      return <DraftMissing deployed={initial} />
    }
    const isOwn = isSameAddress(initial.owner, user.address)
    return (
      <DraftEditorProvider initial={initial} onCreated={() => undefined}>
        {isOwn ? (
          <WizardFrame user={user} hasEnded={hasEnded} />
        ) : (
          <Suspense fallback={<WizardSkeleton />}>
            <CoEditorDraft />
          </Suspense>
        )}
      </DraftEditorProvider>
    )
  }
  if (!error) return <WizardSkeleton />
  if (
    'code' in error &&
    ['not_found', 'validation_failed'].includes(String(error.code))
  ) {
    return <DraftMissing />
  }
  return (
    <Failure
      level="h2"
      title="The draft could not be loaded"
      text="Nothing is lost: it is stored on this site. Try again in a moment."
      error={error}
      isBusy={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  )
}
