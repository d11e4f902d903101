import { describe, expect, test } from 'vitest'
import { compileArticle } from './compile-article.ts'
import { ContentError } from './content-error.ts'
import { type Article, contentFolder, readAcademy } from './read-academy.ts'

const { english } = readAcademy(contentFolder)
const [published] = english.articles
if (!published) throw new Error('there are no articles')
const { alias, file } = published

/** Compiles a text in place of that of an article; it begins in line 5. */
function compile(text: string): { code: string; terms: string[] } {
  const article: Article = {
    ...published,
    source: `---\nalias: x\n---\n\n${text}\n`,
  } as Article
  return compileArticle({ article, edition: english })
}

function faultsOf(text: string): string[] {
  try {
    compile(text)
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('an article', () => {
  test('becomes elements: headings with ids, tables, code with classes, figures with a size', () => {
    const { code, terms } = compile(
      [
        '## What’s “in” it?',
        'A <Term id="gas">gas</Term> fee, [a lesson](/academy/avoid-scams#in-short).',
        '| a | b |\n|:--|--:|\n| 1 | 2 |',
        '```json title="One token"\n{ "name": "Tide <7>" }\n```',
        '<Figure src="keys.svg" alt="Keys" caption="Two keys" />',
      ].join('\n\n'),
    )
    expect(terms).toEqual(['gas'])
    expect(code).toContain('id: "whats-in-it"')
    expect(code).toContain('_components.table')
    expect(code).not.toContain('style:')
    expect(code).toContain('"data-title": "b"')
    expect(code).not.toContain('"data-title": "a"')
    expect(code).toContain('title: "One token"')
    expect(code).toContain('className: "hljs-attr"')
    expect(code).toMatch(
      /src: "\/academy-files\/en\/wallet-basics\/keys\.svg\?v=[0-9a-f]{12}"/,
    )
    expect(code).toMatch(/width: "\d+",\s+height: "\d+"/)
    expect(code).toMatch(/narrow: "[^"]+\/keys-narrow\.svg\?v=[0-9a-f]{12}"/)
  })

  test.each([
    ['import x from "y"', 'import and export are not allowed'],
    ['export const a = 1', 'import and export are not allowed'],
    ['It costs {1 + 1} ETH.', 'an expression in braces is not allowed'],
    ['{alert(1)}', 'an expression in braces is not allowed'],
    ['<script>alert(1)</script>', '<script> is not one of'],
    ['<iframe src="https://a.example" />', '<iframe> is not one of'],
    ['<style>p</style>', '<style> is not one of'],
    ['<b>bold</b>', '<b> is not one of'],
    ['<>text</>', '<> is not one of'],
    [
      '<Callout kind="tip" onClick="alert(1)">a</Callout>',
      'Callout has no attribute onClick',
    ],
    ['<Callout kind={"tip"}>a</Callout>', 'attributes of Callout are texts in quotes'],
    ['<Callout {...x}>a</Callout>', 'attributes of Callout are texts in quotes'],
    ['<Callout>a</Callout>', 'Callout needs the attribute kind'],
    ['<Callout kind="loud">a</Callout>', 'the kind of a Callout is'],
    ['<Step title="One">a</Step>', 'Step is allowed only inside Steps'],
    ['<Tab label="One">a</Tab>', 'Tab is allowed only inside Tabs'],
    ['<Term id="no-such-term">a</Term>', 'there is no term no-such-term'],
    ['![x](https://a.example/x.png)', 'a picture is a Figure'],
    [
      '<Figure src="https://a.example/x.svg" alt="a" caption="b" />',
      'there is no picture',
    ],
    [
      '<Figure src="nothing.svg" alt="a" caption="b" />',
      'there is no picture nothing.svg',
    ],
    ['[a](http://a.example)', 'is neither an https address nor a page'],
    ['[a](javascript:alert)', 'is neither an https address nor a page'],
    ['[a](//a.example)', 'is neither an https address nor a page'],
    ['[a][1]\n\n[1]: http://a.example', 'is neither an https address nor a page'],
    ['www.a.example is a link', 'is neither an https address nor a page'],
    ['[a](/nowhere)', 'there is no page /nowhere'],
    ['[a](/academy/no-such-lesson)', 'there is no article no-such-lesson'],
    ['[a](/academy/avoid-scams#nothing)', 'there is no heading #nothing in avoid-scams'],
    ['[a](#nothing)', `there is no heading #nothing in ${alias}`],
    ['[a](/academy/glossary#nothing)', 'there is no term nothing'],
    [
      '<TryIt to="https://a.example" label="Go" />',
      'TryIt must link to a page of this site',
    ],
    ['<TryIt to="/nowhere" label="Go" />', 'there is no page /nowhere'],
    ['<Address value="0x12" />', 'an Address is 0x and 40 hex digits'],
    ['# Title', 'headings are ## or ###'],
    ['#### Deep', 'headings are ## or ###'],
    ['## With `code`', 'headings are plain text'],
    ['## Twice\n\n## Twice', 'another heading has the id twice'],
    ['```js\n1\n```', 'code needs one of the languages'],
    ['a[^1]\n\n[^1]: b', 'footnotes are not allowed'],
  ])('with %j is refused', (text, message) => {
    const [fault = ''] = faultsOf(text)
    expect(fault).toContain(message)
    expect(fault).toMatch(new RegExp(`^${file}:\\d+: `))
  })

  test('is refused with the line of each fault', () => {
    const text = 'Fine.\n\n<b>x</b>\n\nFine.\n\n{1}'
    expect(faultsOf(text).map((fault) => fault.split(':')[1])).toEqual(['7', '11'])
  })

  test('with broken syntax is refused with its line', () => {
    const [fault = ''] = faultsOf('Fine.\n\n<Callout kind="tip">\n\nNever closed.')
    expect(fault).toMatch(new RegExp(`^${file}:\\d+: .*Callout`))
    expect(fault.split(':')[1]).not.toBe('1')
  })
})
