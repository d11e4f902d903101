import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkAcademy } from './check-academy.ts'
import { ContentError, formatFault } from './content-error.ts'
import { contentFolder, readAcademy } from './read-academy.ts'

let folder: string

beforeEach(() => {
  const parent = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'content-'))
  folder = join(parent, 'academy')
  cpSync(contentFolder, folder, { recursive: true })
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const article = 'en/wallet-basics/article.mdx'
const quiz = 'en/wallet-basics/quiz.yaml'

function change(path: string, from: string | RegExp, to: string): void {
  const file = join(folder, path)
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${path} has no ${from}`)
  writeFileSync(file, changed)
}

/** Faults of reading and of checking, without the folder's own name. */
function listFaults(today = '2026-11-27'): string[] {
  try {
    return checkAcademy(readAcademy(folder), today).map((fault) =>
      formatFault(fault).replace(/^[^/]+\/academy\//, ''),
    )
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error.faults.map((fault) =>
      formatFault(fault).replace(/^[^/]+\/academy\//, ''),
    )
  }
}

describe('content', () => {
  test('with a wrong field is refused with its line', () => {
    change(article, 'level: beginner', 'level: easy')
    change(quiz, 'correct: true', 'correct: yes please')
    const faults = listFaults()
    expect(faults[0]).toMatch(/^en\/wallet-basics\/article\.mdx:5: level: /)
    expect(faults[1]).toMatch(
      /^en\/wallet-basics\/quiz\.yaml:\d+: questions\.0\.options\.0\.correct: /,
    )
  })

  test('with broken YAML is refused with its line', () => {
    change('en/glossary.yaml', 'terms:', 'terms: [')
    expect(listFaults()[0]).toMatch(/^en\/glossary\.yaml:\d+: /)
  })

  test.each([
    [article, /^---\n/, '', 'begins without fields'],
    [
      article,
      'alias: wallet-basics',
      'alias: wallet-basic',
      'the folder of wallet-basic has',
    ],
    [article, 'track: start-safely', 'track: begin', 'no track begin'],
    [article, 'order: 1', 'order: 2', 'two articles have the place start-safely 2'],
    [article, /## One phrase[\s\S]*(?=## In short)/, '', 'words: 700 to 1800 are needed'],
    [
      quiz,
      / {2}- id: connected-page[\s\S]*?(?= {2}- id: two-accounts)/,
      '',
      'questions: ',
    ],
  ] as const)('of %s with %s instead is refused', (path, from, to, message) => {
    change(path, from, to)
    expect(listFaults().join('\n')).toContain(message)
  })

  test('is refused with all faults of fields and texts at once', () => {
    change(article, 'tags: [wallet, security]', 'tags: [wallet, luck]')
    change(article, 'updated: 2026-11-27', 'updated: 2026-11-28')
    change(article, 'reading_minutes: 8', 'reading_minutes: 4')
    change(article, 'prerequisites: []', 'prerequisites: [no-such]')
    change(article, 'related: [', 'related: [wallet-basics, ')
    change(article, 'cover: cover.svg', 'cover: picture.svg')
    change(article, '<Term id="contract">contract</Term>', 'contract')
    change(article, '## In short', '## To sum up')
    change(article, /<\/Checklist>\n$/, '</Checklist>\n\nMore.\n')
    change(article, 'achievement: null', 'achievement: null\naliases_old: [progress]')
    const faults = listFaults().join('\n')
    for (const message of [
      'no tag luck',
      'updated 2026-11-28 is in the future',
      'reading_minutes is 4: 8 was computed',
      'there is no other article no-such',
      'there is no other article wallet-basics',
      'there is no cover picture.svg',
      'cover.svg is not used',
      'terms is contract',
      'has no heading ## In short',
      'ends without a Checklist',
      'two articles have the alias progress',
    ]) {
      expect(faults).toContain(message)
    }
  })

  test('is refused with all faults of quizzes, terms, pictures and withdrawn articles', () => {
    change(quiz, 'id: connected-page', 'id: phone-lost')
    change(quiz, 'correct: true', 'correct: false')
    change(quiz, '#one-phrase-many-keys', '#nothing')
    change('en/glossary.yaml', 'see_also: [checksum', 'see_also: [no-such')
    change('en/glossary.yaml', 'article: wallet-basics', 'article: no-such')
    change('en/wallet-basics/cover.svg', /viewBox="[^"]*"/, 'viewBox="0 0 100 100"')
    change(
      'en/wallet-basics/keys.svg',
      '</svg>',
      '<use href="https://a.example/#b"/></svg>',
    )
    change('en/wallet-basics/wallet-dialog.svg', '</svg>', '<script/></svg>')
    change('en/avoid-scams/poisoning.svg', '<svg ', '<svg onload="alert(1)" ')
    const facts = 'withdrawn: 2026-01-01, reason: It was replaced.'
    const rows = [
      `{ alias: avoid-scams, title: Scams, ${facts}, instead: null }`,
      `{ alias: gas-tokens, title: Gas tokens, ${facts}, instead: no-such }`,
    ]
    change('withdrawn.yaml', 'withdrawn: []', `withdrawn: [${rows.join(', ')}]`)
    const faults = listFaults().join('\n')
    for (const message of [
      'two questions have the id phone-lost',
      'phone-lost: one option is correct: got 0',
      'there is no heading #nothing',
      'no other term no-such',
      'there is no article no-such',
      'the cover is 100 by 100',
      'keys.svg refers to another file',
      'wallet-dialog.svg has the element <script>',
      'poisoning.svg has the event attribute',
      'two articles have the alias avoid-scams',
      'names no-such, which is no article',
    ]) {
      expect(faults).toContain(message)
    }
  })

  test('in which articles require each other is refused', () => {
    change(article, 'prerequisites: []', 'prerequisites: [avoid-scams]')
    change(
      'en/avoid-scams/article.mdx',
      /prerequisites: .*/,
      'prerequisites: [wallet-basics]',
    )
    expect(listFaults().join('\n')).toContain('is its own prerequisite')
  })

  test('whose right answers are the longest is refused', () => {
    const file = join(folder, quiz)
    const text = readFileSync(file, 'utf8')
    const long = text.replaceAll(
      /text: (.*)\n(\s+correct: true)/g,
      (_, short, rest) =>
        `text: ${JSON.stringify(`${short} ${'and so on '.repeat(9)}`.slice(0, 190))}\n${rest}`,
    )
    writeFileSync(file, long)
    expect(listFaults().join('\n')).toContain('the longest option is correct in')
  })

  test('with files that no article uses is refused', () => {
    writeFileSync(join(folder, 'en/wallet-basics/left.svg'), '<svg viewBox="0 0 1 1"/>')
    writeFileSync(join(folder, 'en/wallet-basics/notes.txt'), 'x')
    const faults = listFaults().join('\n')
    expect(faults).toContain('left.svg is not used')
    expect(faults).toContain('notes.txt is not a picture')
  })

  test('without its tracks is refused', () => {
    rmSync(join(folder, 'tracks.yaml'))
    expect(listFaults()).toEqual(['tracks.yaml:1: is missing'])
  })
})

describe('a translation', () => {
  const translated = 'es/wallet-basics'

  beforeEach(() => {
    cpSync(join(folder, 'en'), join(folder, 'es'), { recursive: true })
  })

  const isOutdated = () =>
    readAcademy(folder)
      .editions.find(({ locale }) => locale === 'es')
      ?.articles.find(({ alias }) => alias === 'wallet-basics')?.is_outdated

  test('is current with the headings and questions of the English text', () => {
    change(`${translated}/article.mdx`, '## In short', '## En breve')
    expect(isOutdated()).toBe(false)
  })

  test('is outdated, and not hidden, once the English text has others', () => {
    change(article, '## In short', '## Something new\n\n## In short')
    expect(isOutdated()).toBe(true)
    expect(readAcademy(folder).editions[1]?.articles).toHaveLength(16)
  })

  test('is outdated once the English quiz has other options', () => {
    change(quiz, 'id: restore', 'id: restored')
    expect(isOutdated()).toBe(true)
  })
})
