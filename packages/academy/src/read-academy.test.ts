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
    [article, 'tags: [wallet, security]', 'tags: [wallet, luck]', 'no tag luck'],
    [article, 'updated: 2026-11-27', 'updated: 2026-11-28', 'is in the future'],
    [article, 'reading_minutes: 8', 'reading_minutes: 4', 'reading_minutes is 4: 8 was'],
    [
      article,
      'prerequisites: []',
      'prerequisites: [no-such]',
      'there is no other article',
    ],
    [
      article,
      'related: [',
      'related: [wallet-basics, ',
      'no other article wallet-basics',
    ],
    [article, 'cover: cover.svg', 'cover: picture.svg', 'there is no cover picture.svg'],
    [article, '<Term id="contract">contract</Term>', 'contract', 'terms is contract'],
    [article, '## In short', '## To sum up', 'has no heading ## In short'],
    [article, /<\/Checklist>\n$/, '</Checklist>\n\nMore.\n', 'ends without a Checklist'],
    [article, /## One phrase[\s\S]*(?=## In short)/, '', 'words: 700 to 1800 are needed'],
    [
      article,
      'achievement: null',
      'achievement: null\naliases_old: [progress]',
      'alias progress',
    ],
    [
      quiz,
      'id: connected-page',
      'id: phone-lost',
      'two questions have the id phone-lost',
    ],
    [quiz, 'correct: true', 'correct: false', 'phone-lost: one option is correct: got 0'],
    [quiz, '#one-phrase-many-keys', '#nothing', 'there is no heading #nothing'],
    [
      quiz,
      / {2}- id: phone-lost[\s\S]*?(?= {2}- id: connected-page)[\s\S]*?(?= {2}- id: password)/,
      '',
      'questions: ',
    ],
    [
      'en/glossary.yaml',
      'see_also: [checksum',
      'see_also: [no-such',
      'no other term no-such',
    ],
    [
      'en/glossary.yaml',
      'article: wallet-basics',
      'article: no-such',
      'no article no-such',
    ],
    [
      'en/wallet-basics/cover.svg',
      '<svg ',
      '<svg onload="alert(1)" ',
      'has the event attribute',
    ],
    [
      'en/wallet-basics/cover.svg',
      '</svg>',
      '<script/></svg>',
      'has the element <script>',
    ],
    [
      'en/wallet-basics/cover.svg',
      /viewBox="[^"]*"/,
      'viewBox="0 0 100 100"',
      'the cover is 100 by 100',
    ],
    [
      'en/wallet-basics/keys.svg',
      '</svg>',
      '<use href="https://a.example/#b"/></svg>',
      'refers to another file',
    ],
    [
      'withdrawn.yaml',
      'withdrawn: []',
      'withdrawn:\n  - { alias: avoid-scams, title: Scams, withdrawn: 2026-01-01, reason: It was replaced., instead: null }',
      'two articles have the alias avoid-scams',
    ],
    [
      'withdrawn.yaml',
      'withdrawn: []',
      'withdrawn:\n  - { alias: gas-tokens, title: Gas tokens, withdrawn: 2026-01-01, reason: It was replaced., instead: no-such }',
      'names no-such, which is no article',
    ],
  ] as const)('of %s with %s instead is refused', (path, from, to, message) => {
    change(path, from, to)
    expect(listFaults().join('\n')).toContain(message)
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
    expect(faults).toContain('notes.txt is no picture')
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
