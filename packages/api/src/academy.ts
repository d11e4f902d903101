import * as z from 'zod/mini'
import * as operations from './academy-operations.ts'
import { endpoint } from './endpoint.ts'
import { instant, text } from './fields.ts'

export const articleLevels = ['beginner', 'intermediate', 'advanced'] as const
export type ArticleLevel = (typeof articleLevels)[number]

const alias = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Enter the name of an article.'))
  .check(z.maxLength(60, 'Enter at most 60 characters.'))

const articleParams = z.object({ alias })

/** Language of the texts, such as `en`. Without it, or without a translation, English. */
const locale = z.optional(
  z
    .string()
    .check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'Enter a language, like en or pt-BR.')),
)

const localeQuery = z.strictObject({ locale })

const articleLink = z.object({ alias: z.string(), title: z.string() })
export type ArticleLink = z.infer<typeof articleLink>

const pictureFields = {
  /** Path of the picture on this site, an SVG or WebP of 1200 by 630. */
  cover: z.string(),
  cover_alt: z.string(),
}

/** An article in the list. */
export const articleCard = z.object({
  alias: z.string(),
  title: z.string(),
  summary: z.string(),
  level: z.enum(articleLevels),
  /** Id of its track. */
  track: z.string(),
  /** Place in its track, from 1. */
  order: z.number(),
  tags: z.array(z.string()),
  reading_minutes: z.number(),
  ...pictureFields,
  /** Day of its last change, `2026-11-27`. */
  updated: z.string(),
  /** Languages it can be read in. */
  locales: z.array(z.string()),
})
export type ArticleCard = z.infer<typeof articleCard>

/** An article without its text, which is part of the web app. */
export const articleDetail = z.object({
  ...articleCard.shape,
  /** Language of these texts. */
  locale: z.string(),
  /** The translation is of an older text than the English one. */
  is_outdated: z.boolean(),
  track_title: z.string(),
  /** Articles of its track. */
  track_length: z.number(),
  headings: z.array(
    z.object({ id: z.string(), level: z.literal([2, 3]), text: z.string() }),
  ),
  prerequisites: z.array(articleLink),
  related: z.array(articleLink),
  /** Neighbours in its track; null at its ends. */
  previous: z.nullable(articleLink),
  next: z.nullable(articleLink),
  /** Questions of its quiz. */
  questions: z.number(),
})
export type ArticleDetail = z.infer<typeof articleDetail>

/** `data` beside the error `article_withdrawn`. */
export const withdrawnArticle = z.object({
  alias: z.string(),
  title: z.string(),
  /** Day, `2026-11-27`. */
  withdrawn: z.string(),
  /** Sentence for the reader. */
  reason: z.string(),
  /** Article to read instead; null: none. */
  instead: z.nullable(articleLink),
})
export type WithdrawnArticle = z.infer<typeof withdrawnArticle>

const questionType = z.enum(['single', 'multiple', 'boolean'])

/** A quiz without its answer key. The options are in another order each time. */
export const quiz = z.object({
  alias: z.string(),
  locale: z.string(),
  /** Sent back with the answers. */
  quiz_version: z.string(),
  pass_percent: z.number(),
  questions: z.array(
    z.object({
      id: z.string(),
      type: questionType,
      prompt: z.string(),
      options: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
  ),
})
export type Quiz = z.infer<typeof quiz>

/** Graded answers. */
export const quizResult = z.object({
  passed: z.boolean(),
  /** Questions that were answered right. */
  score: z.number(),
  total: z.number(),
  percent: z.number(),
  /** Stored for the signed-in user. */
  recorded: z.boolean(),
  questions: z.array(
    z.object({
      id: z.string(),
      correct: z.boolean(),
      chosen: z.array(z.string()),
      /** Null at a first attempt that failed. */
      right: z.nullable(z.array(z.string())),
      /** By id of the option: of the chosen ones, and of all where `right` is given. */
      explanations: z.record(z.string(), z.string()),
      /** Id of the heading that answers it. */
      more: z.string(),
    }),
  ),
  /** Null: not passed yet, or not recorded. */
  completed_at: z.nullable(instant),
})
export type QuizResult = z.infer<typeof quizResult>

const quizVersion = z
  .string()
  .check(z.regex(/^[0-9a-f]{16}$/, 'Send the quiz_version of the quiz.'))

const id = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Unknown id.'))

export const progressStates = ['not_started', 'started', 'read', 'completed'] as const
export type ProgressState = (typeof progressStates)[number]

/** Progress of a user, by alias; articles that were never opened are left out. */
export const academyProgress = z.object({
  articles: z.record(
    z.string(),
    z.object({
      state: z.enum(progressStates),
      /** Null: no attempt. */
      best_percent: z.nullable(z.number()),
      attempts: z.number(),
      started_at: instant,
      completed_at: z.nullable(instant),
    }),
  ),
  /** Articles of the academy that are completed. */
  completed: z.number(),
  total: z.number(),
})
export type AcademyProgress = z.infer<typeof academyProgress>

export const listArticles = endpoint({
  ...operations.listArticles,
  summary: 'All articles of the academy by track, in the order of their tracks.',
  query: localeQuery,
  replies: { 200: z.array(articleCard) },
  cache_seconds: 3600,
})

export const getArticle = endpoint({
  ...operations.getArticle,
  summary:
    'An article without its text. A former alias returns the article under its current one. For a withdrawn article, `data` of the error has what to read instead.',
  params: articleParams,
  query: localeQuery,
  replies: { 200: articleDetail },
  problems: ['article_not_found', 'article_withdrawn'],
  cache_seconds: 60,
})

export const getQuiz = endpoint({
  ...operations.getQuiz,
  summary:
    'The quiz of an article without its answers; the options are shuffled each time.',
  params: articleParams,
  query: localeQuery,
  replies: { 200: quiz },
  problems: ['article_not_found', 'article_withdrawn'],
  is_uncached: true,
})

export const gradeQuiz = endpoint({
  ...operations.gradeQuiz,
  summary:
    'Grades the answers to every question of a quiz; of a signed-in user they are stored. A quiz of another version is refused, with the present one in `data`.',
  params: articleParams,
  body: z.strictObject({
    quiz_version: quizVersion,
    locale,
    /** Ids of the chosen options, by question. */
    answers: z.record(id, z.array(id).check(z.maxLength(5, 'Too many answers.'))),
    /**
     * Attempts at this quiz, this one included, of a visitor who is not signed in; those of a
     * user are counted.
     */
    attempt: z._default(
      z
        .int()
        .check(z.minimum(1, 'Attempts begin at 1.'), z.maximum(1000, 'At most 1,000.')),
      1,
    ),
  }),
  replies: { 200: quizResult },
  problems: [
    'article_not_found',
    'article_withdrawn',
    'quiz_changed',
    'quiz_incomplete',
    'too_many_requests',
  ],
  limited_by: ['quiz_attempts_per_caller'],
})

export const reportQuestion = endpoint({
  ...operations.reportQuestion,
  summary:
    'Reports a mistake in a question to the operator. A second report of the same person replaces an open one.',
  params: articleParams,
  body: z.strictObject({
    quiz_version: quizVersion,
    question: id,
    /** In their own words. */
    text: text(1, 1000, { lines: true }),
  }),
  replies: { 202: z.object({ status: z.literal('received') }) },
  problems: [
    'article_not_found',
    'article_withdrawn',
    'question_not_found',
    'too_many_requests',
  ],
  limited_by: ['question_reports_per_client'],
})

export const rateArticle = endpoint({
  ...operations.rateArticle,
  summary:
    'Rates an article as helpful or not. A later rating of the same person replaces the one before.',
  params: articleParams,
  body: z.strictObject({ helpful: z.boolean('Send true or false.') }),
  replies: { 204: z.null() },
  problems: ['article_not_found', 'article_withdrawn', 'too_many_requests'],
  limited_by: ['article_ratings_per_client'],
})

export const getAcademyProgress = endpoint({
  ...operations.getAcademyProgress,
  summary: 'Progress of the user in the academy.',
  replies: { 200: academyProgress },
})

export const mergeAcademyProgress = endpoint({
  ...operations.mergeAcademyProgress,
  summary:
    'Merges the progress of a browser: of each article the further state counts, `completed` counts as `read`, and unknown articles are ignored.',
  body: z.strictObject({
    articles: z.record(z.string(), z.object({ state: z.enum(progressStates) })).check(
      z.refine((articles) => Object.keys(articles).length <= 200, {
        error: 'At most 200 articles.',
      }),
    ),
  }),
  replies: { 200: academyProgress },
})
