import type { ArticleDetail, QuizResult } from '@platemark/api/academy'
import { FieldError } from '../../../ui/field.tsx'
import { AcademyIcon } from '../academy-icon.tsx'
import type { QuizQuestion } from './quiz-answers.ts'
import type { QuizState } from './use-quiz.ts'

type QuestionGrade = QuizResult['questions'][number]

type QuestionFieldProps = {
  article: ArticleDetail
  question: QuizQuestion
  number: number
  /** How its last answer was graded; undefined before. */
  grade: QuestionGrade | undefined
  state: QuizState
  onReport: () => void
}

/** A question with its options, and the explanations of a wrong answer. */
export function QuestionField(props: QuestionFieldProps) {
  const { article, question, number, grade, state, onReport } = props
  const { id, type, prompt, options } = question
  const isMissing = state.missing.includes(id)
  const heading = article.headings.find((one) => one.id === grade?.more)
  return (
    <fieldset
      className={isMissing ? 'question missing' : 'question'}
      id={`question-${id}`}
      aria-describedby={isMissing ? `missing-${id}` : undefined}
    >
      <legend>
        <span aria-hidden="true">{number}</span>
        <span>
          {prompt}
          {type === 'multiple' && <small>Choose all that apply.</small>}
        </span>
      </legend>
      <div className="options">
        {isMissing && (
          <p className="answer-missing" id={`missing-${id}`}>
            <FieldError>
              {type === 'multiple' ? 'Choose at least one answer.' : 'Choose an answer.'}
            </FieldError>
          </p>
        )}
        {options.map((option) => (
          <Option key={option.id} option={option} {...props} />
        ))}
        {grade && type === 'multiple' && !grade.right && (
          <p className="small muted">
            One of your choices is wrong, or a right one is missing.
          </p>
        )}
        <p className="question-links">
          {heading && <a href={`#${heading.id}`}>Read “{heading.text}”</a>}
          <ReportButton number={number} onReport={onReport} />
        </p>
      </div>
    </fieldset>
  )
}

type OptionProps = QuestionFieldProps & { option: QuizQuestion['options'][number] }

function Option({ option, question, grade, state }: OptionProps) {
  const verdict = grade && judge(option.id, question, grade)
  const explanation = grade?.explanations[option.id]
  const isShown = verdict !== undefined || grade?.chosen.includes(option.id)
  return (
    <label className={`option ${verdict ?? ''}`}>
      <input
        type={question.type === 'multiple' ? 'checkbox' : 'radio'}
        name={question.id}
        value={option.id}
        checked={(state.answers[question.id] ?? []).includes(option.id)}
        disabled={state.result?.passed ?? false}
        onChange={() => state.choose(question, option.id)}
      />
      <span>
        {option.text}
        {explanation && isShown && (
          <span className="why">
            {verdict && <b>{verdict === 'good' ? 'Right.' : 'Not right.'}</b>}{' '}
            {explanation}
          </span>
        )}
      </span>
    </label>
  )
}

/** Returns the mark of an option; undefined while it is not known or not of interest. */
function judge(
  option: string,
  { type }: QuizQuestion,
  { chosen, right }: QuestionGrade,
): 'good' | 'bad' | undefined {
  if (right?.includes(option)) return 'good'
  if (!chosen.includes(option)) return undefined
  // Of several chosen ones it is not known yet which are wrong.
  return right || type !== 'multiple' ? 'bad' : undefined
}

type ReportButtonProps = { number: number; onReport: () => void }

function ReportButton({ number, onReport }: ReportButtonProps) {
  return (
    <button
      type="button"
      className="report-button"
      aria-label={`Report question ${number}`}
      onClick={onReport}
    >
      <AcademyIcon name="flag" size={14} />
      Report this question
    </button>
  )
}
