import type { Academy, Article } from '@platemark/academy/read-academy'
import { readShippedAcademy } from './server.ts'

/** Answers of a quiz as they are sent. */
export type SentAnswers = { quiz_version: string; answers: Record<string, string[]> }

/** Finds a published article. */
export function publishedArticle(
  alias: string,
  academy: Academy = readShippedAcademy(),
): Article {
  const found = academy.english.articles.find((one) => one.alias === alias)
  if (!found) throw new Error(`there is no article ${alias}`)
  return found
}

/** The right answers to the quiz of an article. */
export function rightAnswers(alias: string, academy?: Academy): SentAnswers {
  return pickOptions(alias, (one) => one.correct, academy)
}

/** Answers to the quiz of an article that are all wrong: one wrong option each. */
export function wrongAnswers(alias: string, academy?: Academy): SentAnswers {
  const { quiz_version, answers } = pickOptions(alias, (one) => !one.correct, academy)
  const single = Object.entries(answers).map(([id, chosen]) => [id, chosen.slice(0, 1)])
  return { quiz_version, answers: Object.fromEntries(single) }
}

function pickOptions(
  alias: string,
  isPicked: (option: { correct: boolean }) => boolean,
  academy?: Academy,
): SentAnswers {
  const { quiz, quiz_version } = publishedArticle(alias, academy)
  const answers = quiz.questions.map(({ id, options }) => [
    id,
    options.filter(isPicked).map((option) => option.id),
  ])
  return { quiz_version, answers: Object.fromEntries(answers) }
}

/** The shipped content, with a former alias, a withdrawn article and a translation. */
export function academyWithHistory(): Academy {
  const shipped = readShippedAcademy()
  const [first, ...others] = shipped.english.articles
  if (!first) throw new Error('there are no articles')
  const english = {
    ...shipped.english,
    articles: [{ ...first, aliases_old: ['what-is-a-wallet'] }, ...others],
  }
  const translated = {
    ...first,
    locale: 'es',
    title: 'Tu cartera, sin jerga',
    quiz_version: '0123456789abcdef',
    is_outdated: true,
  }
  const spanish = { locale: 'es', articles: [translated], glossary: [] }
  return {
    ...shipped,
    english,
    editions: [english, spanish],
    withdrawn: [
      {
        alias: 'gas-tokens',
        title: 'Gas tokens',
        withdrawn: '2026-11-01',
        reason: 'Gas tokens have no use since EIP-3529.',
        instead: 'gas-and-fees',
      },
      {
        alias: 'old-news',
        title: 'Old news',
        withdrawn: '2026-10-01',
        reason: 'It was about a network that no longer exists.',
        instead: null,
      },
    ],
  }
}
