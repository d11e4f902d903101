import { checkAcademy } from './check-academy.ts'
import { compileArticle } from './compile-article.ts'
import { ContentError } from './content-error.ts'
import { describeArticle } from './describe-article.ts'
import { type Academy, type Edition, readAcademy } from './read-academy.ts'

/** Modules of the web app that are made of the content, by name. */
export type AcademyModules = {
  /** Returns the source of a module; undefined for an unknown name. */
  write(name: string): string | undefined
  /** Explanations of quizzes, which no file of the web app may contain. */
  explanations: string[]
}

/**
 * Reads and checks the content of a folder and returns the modules of the web app: `academy` (the
 * list, with the texts that are searched), `academy/articles` (an import of each article),
 * `academy/article/LOCALE/ALIAS` and `academy/glossary`. Throws `ContentError`.
 */
export function openModules(folder: string): AcademyModules {
  const academy = readAcademy(folder)
  // A build must not fail because the clock of its machine is wrong.
  const faults = checkAcademy(academy, '9999-12-31')
  if (faults.length > 0) throw new ContentError(faults)
  const { english, editions } = academy
  return {
    write: (name) => {
      if (name === 'academy') return writeList(academy)
      if (name === 'academy/articles') return writeImports(editions)
      if (name === 'academy/glossary')
        return `export const glossary = ${JSON.stringify(english.glossary)}\n`
      const [, locale, alias] = /^academy\/article\/([^/]+)\/([^/]+)$/.exec(name) ?? []
      const edition = editions.find((one) => one.locale === locale)
      return edition && alias ? writeArticle(edition, alias) : undefined
    },
    explanations: editions.flatMap(({ articles }) =>
      articles.flatMap(({ quiz }) =>
        quiz.questions.flatMap(({ options }) =>
          options.map(({ explanation }) => explanation),
        ),
      ),
    ),
  }
}

function writeList(academy: Academy): string {
  const { tracks, tags, english } = academy
  const termOf = new Map(english.glossary.map(({ id, term }) => [id, term]))
  const articles = english.articles.map((article) => ({
    ...describeArticle(article, academy),
    headings: article.facts.headings.map(({ text }) => text),
    terms: article.terms.map((id) => termOf.get(id) ?? id),
  }))
  return [
    `export const tracks = ${JSON.stringify(tracks)}`,
    `export const tags = ${JSON.stringify(tags)}`,
    `export const articles = ${JSON.stringify(articles)}\n`,
  ].join('\n')
}

function writeImports(editions: Edition[]): string {
  const rows = editions.flatMap(({ locale, articles }) =>
    articles.map(({ alias }) => {
      const path = `${locale}/${alias}`
      return `  '${path}': () => import('virtual:academy/article/${path}'),`
    }),
  )
  return `export const articleModules = {\n${rows.join('\n')}\n}\n`
}

function writeArticle(edition: Edition, alias: string): string | undefined {
  const article = edition.articles.find((one) => one.alias === alias)
  if (!article) return undefined
  const { code, terms } = compileArticle({ article, edition })
  const used = edition.glossary.filter(({ id }) => terms.includes(id))
  const shown = Object.fromEntries(
    used.map(({ id, term, short }) => [id, { term, short }]),
  )
  return [
    code,
    `export const headings = ${JSON.stringify(article.facts.headings)}`,
    `export const terms = ${JSON.stringify(shown)}\n`,
  ].join('\n')
}
