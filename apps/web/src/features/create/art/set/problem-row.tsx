import { problemTitles } from '@platemark/works/messages'
import type { WorkFix, WorkProblem } from '@platemark/works/work-types'

type ProblemRowProps = {
  problem: WorkProblem
  onFix(): void
  onKeep(): void
}

/** One problem: its line and item, what is wrong, and what takes it away. */
export function ProblemRow({ problem, onFix, onKeep }: ProblemRowProps) {
  const { code, file, line, token_id, sentence, fix, can_keep } = problem
  const place =
    line !== undefined ? ` on line ${line}` : token_id ? ` of #${token_id}` : ''
  const name = fix?.kind === 'add_file' ? fix.name : undefined
  return (
    <tr>
      <td className="line">
        {line ?? <span className="muted">{line === undefined && file ? '–' : ''}</span>}
      </td>
      <td className="muted item">{token_id && `#${token_id}`}</td>
      <td className="problem">
        <b>{problemTitles[code]}.</b> <Sentence text={sentence} name={name} />
      </td>
      <td className="fix">
        {fix && (
          <button type="button" className="underlined-button" onClick={onFix}>
            {labelFix(fix)}
            <span className="hide">{place}</span>
          </button>
        )}
        {can_keep && fix?.kind !== 'compare' && (
          <button type="button" className="underlined-button" onClick={onKeep}>
            Keep
            <span className="hide">{place}</span>
          </button>
        )}
      </td>
    </tr>
  )
}

/** The sentence with the name of the file set apart. */
function Sentence({ text, name }: { text: string; name: string | undefined }) {
  const at = name === undefined ? -1 : text.indexOf(name)
  if (name === undefined || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <code translate="no">{name}</code>
      {text.slice(at + name.length)}
    </>
  )
}

const LABELS: Record<WorkFix['kind'], string> = {
  use_text: 'Use that',
  use_value: 'Use that',
  use_file: 'Use that file',
  rename_trait: 'Rename',
  leave_out: 'Leave out',
  confirm_order: 'Confirm',
  drop_numbers: 'Use the item’s number',
  add_file: 'Add file',
  replace_file: 'Replace',
  compare: 'Compare',
}

function labelFix({ kind }: WorkFix): string {
  return LABELS[kind]
}
