import type { QuizFile, QuizQuestion } from './quiz-file.ts'
import type { Article } from './read-academy.ts'

/**
 * Returns what is wrong with the quiz of an article, a sentence each: every question can be
 * answered and is explained by a heading, and the right answers do not stand out by their length.
 */
export function findQuizFaults({ quiz, facts }: Article): string[] {
  const { questions } = quiz
  const headings = new Set(facts.headings.map(({ id }) => `#${id}`))
  return [
    ...findRepeated(questions.map(({ id }) => id)).map(
      (id) => `two questions have the id ${id}`,
    ),
    ...questions.flatMap((question) =>
      findQuestionFaults(question).map((fault) => `${question.id}: ${fault}`),
    ),
    ...questions.flatMap(({ id, more }) =>
      headings.has(more) ? [] : [`${id}: there is no heading ${more}`],
    ),
    ...findLengthFault(quiz),
  ]
}

function findQuestionFaults({ type, options }: QuizQuestion): string[] {
  const right = options.filter(({ correct }) => correct).length
  const faults = findRepeated(options.map(({ id }) => id)).map(
    (id) => `two options have the id ${id}`,
  )
  if (type !== 'multiple' && right !== 1)
    faults.push(`one option is correct: got ${right}`)
  if (type === 'multiple' && right === 0) faults.push('no option is correct')
  if (type === 'boolean' && options.length !== 2) faults.push('has two options')
  return faults
}

/** A reader who always chooses the longest option must not pass. */
function findLengthFault({ questions }: QuizFile): string[] {
  const guessed = questions.filter(({ options }) => {
    const longest = Math.max(...options.map(({ text }) => text.length))
    return options.some(({ text, correct }) => correct && text.length === longest)
  })
  return guessed.length * 2 > questions.length
    ? [`the longest option is correct in ${guessed.length} of ${questions.length}`]
    : []
}

/** Returns the values that occur more than once. */
export function findRepeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
