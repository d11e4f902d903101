import type { ArticleDetail, Quiz } from '@platemark/api/academy'
import { Problem } from '@platemark/api/problem'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { isOffline } from '../../../lib/offline.ts'
import { useSession } from '../../../lib/session.ts'
import { useRetryCountdown } from '../../../lib/use-retry-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { articleHref } from '../article-words.ts'
import { formatWait } from './format-wait.ts'
import type { QuizState } from './use-quiz.ts'

type QuizFootProps = { article: ArticleDetail; quiz: Quiz; state: QuizState }

/** Buttons of the quiz, and why its answers could not be graded. */
export function QuizFoot({ article, quiz, state }: QuizFootProps) {
  const { result, error, missing, answers } = state
  const waitSeconds = useRetryCountdown(error)
  if (result?.passed) return <PassedFoot article={article} state={state} />
  const isFirstAttempt = result?.questions.every(({ right }) => right === null)
  const answered = quiz.questions.filter(({ id }) => (answers[id] ?? []).length > 0)
  return (
    <div className="quiz-foot">
      <SaveButton
        type="submit"
        isBusy={state.isSending}
        {...(waitSeconds > 0 && { blockedBy: 'quiz-trouble' })}
      >
        {result ? 'Check again' : 'Check answers'}
      </SaveButton>
      {result && (
        <Button look="quiet" onClick={state.startOver}>
          Start over
        </Button>
      )}
      <span className="muted small" role="status">
        {!result && `${answered.length} of ${quiz.questions.length} answered`}
        {isFirstAttempt && 'From the second attempt on, the right answers are shown too.'}
      </span>
      <div className="quiz-trouble" id="quiz-trouble" role="alert">
        {missing.length > 0 && <FieldError>Answer every question.</FieldError>}
        {error && <FieldError>{describeError(error, waitSeconds)}</FieldError>}
      </div>
    </div>
  )
}

type PassedFootProps = Omit<QuizFootProps, 'quiz'>

function PassedFoot({ article, state }: PassedFootProps) {
  const { user, wallet } = useSession()
  const { next } = article
  return (
    <div className="quiz-foot">
      {!state.result?.recorded && !user && (
        <Button onClick={wallet ? openVerifyDialog : () => openWalletDialog({ reason })}>
          {wallet ? 'Sign in to record it' : 'Connect to record it'}
        </Button>
      )}
      {next && (
        <Link
          className={state.result?.recorded || user ? 'button' : 'button quiet'}
          href={articleHref(next.alias)}
        >
          Next: {next.title}
          <Icon name="arrow" size={16} />
        </Link>
      )}
      <Link className="button quiet" href="/academy">
        All lessons
      </Link>
      <Button look="plain" onClick={state.startOver}>
        Answer it again
      </Button>
      <div className="quiz-trouble" role="alert">
        {state.error && (
          <FieldError>
            Your result was not recorded. Answer the quiz again later.
          </FieldError>
        )}
      </div>
    </div>
  )
}

const reason = 'When you are signed in, your result is saved to your account.'

function describeError(error: Error, waitSeconds: number): string {
  const code = error instanceof Problem ? error.code : undefined
  if (code === 'too_many_requests') {
    return waitSeconds > 0
      ? `You have checked this quiz too often. Try again in ${formatWait(waitSeconds)}.`
      : 'You can check your answers again now.'
  }
  if (code === 'article_withdrawn' || code === 'article_not_found') {
    return 'This lesson was withdrawn, so its quiz is no longer graded.'
  }
  return isOffline()
    ? 'You are offline. Your answers stay here. Check them once you are back online.'
    : 'The answers could not be checked. They stay here. Try again in a moment.'
}
