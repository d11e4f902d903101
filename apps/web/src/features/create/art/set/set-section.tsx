import './set.css'
import type { SetReport } from '@platemark/works/check-set'
import { problemTitles } from '@platemark/works/messages'
import type { Correction, WorkProblem } from '@platemark/works/work-types'
import { useEffect, useState } from 'react'
import { useDraftEditor } from '../../draft-editor.tsx'
import type { StepProblem } from '../../frame/step-errors.tsx'
import type { Choice } from '../upload/chosen-files.ts'
import { UnfinishedUpload } from '../upload/unfinished-upload.tsx'
import { UploadCard } from '../upload/upload-card.tsx'
import { LocalWorks } from './local-works.tsx'
import type { ShownReport } from './report-card.tsx'
import { SetChooser } from './set-chooser.tsx'
import { FirstWorks, SetFacts, SetWatch, WorksNote } from './set-preview.tsx'
import { SetReportPart } from './set-report-part.tsx'
import { findSetSession } from './set-session.ts'
import { ShownChoice } from './shown-choice.tsx'
import { storedReport, useStoredSet } from './stored-set.ts'
import { StoredWorks } from './stored-works.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useChosenSet } from './use-chosen-set.ts'
import { useDraftRefresh } from './use-draft-refresh.ts'
import { WorkDialog } from './work-dialog.tsx'
import { ChosenFiles, type ShownWork } from './work-picture.tsx'

/** Parts of the preview, in the chunk of the section: another costs bytes of each first view. */
export const setPreview = { FirstWorks, SetFacts, SetWatch, WorksNote }

/** The set of a draft: chosen, checked, corrected, uploaded and looked at. */
export function SetSection({ onProblems }: SetSectionProps) {
  const editor = useDraftEditor()
  // Empty until the draft is made; the same elements stay, and with them the focus.
  const contractId = editor.draft.contract_id
  const refresh = useDraftRefresh(contractId)
  const { session, state, files } = useChosenSet(contractId)
  const { choice, report, upload, unsent, sending } = state
  const isReady = upload?.status === 'ready'
  const known = editor.draft.set
  const stored = useStoredSet(contractId, isReady || (known?.works ?? 0) > 0)
  const last = known?.upload
  useEffect(() => {
    // A set that was being read when the page was left.
    if (last?.state === 'checking' && !session.read().upload) {
      session.watch(last.upload_id)
    }
  }, [last, session])
  const problemCount = stored.set?.problem_count
  const workCount = stored.set?.works
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the set.
  useEffect(() => {
    if (isReady) void stored.refresh()
  }, [isReady])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the set.
  useEffect(() => {
    // What the draft lacks follows from its set.
    if (problemCount !== undefined) void refresh()
  }, [problemCount, workCount])
  // The server has read the bytes of every file, so that its report counts from then on.
  const isStored = stored.set !== undefined && (choice === undefined || isReady)
  const problems = isStored ? stored.set?.problems : report?.problems
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onProblems` sets state.
  useEffect(() => {
    // Safe: the server's problems are those of the same package.
    onProblems(((problems ?? []) as WorkProblem[]).map(toStepProblem))
  }, [problems])
  const [isReplacing, setReplacing] = useState(false)
  const [opened, setOpened] = useState<ShownWork>()
  const [notMade, setNotMade] = useState<string>()
  const choose = async (chosen: Choice) => {
    setReplacing(false)
    const draft = contractId === '' ? await editor.ensure() : editor.draft
    if (draft) void findSetSession(draft.contract_id).choose(chosen)
    setNotMade(
      draft ? undefined : 'The draft could not be created yet. Try again in a moment.',
    )
  }
  const correct = (...corrections: Correction[]) =>
    void session.correct(...corrections).then(stored.show)
  const keep = (key: string) => void session.keep(key).then(stored.show)
  const cancel = async () => {
    await session.cancel(last?.state === 'receiving' ? last.upload_id : undefined)
    await refresh()
  }
  const showsChooser = !choice && (isReplacing || (!stored.set && !upload))
  return (
    <ChosenFiles value={files}>
      {showsChooser && (
        <SetChooser
          refusal={state.refusal ?? notMade}
          note={
            stored.set
              ? 'New files replace the current set.'
              : last?.state === 'receiving'
                ? 'An upload was interrupted. Choose the same files again, and the upload resumes where it stopped.'
                : undefined
          }
          onChoose={(chosen) => void choose(chosen)}
        />
      )}
      <UploadCard
        {...{ choice, upload, reading: state.reading }}
        describedBy={report?.described_by}
        onPause={session.pause}
        onResume={sending && session.resume}
        onCancel={() => void cancel()}
      />
      {last?.state === 'receiving' && !upload && !showsChooser && (
        <UnfinishedUpload onCancel={() => void cancel()} />
      )}
      {unsent && (
        <UnsentNotice
          {...unsent}
          onRetry={() => void session.sendChanges().then(stored.show)}
        />
      )}
      {isStored && stored.set ? (
        <>
          <SetReportPart
            report={storedReport(stored.set)}
            contractId={contractId}
            works={undefined}
            onCorrect={correct}
            onKeep={keep}
            onAddFile={(path, file) => void session.addFile(path, file)}
            onReplaceSet={choice ? undefined : () => setReplacing(true)}
          />
          <StoredWorks
            contractId={contractId}
            count={stored.set.works}
            onOpen={setOpened}
          />
        </>
      ) : (
        report && (
          <>
            <SetReportPart
              report={localReport(report)}
              contractId={contractId}
              works={report.works}
              onCorrect={correct}
              onKeep={keep}
              onAddFile={(path, file) => void session.addFile(path, file)}
            />
            <LocalWorks report={report} onOpen={setOpened} />
          </>
        )
      )}
      <ShownChoice />
      {opened && (
        <WorkDialog
          work={opened}
          onSave={(changes) => {
            setOpened(undefined)
            if (changes.length > 0) correct(...changes)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ChosenFiles>
  )
}

type SetSectionProps = {
  /** Called with what is left to correct. */
  onProblems(problems: readonly StepProblem[]): void
}

function toStepProblem({ code, line, token_id, sentence }: WorkProblem): StepProblem {
  const place = line ? ` on line ${line}` : token_id ? ` of #${token_id}` : ''
  return { id: 'set-report', label: `${problemTitles[code]}${place}`, sentence }
}

function localReport({ works, problems, notices, described_by }: SetReport): ShownReport {
  return {
    ...{ problems, notices, problemCount: problems.length },
    describedBy: described_by,
    workCount: works.length,
  }
}
