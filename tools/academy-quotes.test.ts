import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const content = 'content/academy/en'

/** Sources and documents whose words the product shows. */
const sources = [
  'apps/web/src/**/*.{ts,tsx}',
  'apps/server/src/**/*.ts',
  'packages/*/src/**/*.ts',
  'tools/**/*.{ts,mjs}',
  'docs/**/*.md',
  'README.md',
]

type Quotes = { examples: { quote: string; parts: string[] }[]; others: string[] }

test('words in “…” of the lessons are on a screen of the product, or listed as other words', () => {
  const product = plain(
    readAll(sources, (file) => !/\.test\.|^packages\/academy/.test(file)),
  )
  // Safe: what is listed is compared with the lessons below.
  const { examples, others } = parse(
    readFileSync(join(root, content, 'quotes.yaml'), 'utf8'),
  ) as Quotes
  const lessons = readAll(
    ['*/article.mdx', '*/quiz.yaml', 'glossary.yaml'].map(inContent),
  )
  const quoted = [...lessons.replace(/<[^>]+>/g, '').matchAll(/“([^”]+)”/g)]
  const quotes = new Set(quoted.map(([, quote = '']) => plain(quote)))
  const listed = [...others, ...examples.map(({ quote }) => quote)]

  const isShown = (words: string) => product.includes(words.replace(/[.,?!]$/, ''))
  const unknown = [...quotes].filter(
    (quote) => !listed.includes(quote) && !isShown(quote),
  )
  expect(unknown).toEqual([])
  const changed = examples.filter(
    ({ quote, parts }) =>
      parts.length === 0 ||
      parts.some((part) => !quote.includes(part) || !product.includes(part)),
  )
  expect(changed).toEqual([])
  expect(listed.filter((quote) => !quotes.has(quote))).toEqual([])
})

function inContent(path: string): string {
  return `${content}/${path}`
}

function readAll(patterns: string[], isRead: (file: string) => boolean = () => true) {
  const files = globSync(patterns, { cwd: root }).filter(isRead)
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}

/** Writes apostrophes and spaces in one way. */
function plain(text: string): string {
  return text
    .replaceAll('’', "'")
    .replaceAll("\\'", "'")
    .replaceAll('\\u2019', "'")
    .replaceAll('\\u2026', '…')
    .replace(/\s+/g, ' ')
}
