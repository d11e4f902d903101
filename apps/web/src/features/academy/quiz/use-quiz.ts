import type { Quiz } from '@platemark/api/academy'
import { gradeQuiz } from '@platemark/api/academy-operations'
import { Problem } from '@platemark/api/problem'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { progressQuery } from '../../../components/academy-progress/send-kept.ts'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { quizQuery } from '../queries.ts'
import {
  chooseOption,
  findUnanswered,
  keepAnswers,
  type QuizAnswers,
  type QuizQuestion,
} from './quiz-answers.ts'

export type QuizState = ReturnType<typeof useQuiz>

/** Answers to a quiz and their grading by the server. */
export function useQuiz(alias: string, quiz: Quiz) {
  const queries = useQueryClient()
  const [answers, setAnswers] = useState<QuizAnswers>({})
  /** Attempts of a visitor who is not signed in; those of a user are counted by the server. */
  const [attempts, setAttempts] = useState(0)
  const [missing, setMissing] = useState<string[]>([])
  const [isChanged, setChanged] = useState(false)
  const { queryKey } = quizQuery(alias)

  const grading = useMutation({
    mutationFn: () =>
      call(gradeQuiz, {
        params: { alias },
        body: {
          quiz_version: quiz.quiz_version,
          answers: toBody(answers),
          attempt: attempts + 1,
        },
      }),
    networkMode: 'always',
    onSuccess: ({ recorded }) => {
      setChanged(false)
      setAttempts(attempts + 1)
      if (recorded) {
        void queries.invalidateQueries({ queryKey: progressQuery.queryKey })
      }
    },
    onError: (error) => {
      if (!(error instanceof Problem)) return
      if (error.code === 'quiz_incomplete') setMissing(readQuestions(error))
      if (error.code !== 'quiz_changed') return
      // Safe: this error carries the newer quiz.
      const newer = error.data as Quiz
      queries.setQueryData(queryKey, { data: newer })
      setAnswers(keepAnswers(newer, answers))
      setChanged(true)
    },
  })
  useRecordOnSignIn(grading)

  const choose = (question: QuizQuestion, option: string) => {
    setAnswers(chooseOption(answers, question, option))
    setMissing(missing.filter((id) => id !== question.id))
  }
  /** Sends the answers; returns the first question without one, for the focus. */
  const send = () => {
    if (grading.isPending) return undefined
    const unanswered = findUnanswered(quiz, answers)
    setMissing(unanswered)
    if (unanswered.length === 0) grading.mutate()
    return unanswered[0]
  }
  const startOver = () => {
    setAnswers({})
    setMissing([])
    setChanged(false)
    grading.reset()
    // The options come in another order.
    void queries.invalidateQueries({ queryKey })
  }
  return {
    answers,
    missing,
    /** The quiz became another one while it was answered. */
    isChanged,
    result: grading.data,
    isSending: grading.isPending,
    error: isHandled(grading.error) ? null : grading.error,
    choose,
    send,
    startOver,
  }
}

/** Returns the ids of the questions that the fields of an error name: `answers.ID`. */
function readQuestions({ fields = {} }: Problem): string[] {
  return Object.keys(fields).map((field) => field.replace(/^answers\./, ''))
}

/** Errors that the questions themselves show. */
function isHandled(error: Error | null): boolean {
  const code = error instanceof Problem ? error.code : undefined
  return code === 'quiz_changed' || code === 'quiz_incomplete'
}

type Grading = {
  data: { passed: boolean; recorded: boolean } | undefined
  mutate(): void
}

/** Sends passed answers once more as soon as their visitor has signed in, to be recorded. */
function useRecordOnSignIn({ data, mutate }: Grading) {
  const isSignedIn = useSession().user !== null
  const isUnrecorded = data?.passed === true && !data.recorded
  const wasSignedIn = useRef(isSignedIn)
  useEffect(() => {
    if (isSignedIn && !wasSignedIn.current && isUnrecorded) mutate()
    wasSignedIn.current = isSignedIn
  }, [isSignedIn, isUnrecorded, mutate])
}

function toBody(answers: QuizAnswers): Record<string, string[]> {
  return Object.fromEntries(Object.entries(answers).map(([id, all]) => [id, [...all]]))
}
