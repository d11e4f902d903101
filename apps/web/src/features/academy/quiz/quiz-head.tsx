import type { ArticleDetail, Quiz, QuizResult } from '@platemark/api/academy'
import { useQuery } from '@tanstack/react-query'
import { progressQuery } from '../../../components/academy-progress/send-kept.ts'
import { useSession } from '../../../lib/session.ts'
import { formatLongDay, toNumberWord } from '../article-words.ts'
import { countToPass } from './quiz-answers.ts'

type QuizHeadProps = {
  article: ArticleDetail
  quiz: Quiz
  result: QuizResult | undefined
}

/** Title of the quiz, or what came of the answers. */
export function QuizHead({ quiz, result }: QuizHeadProps) {
  return (
    <div className="quiz-head">
      <div>
        <h3 tabIndex={-1}>{result ? toOutcome(result) : toTitle(quiz)}</h3>
        <p>{result?.passed ? <Recorded result={result} /> : toRule(quiz, result)}</p>
      </div>
      {result && (
        <span
          className="score"
          role="img"
          aria-label={`${result.score} of ${result.total} right`}
        >
          {result.score}
          <small> / {result.total}</small>
        </span>
      )}
    </div>
  )
}

function toTitle({ questions }: Quiz): string {
  return `${toNumberWord(questions.length)} questions on this lesson`
}

function toOutcome({ passed, recorded, total, score }: QuizResult): string {
  if (passed) return recorded ? 'Passed. This lesson is completed.' : 'Passed.'
  const wrong = total - score
  const count = toNumberWord(wrong).toLowerCase()
  return `Not yet: ${count} ${wrong === 1 ? 'answer is' : 'answers are'} wrong`
}

function toRule(quiz: Quiz, result: QuizResult | undefined): string {
  const pass = `${toNumberWord(countToPass(quiz))} right answers are needed to pass.`
  return result
    ? `${pass} Read the explanations and change your answers.`
    : `${pass} You can try as often as you need.`
}

function Recorded({ result }: { result: QuizResult }) {
  const isSignedIn = useSession().user !== null
  const { data } = useQuery({ ...progressQuery, enabled: isSignedIn })
  if (!result.recorded) {
    return isSignedIn
      ? 'Your result is being recorded.'
      : 'This result is not recorded, because you are not signed in.'
  }
  const { completed, total } = data?.data ?? {}
  const day = result.completed_at && `Recorded on ${formatLongDay(result.completed_at)}.`
  const count = total ? `You have completed ${completed} of ${total} lessons.` : ''
  return `${day ?? ''} ${count}`.trim()
}
