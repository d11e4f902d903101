import { describe, expect, test } from 'vitest'
import { listMarkup } from './list-markup.ts'

const textsOf = (source: string) => listMarkup(source).map(({ text }) => text)

describe('the texts of a page', () => {
  test('are whole sentences, with the words of elements inside them', () => {
    expect(
      textsOf('<h1>Mint</h1>\n<p>It follows\n  <code>theme</code>: light.</p>'),
    ).toEqual(['Mint', 'It follows theme: light.'])
  })

  test('are spoken attributes and the description', () => {
    expect(
      textsOf('<meta name="description" content="A panel."><img alt="A map" src="a b">'),
    ).toEqual(['A panel.', 'A map'])
  })

  test('leave out scripts, styles, code, comments and what is inserted alone', () => {
    const source =
      '<!-- A note --><script>const one = "A word"</script><style>p { color: red }</style><pre>npm start</pre><p>{value}</p>'
    expect(textsOf(source)).toEqual([])
  })

  test('have their place in the source', () => {
    const source = '<p>\n  One.</p>\n<p>Two.</p>'
    expect(listMarkup(source).map(({ start }) => source.slice(start, start + 3))).toEqual(
      ['One', 'Two'],
    )
  })
})
