import type { QuizResult } from '@platemark/api/academy'
import { Icon } from '../../../ui/icon.tsx'
import type { QuizQuestion } from './quiz-answers.ts'

type GradedRowProps = {
  question: QuizQuestion
  grade: QuizResult['questions'][number]
  onReport: () => void
}

/** A question that was answered right, with its explanations to unfold. */
export function GradedRow({ question, grade, onReport }: GradedRowProps) {
  const explained = question.options.filter(({ id }) => grade.explanations[id])
  return (
    <details className="graded">
      <summary>
        <span className="tick">
          <Icon name="check" size={14} />
          <span className="hide">Right: </span>
        </span>
        <span>{question.prompt}</span>
        <span className="link">Explanation</span>
      </summary>
      <ul>
        {explained.map(({ id, text }) => (
          <li key={id} className={grade.chosen.includes(id) ? 'chosen' : undefined}>
            <b>{text}</b> {grade.explanations[id]}
          </li>
        ))}
      </ul>
      <button type="button" className="report-button" onClick={onReport}>
        Report this question
      </button>
    </details>
  )
}
