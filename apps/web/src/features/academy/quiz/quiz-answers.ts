import type { Quiz } from '@platemark/api/academy'

export type QuizQuestion = Quiz['questions'][number]

/** Ids of the chosen options, by question. */
export type QuizAnswers = Readonly<Record<string, readonly string[]>>

/** Returns the answers after an option was pressed: one, or any number where several are right. */
export function chooseOption(
  answers: QuizAnswers,
  { id, type }: QuizQuestion,
  option: string,
): QuizAnswers {
  if (type !== 'multiple') return { ...answers, [id]: [option] }
  const chosen = answers[id] ?? []
  const isChosen = chosen.includes(option)
  return {
    ...answers,
    [id]: isChosen ? chosen.filter((one) => one !== option) : [...chosen, option],
  }
}

/** Returns the ids of the questions without an answer, in order. */
export function findUnanswered(quiz: Quiz, answers: QuizAnswers): string[] {
  return quiz.questions
    .map(({ id }) => id)
    .filter((id) => (answers[id] ?? []).length === 0)
}

/** Returns the answers that still exist in a newer quiz. */
export function keepAnswers(quiz: Quiz, answers: QuizAnswers): QuizAnswers {
  return Object.fromEntries(
    quiz.questions.flatMap(({ id, options }) => {
      const kept = (answers[id] ?? []).filter((chosen) =>
        options.some((option) => option.id === chosen),
      )
      return kept.length > 0 ? [[id, kept]] : []
    }),
  )
}

/** Returns how many right answers pass: the percentage, rounded up to whole questions. */
export function countToPass({ questions, pass_percent }: Quiz): number {
  return Math.ceil((questions.length * pass_percent) / 100)
}
