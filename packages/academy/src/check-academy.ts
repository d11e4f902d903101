import { findFileFaults } from './check-files.ts'
import { findQuizFaults, findRepeated } from './check-quiz.ts'
import type { ContentFault } from './content-error.ts'
import type { Academy, Article, Edition } from './read-academy.ts'

/** Names that pages and calls of the academy have. */
const RESERVED_ALIASES = ['glossary', 'progress']

const MIN_WORDS = 700
const MAX_WORDS = 1800

/**
 * Returns every fault of how the files of the academy fit together: articles, tracks, tags, quizzes,
 * pictures, glossary and withdrawn articles. `today` is a day, such as 2026-11-27. The text of each
 * article is checked by `compileArticle`.
 */
export function checkAcademy(academy: Academy, today: string): ContentFault[] {
  return [
    ...findAliasFaults(academy),
    ...academy.editions.flatMap((edition) => [
      ...edition.articles.flatMap((article) =>
        [
          ...findFrontFaults(article, { academy, edition, today }),
          ...findSizeFaults(article),
          ...findFileFaults(article),
        ].map((message) => ({ file: article.file, line: 1, message })),
      ),
      ...edition.articles.flatMap((article) =>
        findQuizFaults(article).map((message) => ({
          file: article.file.replace(/article\.mdx$/, 'quiz.yaml'),
          line: 1,
          message,
        })),
      ),
      ...findGlossaryFaults(edition),
    ]),
  ]
}

/** An address of the academy belongs to one article, present, former or withdrawn. */
function findAliasFaults({ english, editions, withdrawn }: Academy): ContentFault[] {
  const aliases = english.articles.map(({ alias }) => alias)
  const taken = [
    ...RESERVED_ALIASES,
    ...english.articles.flatMap(({ alias, aliases_old }) => [alias, ...aliases_old]),
    ...withdrawn.map(({ alias }) => alias),
  ]
  const places = english.articles.map(({ track, order }) => `${track} ${order}`)
  const messages = [
    ...findRepeated(taken).map((alias) => `two articles have the alias ${alias}`),
    ...findRepeated(places).map((place) => `two articles have the place ${place}`),
    ...withdrawn.flatMap(({ alias, instead }) =>
      instead === null || aliases.includes(instead)
        ? []
        : [`${alias} names ${instead}, which is no article`],
    ),
    ...editions.flatMap(({ locale, articles }) =>
      articles.flatMap(({ alias }) =>
        aliases.includes(alias) ? [] : [`${locale}/${alias} has no English text`],
      ),
    ),
  ]
  return messages.map((message) => ({
    file: 'content/academy/tracks.yaml',
    line: 1,
    message,
  }))
}

type FrontContext = { academy: Academy; edition: Edition; today: string }

function findFrontFaults(
  article: Article,
  { academy, edition, today }: FrontContext,
): string[] {
  const { alias, track, tags, prerequisites, related, updated } = article
  const others = new Set(edition.articles.map((one) => one.alias))
  others.delete(alias)
  const isCircular = reaches(edition, prerequisites, alias)
  return [
    ...(academy.tracks.some(({ id }) => id === track) ? [] : [`no track ${track}`]),
    ...tags.flatMap((tag) => (academy.tags.includes(tag) ? [] : [`no tag ${tag}`])),
    ...[...prerequisites, ...related].flatMap((one) =>
      others.has(one) ? [] : [`there is no other article ${one}`],
    ),
    ...(isCircular ? ['is its own prerequisite'] : []),
    ...(updated > today ? [`updated ${updated} is in the future`] : []),
  ]
}

/** Returns whether `goal` is among the prerequisites, or among theirs. */
function reaches(
  { articles }: Edition,
  prerequisites: readonly string[],
  goal: string,
): boolean {
  const seen = new Set<string>()
  const queue = [...prerequisites]
  for (const alias of queue) {
    if (alias === goal) return true
    if (seen.has(alias)) continue
    seen.add(alias)
    queue.push(...(articles.find((one) => one.alias === alias)?.prerequisites ?? []))
  }
  return false
}

function findSizeFaults(article: Article): string[] {
  const { facts, reading_minutes, stated_minutes, source, terms } = article
  const { words, headings } = facts
  const faults: string[] = []
  if (words < MIN_WORDS || words > MAX_WORDS)
    faults.push(`has ${words} words: ${MIN_WORDS} to ${MAX_WORDS} are needed`)
  if (Math.abs(reading_minutes - stated_minutes) > 1)
    faults.push(`reading_minutes is ${stated_minutes}: ${reading_minutes} was computed`)
  if (!headings.some(({ id }) => id === 'in-short'))
    faults.push('has no heading ## In short')
  if (!source.trimEnd().endsWith('</Checklist>')) faults.push('ends without a Checklist')
  const used = [...source.matchAll(/<Term id="([^"]+)"/g)].map(([, id = '']) => id)
  const isListed = used.every((id) => terms.includes(id))
  if (!isListed || terms.some((id) => !used.includes(id)))
    faults.push(`terms is ${terms.join(', ')}: ${used.join(', ')} are used`)
  return faults
}

function findGlossaryFaults({ locale, glossary, articles }: Edition): ContentFault[] {
  const ids = glossary.map(({ id }) => id)
  const aliases = articles.map(({ alias }) => alias)
  const messages = [
    ...findRepeated(ids).map((id) => `two terms have the id ${id}`),
    ...glossary.flatMap(({ id, see_also, article }) => [
      ...see_also.flatMap((other) =>
        ids.includes(other) && other !== id ? [] : [`${id}: no other term ${other}`],
      ),
      ...(aliases.includes(article) ? [] : [`${id}: there is no article ${article}`]),
    ]),
  ]
  return messages.map((message) => ({
    file: `content/academy/${locale}/glossary.yaml`,
    line: 1,
    message,
  }))
}
