import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readingMinutes, readText, type TextFacts } from './article-text.ts'
import { ContentError, type ContentFault } from './content-error.ts'
import { type FrontMatter, frontMatter } from './front-matter.ts'
import { type ArticlePicture, findPicture } from './pictures.ts'
import { type QuizFile, quizFile } from './quiz-file.ts'
import { readYaml } from './read-yaml.ts'
import {
  type GlossaryTerm,
  glossaryFile,
  type Track,
  tracksFile,
  type WithdrawnEntry,
  withdrawnFile,
} from './shared-files.ts'

/** An article in one language, with its quiz. */
export type Article = Omit<FrontMatter, 'reading_minutes'> & {
  locale: string
  /** Folder on this disk. */
  folder: string
  /** Path of its text from the root of the repository. */
  file: string
  /** The whole file, as the compiler reads it. */
  source: string
  facts: TextFacts
  reading_minutes: number
  /** The value that the file states. */
  stated_minutes: number
  quiz: QuizFile
  /** Hash of the quiz file. */
  quiz_version: string
  /** A translation whose headings or questions are not those of the English text. */
  is_outdated: boolean
  /** Undefined: the file is missing, which `checkAcademy` reports. */
  cover_picture: ArticlePicture | undefined
}

/** Articles and terms in one language. */
export type Edition = {
  locale: string
  /** By track and order. */
  articles: Article[]
  /** By term. */
  glossary: GlossaryTerm[]
}

/** Everything that is published in the academy. */
export type Academy = {
  tracks: Track[]
  tags: string[]
  withdrawn: WithdrawnEntry[]
  english: Edition
  /** English first. */
  editions: Edition[]
}

/** The folder of the content in this repository. */
export const contentFolder = join(import.meta.dirname, '../../..', 'content', 'academy')

/**
 * Reads all content in a folder like `content/academy`: `tracks.yaml`, `withdrawn.yaml`, and a
 * folder of each language with `glossary.yaml` and the folders of articles. Throws `ContentError`
 * with every file that does not follow its schema; `checkAcademy` checks how files fit together.
 */
export function readAcademy(folder: string): Academy {
  const reader = createReader(folder)
  const shared = reader.read('tracks.yaml', tracksFile)
  const withdrawn = reader.read('withdrawn.yaml', withdrawnFile)
  const locales = listFolders(folder).sort(englishFirst)
  const editions = locales.map((locale) => readEdition(reader, locale, shared?.tracks))
  const [english] = editions
  if (!english || english.locale !== ENGLISH)
    reader.faults.push({ file: reader.name('en'), line: 1, message: 'is missing' })
  if (reader.faults.length > 0 || !english || !shared || !withdrawn)
    throw new ContentError(reader.faults)
  for (const edition of editions) markOutdated(edition, english)
  return { ...shared, ...withdrawn, english, editions }
}

const ENGLISH = 'en'

type Reader = ReturnType<typeof createReader>

/** Creates the functions that read files below a folder and collect their faults. */
function createReader(folder: string) {
  const faults: ContentFault[] = []
  const root = `${basename(dirname(folder))}/${basename(folder)}`
  const name = (path: string) => `${root}/${path}`
  const attempt = <Result>(read: () => Result): Result | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const load = (path: string) =>
    attempt(() => {
      const file = join(folder, path)
      if (existsSync(file)) return readFileSync(file, 'utf8')
      throw new ContentError([{ file: name(path), line: 1, message: 'is missing' }])
    })
  const read = <Schema extends Parameters<typeof readYaml>[0]>(
    path: string,
    schema: Schema,
  ) => {
    const text = load(path)
    if (text === undefined) return undefined
    return attempt(() => readYaml<Schema>(schema, text, { file: name(path) }))
  }
  return { folder, faults, name, attempt, load, read }
}

function readEdition(reader: Reader, locale: string, tracks: Track[] = []): Edition {
  const aliases = listFolders(join(reader.folder, locale))
  const articles = aliases.flatMap((alias) => readArticle(reader, locale, alias) ?? [])
  const place = ({ track }: Article) => tracks.findIndex(({ id }) => id === track)
  const terms = reader.read(`${locale}/glossary.yaml`, glossaryFile)?.terms ?? []
  return {
    locale,
    articles: articles.sort(
      (one, other) => place(one) - place(other) || one.order - other.order,
    ),
    glossary: terms.sort((one, other) => one.term.localeCompare(other.term, locale)),
  }
}

function readArticle(reader: Reader, locale: string, alias: string): Article | undefined {
  const path = `${locale}/${alias}/article.mdx`
  const file = reader.name(path)
  const source = reader.load(path)
  const quizText = reader.load(`${locale}/${alias}/quiz.yaml`)
  if (source === undefined || quizText === undefined) return undefined
  const front = reader.attempt(() => readFront(source, file))
  const quiz = reader.read(`${locale}/${alias}/quiz.yaml`, quizFile)
  if (!quiz || !front) return undefined
  const facts = readText(source.slice(front.length))
  const folder = join(reader.folder, locale, alias)
  return {
    ...front.fields,
    locale,
    folder,
    file,
    source,
    facts,
    reading_minutes: readingMinutes(facts),
    stated_minutes: front.fields.reading_minutes,
    quiz,
    quiz_version: createHash('sha256').update(quizText).digest('hex').slice(0, 16),
    is_outdated: false,
    cover_picture: findPicture({ locale, alias, folder }, front.fields.cover),
  }
}

/** Reads the fields between the two lines `---`, and how many characters they take. */
function readFront(
  source: string,
  file: string,
): { fields: FrontMatter; length: number } {
  const [whole, text] = /^---\n([\s\S]*?\n)---\n/.exec(source) ?? []
  if (whole === undefined || text === undefined) {
    const message = 'begins without fields between two lines ---'
    throw new ContentError([{ file, line: 1, message }])
  }
  const fields = readYaml(frontMatter, text, { file, first_line: 2 })
  return { fields, length: whole.length }
}

/** Marks translations that have other headings or other questions than the English text. */
function markOutdated(edition: Edition, english: Edition): void {
  for (const article of edition.articles) {
    const original = english.articles.find(({ alias }) => alias === article.alias)
    if (original && outline(original) !== outline(article)) article.is_outdated = true
  }
}

function outline({ facts, quiz }: Article): string {
  const levels = facts.headings.map(({ level }) => level)
  const ids = quiz.questions.map(({ id, options }) => [
    id,
    options.map((one) => one.id).sort(),
  ])
  return JSON.stringify([levels, ids])
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

function englishFirst(one: string, other: string): number {
  return Number(other === ENGLISH) - Number(one === ENGLISH) || (one < other ? -1 : 1)
}
