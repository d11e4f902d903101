import { formatCount } from '@platemark/rules/amounts'
import { type ProblemCode, problemTitles } from '@platemark/works/messages'
import type { Notice as SetNotice, WorkProblem } from '@platemark/works/work-types'
import { writeReportCsv } from '@platemark/works/write-report-csv'
import { useState } from 'react'
import { saveFile } from '../../../../lib/save-file.ts'
import { Button } from '../../../../ui/button.tsx'
import { CreateIcon } from '../../create-icon.tsx'
import { describeCount } from './describe-count.ts'
import { ProblemRow } from './problem-row.tsx'

/** Result of checking the set, from this page or from the server. */
export type ShownReport = {
  problems: WorkProblem[]
  /** All problems: the server sends the first 1,000. */
  problemCount: number
  notices: SetNotice[]
  /** Sheet or JSON that describes the works; null: the files alone. */
  describedBy: string | null
  workCount: number
}

type ReportCardProps = {
  report: ShownReport
  /** Starts what takes a problem away. */
  onFix(problem: WorkProblem): void
  onKeep(problem: WorkProblem): void
}

/** Rows that are rendered at once; thousands of problems have one cause. */
const PAGE_ROWS = 100

/** Problems of a set by line with their corrections, filters and the report as CSV. */
export function ReportCard({ report, onFix, onKeep }: ReportCardProps) {
  const { problems, problemCount, notices, describedBy, workCount } = report
  const [code, setCode] = useState<ProblemCode>()
  const [shown, setShown] = useState(PAGE_ROWS)
  const counts = countCodes(problems)
  // The last problem of a kind was corrected.
  const filter = code !== undefined && counts.has(code) ? code : undefined
  const matching = problems.filter((one) => filter === undefined || one.code === filter)
  const name = describedBy?.split('/').at(-1)
  return (
    <section className="card panel set-card" aria-labelledby="set-report">
      <div className="set-head">
        <div>
          <h2 className="h3" id="set-report" tabIndex={-1}>
            {name ? `${name}, every row checked` : 'Every file checked'}
          </h2>
          <p className="muted small" aria-live="polite">
            {describeCount({ problems, problemCount, workCount })}
          </p>
        </div>
        {problems.length > 0 && (
          <Button look="quiet" onClick={() => saveReport(problems)}>
            <CreateIcon name="download" />
            Report
          </Button>
        )}
      </div>
      {problems.length > 0 && (
        <>
          <fieldset className="set-chips">
            <legend className="hide">Show problems</legend>
            <Chip isOn={filter === undefined} onClick={() => setCode(undefined)}>
              All {formatCount(problemCount)}
            </Chip>
            {[...counts].map(([one, count]) => (
              <Chip key={one} isOn={filter === one} onClick={() => setCode(one)}>
                {problemTitles[one]} {formatCount(count)}
              </Chip>
            ))}
          </fieldset>
          <table className="data set-rows">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Item</th>
                <th scope="col">Problem</th>
                <th scope="col">
                  <span className="hide">Correction</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {matching.slice(0, shown).map((problem) => (
                <ProblemRow
                  key={problem.key}
                  problem={problem}
                  onFix={() => onFix(problem)}
                  onKeep={() => onKeep(problem)}
                />
              ))}
            </tbody>
          </table>
          {problemCount > problems.length && (
            <p className="muted small">
              These are the first {formatCount(problems.length)}. Correct them, or the
              sheet, to see the others.
            </p>
          )}
          {matching.length > shown && (
            <Button look="quiet" onClick={() => setShown(shown + PAGE_ROWS)}>
              Show {formatCount(Math.min(PAGE_ROWS, matching.length - shown))} more
            </Button>
          )}
        </>
      )}
      {notices.length > 0 && (
        <ul className="set-notices muted small">
          {notices.map(({ code: key, sentence }) => (
            <li key={`${key} ${sentence}`}>{sentence}.</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ChipProps = { isOn: boolean; onClick(): void; children: React.ReactNode }

function Chip({ isOn, onClick, children }: ChipProps) {
  return (
    <button type="button" className="set-chip" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  )
}

function countCodes(problems: readonly WorkProblem[]): Map<ProblemCode, number> {
  const counts = new Map<ProblemCode, number>()
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function saveReport(problems: readonly WorkProblem[]) {
  // With a byte order mark, by which spreadsheets know UTF-8.
  saveFile('report.csv', 'text/csv', '\ufeff', writeReportCsv(problems))
}
