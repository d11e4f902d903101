import type { Correction, Work, WorkProblem } from '@platemark/works/work-types'
import { useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useDraftEditor } from '../../draft-editor.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { ReportCard, type ShownReport } from './report-card.tsx'

type SetReportPartProps = {
  report: ShownReport
  contractId: string
  /** Works of this page; undefined where the server has them. */
  works: readonly Work[] | undefined
  onCorrect(correction: Correction): void
  onKeep(key: string): void
  onAddFile(path: string, file: File): void
  /** Offers to choose another set. */
  onReplaceSet?: (() => void) | undefined
}

/** The problems of a set with the file picker and the dialog that corrections need. */
export function SetReportPart({
  report,
  contractId,
  works,
  onCorrect,
  onKeep,
  onAddFile,
  onReplaceSet,
}: SetReportPartProps) {
  const { shown } = useDraftEditor().fields
  const numbered = report.notices.find(({ code }) => code === 'numbered')
  const others = report.notices.filter((one) => one !== numbered)
  const picker = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState('')
  const [compared, setCompared] = useState<WorkProblem>()
  const pick = (wanted: string) => {
    setCompared(undefined)
    setPath(wanted)
    picker.current?.click()
  }
  const fix = (problem: WorkProblem) => {
    const act = problem.fix
    if (!act) return
    if (act.kind === 'compare') setCompared(problem)
    else if (act.kind === 'add_file') pick(placeBeside(problem.file, act.name))
    else if (act.kind === 'replace_file') pick(act.path)
    else onCorrect(act)
  }
  return (
    <>
      <ReportCard
        report={{ ...report, notices: others }}
        onFix={fix}
        onKeep={({ key }) => onKeep(key)}
      />
      {numbered && shown === 'at_reveal' && (
        <Notice
          kind="warning"
          title="The reveal changes the numbers of the works"
          actions={
            <Button look="quiet" onClick={() => onCorrect({ kind: 'drop_numbers' })}>
              Use the item’s number
            </Button>
          }
        >
          {numbered.sentence}. The reveal shuffles the works, so the name of an item would
          have the number of another.
        </Notice>
      )}
      {onReplaceSet && (
        <div>
          <Button look="quiet" onClick={onReplaceSet}>
            Choose other files
          </Button>
        </div>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`File for ${path}`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onAddFile(path, file)
          target.value = ''
        }}
      />
      {compared && (
        <CompareDialog
          problem={compared}
          contractId={contractId}
          works={works}
          onReplace={pick}
          onKeep={() => {
            onKeep(compared.key)
            setCompared(undefined)
          }}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  )
}

/** Returns the path of a new file in the folder of the row that names it. */
function placeBeside(file: string, name: string): string {
  return `${file.slice(0, file.lastIndexOf('/') + 1)}${name}`
}
