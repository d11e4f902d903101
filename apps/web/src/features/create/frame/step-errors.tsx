import { formatCount } from '@platemark/rules/amounts'
import { startLow } from '@platemark/rules/first-letter'
import type { Ref } from 'react'
import { Icon } from '../../../ui/icon.tsx'

/** Something to correct: the element that takes the focus, its label and a sentence. */
export type StepProblem = { id: string; label: string; sentence: string }

type StepErrorsProps = {
  ref: Ref<HTMLDivElement>
  problems: readonly StepProblem[]
}

/** Most problems that are named one by one; a set can have thousands. */
const MAX_NAMED = 8

/** Links to the fields that are to be corrected. Takes the focus. */
export function StepErrors({ ref, problems }: StepErrorsProps) {
  const count = problems.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div
      className="notice error step-errors"
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-label="Errors"
    >
      <Icon name="circle_alert" />
      <div>
        <b>
          {count === 1 ? '1 thing to correct' : `${formatCount(count)} things to correct`}
        </b>
        <ul>
          {problems.slice(0, MAX_NAMED).map(({ id, label, sentence }) => (
            <li key={`${id} ${label} ${sentence}`}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(id)?.focus()
                }}
              >
                {label}: {continueWith(sentence)}
              </a>
            </li>
          ))}
          {count > MAX_NAMED && <li>And {formatCount(count - MAX_NAMED)} more below.</li>}
        </ul>
      </div>
    </div>
  )
}

/** Continues a sentence after a colon, without its full stop. */
function continueWith(sentence: string): string {
  const isWord = /^[A-Z][a-z ]/.test(sentence)
  const text = isWord ? startLow(sentence) : sentence
  return text.replace(/\.$/, '')
}
