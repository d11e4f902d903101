import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../program.ts'
import { listSentences } from './list-sentences.ts'

const textsOf = (source: string, file = 'part.tsx') =>
  listSentences(file, source).map(({ text }) => text)

describe('the texts of a file', () => {
  test('are those of elements, with what is inserted in braces', () => {
    expect(textsOf('<p>\n  Mint {count} of <b>{name}</b>&nbsp;now.\n</p>')).toEqual([
      'Mint {count} of {name} now.',
    ])
  })

  test('are spoken attributes, and not those for programs', () => {
    expect(
      textsOf(
        '<img className="wide art" alt="A map" src="/a b.png" aria-hidden="true" />',
      ),
    ).toEqual(['A map'])
  })

  test('are both sides of a condition, inside an element and in an attribute', () => {
    expect(
      textsOf(
        '<p title={isOpen ? "Close it" : "Open it"}>{isOn ? "On now" : "Off now"}</p>',
      ),
    ).toEqual(['Close it', 'Open it', 'On now', 'Off now'])
  })

  test('are strings and templates of functions, with their lines', () => {
    const source =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
      'export function limit(most: number) {\n  return `At most ${most} at once.`\n}\nconst text = {\n  title: "Not found",\n}'
    expect(listSentences('packages/rules/src/a.ts', source)).toEqual([
      { file: 'packages/rules/src/a.ts', line: 2, text: 'At most {most} at once.' },
      { file: 'packages/rules/src/a.ts', line: 5, text: 'Not found' },
    ])
  })

  test('are sentences that a semicolon joins', () => {
    const source = `const text = 'It failed; try again in a moment.'`
    expect(textsOf(source, 'apps/server/src/a.ts')).toEqual([
      'It failed; try again in a moment.',
    ])
  })

  test('are messages of errors that people read', () => {
    const source = `throw new CommandError('Name a file.')`
    expect(textsOf(source, 'tools/collection/a.ts')).toEqual(['Name a file.'])
  })

  test('leave out imports, types, comparisons, logs, thrown defects, queries and styles', () => {
    const source = `
      import one from 'A file of words'
      type Kind = 'One kind of it' | 'Another kind of it'
      if (kind === 'One kind of it') log.info('Something was done.')
      sql\`SELECT a FROM b WHERE c\`
      throw new RangeError('The count is below 0.')
      const media = matchMedia('(max-width: 40em) and (hover)')
      const rule = 'ease-in 100px var(--a)'
      const style = 'Color: red; margin: 0 auto'
      const type = 'Text of bytes; charset=utf-8'
    `
    expect(textsOf(source, 'apps/server/src/a.ts')).toEqual([])
  })

  test('cannot be listed of a file that cannot be parsed', () => {
    expect(() => textsOf('const =')).toThrow('part.tsx: ')
  })
})

test.each([
  [
    'packages/rules/src/mint-messages.ts',
    'Connecting only shares your address. Nothing is spent.',
  ],
  ['packages/api/src/problem.ts', 'Sign in to continue.'],
  ['apps/widget/src/calendar.ts', '{name}: {phase.title} on {network.name}'],
  ['apps/server/src/areas/seo/page-meta.ts', 'This lesson was withdrawn. {reason}'],
  ['apps/web/src/features/collection/art/art-panel.tsx', 'Where the art is stored'],
  ['apps/widget/src/view.ts', 'No date yet'],
])('the texts of %s are listed', (file, text) => {
  expect(textsOf(readFileSync(join(root, file), 'utf8'), file).join('\n')).toContain(text)
})
