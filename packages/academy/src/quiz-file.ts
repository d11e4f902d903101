import * as z from 'zod/mini'

const id = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use words of a-z and 0-9 with hyphens.'))

const quizOption = z.strictObject({
  id,
  text: z.string().check(z.minLength(1), z.maxLength(200)),
  correct: z.boolean(),
  explanation: z.string().check(z.minLength(20), z.maxLength(400)),
})

const quizQuestion = z.strictObject({
  id,
  type: z.enum(['single', 'multiple', 'boolean']),
  prompt: z.string().check(z.minLength(1), z.maxLength(300)),
  /** The heading that answers it, `#` and its id. */
  more: z.string().check(z.startsWith('#')),
  options: z.array(quizOption).check(z.minLength(2), z.maxLength(5)),
})
export type QuizQuestion = z.output<typeof quizQuestion>

/** A quiz with its answer key, which only the server reads. */
export const quizFile = z.strictObject({
  /** Share of the questions, in percent, with which it is passed. */
  pass_percent: z.literal(80),
  questions: z.array(quizQuestion).check(z.minLength(4), z.maxLength(6)),
})
export type QuizFile = z.output<typeof quizFile>
