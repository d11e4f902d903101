import type { ArticleDetail, Quiz as QuizData } from '@platemark/api/academy'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { GradedRow } from './graded-row.tsx'
import { QuestionField } from './question-field.tsx'
import type { QuizQuestion } from './quiz-answers.ts'
import { QuizFoot } from './quiz-foot.tsx'
import { QuizHead } from './quiz-head.tsx'
import { ReportQuestion } from './report-question.tsx'
import { useQuiz } from './use-quiz.ts'

type QuizProps = { article: ArticleDetail; quiz: QuizData }

/** Questions of a lesson, and what came of the answers. */
export function Quiz({ article, quiz }: QuizProps) {
  const state = useQuiz(article.alias, quiz)
  const [reported, setReported] = useState<QuizQuestion>()
  const form = useRef<HTMLFormElement>(null)
  const { result, isChanged } = state
  useFocusOn(form, result)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = state.send()
    const field = missing && document.getElementById(`question-${missing}`)
    if (!field) return
    field.querySelector('input')?.focus({ preventScroll: true })
    // With the question itself, not only its first option.
    field.scrollIntoView({ block: 'start' })
  }
  const gradeOf = (question: QuizQuestion) =>
    result?.questions.find(({ id }) => id === question.id)
  const numbered = quiz.questions.map((question, index) => ({
    question,
    number: index + 1,
    grade: gradeOf(question),
  }))
  return (
    <>
      <form className="card quiz" ref={form} onSubmit={submit} noValidate>
        <QuizHead article={article} quiz={quiz} result={result} />
        {isChanged && (
          <Notice kind="warning" title="This quiz was changed.">
            These are the new questions. Your answers to unchanged ones are kept.
          </Notice>
        )}
        {numbered
          .filter(({ grade }) => !grade?.correct)
          .map(({ question, number, grade }) => (
            <QuestionField
              key={question.id}
              article={article}
              question={question}
              number={number}
              grade={grade}
              state={state}
              onReport={() => setReported(question)}
            />
          ))}
        {numbered.map(
          ({ question, grade }) =>
            grade?.correct && (
              <GradedRow
                key={question.id}
                question={question}
                grade={grade}
                onReport={() => setReported(question)}
              />
            ),
        )}
        <QuizFoot article={article} quiz={quiz} state={state} />
      </form>
      {reported && (
        <ReportQuestion
          alias={article.alias}
          quizVersion={quiz.quiz_version}
          question={reported}
          onClose={() => setReported(undefined)}
        />
      )}
    </>
  )
}

/** Moves the focus to the title once there is a result, which is read out. */
function useFocusOn(
  form: { current: HTMLFormElement | null },
  result: object | undefined,
) {
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>('.quiz-head h3')?.focus()
  }, [form, result])
}
