import type { QuizQuestion } from '@platemark/academy/quiz-file'
import type { Academy, Article } from '@platemark/academy/read-academy'
import type { gradeQuiz as gradeEndpoint, Quiz, QuizResult } from '@platemark/api/academy'
import type { Parsed } from '@platemark/api/endpoint'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { insertAttempt } from '../queries/attempts.ts'
import { findArticle } from './articles.ts'

/** Attempts that are kept of each user at each quiz. */
const MAX_KEPT_ATTEMPTS = 50

/** Returns the quiz of an article without its answers. Throws as `findArticle`. */
export function getQuiz(academy: Academy, alias: string, locale?: string): Quiz {
  return toQuiz(findArticle(academy, alias, locale))
}

function toQuiz({ alias, locale, quiz, quiz_version }: Article): Quiz {
  return {
    alias,
    locale,
    quiz_version,
    pass_percent: quiz.pass_percent,
    questions: quiz.questions.map(({ id, type, prompt, options }) => ({
      id,
      type,
      prompt,
      options: shuffle(options.map(({ id, text }) => ({ id, text }))),
    })),
  }
}

/** Returns the values in a random order (Fisher and Yates). */
function shuffle<Value>(values: Value[]): Value[] {
  const shuffled = [...values]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const [one, two] = [shuffled[last], shuffled[other]] as [Value, Value]
    shuffled[last] = two
    shuffled[other] = one
  }
  return shuffled
}

type Answers = Record<string, string[]>

type Call = Parsed<typeof gradeEndpoint> & { session: Session | undefined }

/**
 * Grades the answers of a quiz, and stores those of a signed-in user. Throws as `findArticle`,
 * `quiz_changed` with the present quiz for answers to another version, and `quiz_incomplete` with a
 * sentence for each question that is not answered.
 */
export async function gradeQuiz(
  context: AppContext,
  { params, body, session }: Call,
): Promise<QuizResult> {
  const { academy } = context
  const { answers, quiz_version, locale } = body
  const article = findVersion(academy, { alias: params.alias, quiz_version, locale })
  const { questions, pass_percent } = article.quiz
  const fields = findUnanswered(questions, answers)
  if (Object.keys(fields).length > 0) {
    throw new Problem('quiz_incomplete', undefined, { fields })
  }
  const score = questions.filter((one) => isRight(one, answers)).length
  const total = questions.length
  const percent = Math.floor((100 * score) / total)
  const passed = 100 * score >= pass_percent * total
  const recorded = session && {
    user_id: session.user_id,
    alias: article.alias,
    quiz_version,
    answers,
    percent,
    passed,
    created_at: context.clock(),
  }
  const kept = recorded
    ? await insertAttempt(context.database, recorded, MAX_KEPT_ATTEMPTS)
    : { earlier: body.attempt - 1, completed_at: null }
  const hasKey = passed || kept.earlier > 0
  return {
    ...{ passed, score, total, percent, recorded: recorded !== undefined },
    questions: questions.map((one) => explain(one, answers, hasKey)),
    completed_at: kept.completed_at?.toISOString() ?? null,
  }
}

/** Finds the article whose quiz has a version, in any language. Throws `quiz_changed`. */
function findVersion(
  academy: Academy,
  asked: { alias: string; quiz_version: string; locale: string | undefined },
): Article {
  const present = findArticle(academy, asked.alias, asked.locale)
  const texts = academy.editions.flatMap(({ articles }) =>
    articles.filter(({ alias }) => alias === present.alias),
  )
  const found = texts.find(({ quiz_version }) => quiz_version === asked.quiz_version)
  if (found) return found
  throw new Problem('quiz_changed', undefined, { data: toQuiz(present) })
}

/** Returns a sentence for each question without a usable answer, and for each unknown one. */
function findUnanswered(questions: QuizQuestion[], answers: Answers): FieldProblems {
  const missing = questions.flatMap((question): [string, string[]][] => {
    const problem = findAnswerProblem(question, answers[question.id] ?? [])
    return problem === undefined ? [] : [[`answers.${question.id}`, [problem]]]
  })
  const unknown = Object.keys(answers)
    .filter((id) => questions.every((question) => question.id !== id))
    .map((id): [string, string[]] => [
      `answers.${id}`,
      ['The quiz has no such question.'],
    ])
  return Object.fromEntries([...missing, ...unknown])
}

function findAnswerProblem(
  { type, options }: QuizQuestion,
  chosen: readonly string[],
): string | undefined {
  if (chosen.length === 0) return 'Answer this question.'
  if (type !== 'multiple' && chosen.length > 1) return 'Choose one option.'
  const isKnown = chosen.every((id) => options.some((option) => option.id === id))
  const isDistinct = new Set(chosen).size === chosen.length
  return isKnown && isDistinct ? undefined : 'Choose from the options.'
}

function listRight({ options }: QuizQuestion): string[] {
  return options.flatMap(({ id, correct }) => (correct ? [id] : []))
}

function isRight(question: QuizQuestion, answers: Answers): boolean {
  const chosen = answers[question.id] ?? []
  const right = listRight(question)
  return chosen.length === right.length && right.every((id) => chosen.includes(id))
}

function explain(
  question: QuizQuestion,
  answers: Answers,
  hasKey: boolean,
): QuizResult['questions'][number] {
  const chosen = answers[question.id] ?? []
  const shown = question.options.filter(({ id }) => hasKey || chosen.includes(id))
  return {
    id: question.id,
    correct: isRight(question, answers),
    chosen,
    right: hasKey ? listRight(question) : null,
    explanations: Object.fromEntries(
      shown.map(({ id, explanation }) => [id, explanation]),
    ),
    more: question.more.slice(1),
  }
}
