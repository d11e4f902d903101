import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkAcademy } from './check-academy.ts'
import { compileArticle } from './compile-article.ts'
import { formatFault } from './content-error.ts'
import { toNarrowName } from './pictures.ts'
import { contentFolder, readAcademy } from './read-academy.ts'

const academy = readAcademy(contentFolder)

/** Size of the chunk of one article, in bytes of brotli. */
const MAX_BYTES = 25_000

describe('the published content', () => {
  test('has no fault', () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(checkAcademy(academy, today).map(formatFault)).toEqual([])
  })

  test('is 16 articles in 4 tracks, and about 60 terms or more', () => {
    const { english, tracks } = academy
    expect([english.articles.length, tracks.length]).toEqual([16, 4])
    expect(english.glossary.length).toBeGreaterThanOrEqual(60)
  })

  test('has a drawing of each figure for narrow screens, with texts of 11 px or more', () => {
    // A screen of 320 px has a column of 280.
    const minSize = (11 * 320) / 280
    const figures = globSync('*/*/*.svg', { cwd: contentFolder }).filter(
      (file) => !/(cover|-narrow)\.svg$/.test(file),
    )
    expect(figures.length).toBeGreaterThan(20)
    for (const figure of figures) {
      const drawing = readFileSync(join(contentFolder, toNarrowName(figure)), 'utf8')
      expect(drawing).toContain('viewBox="0 0 320 ')
      const sizes = [...drawing.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) =>
        Number(size),
      )
      expect(Math.min(...sizes), figure).toBeGreaterThanOrEqual(minSize)
    }
  })

  test.each(
    academy.editions.flatMap((edition) =>
      edition.articles.map((article) => ({ alias: article.alias, article, edition })),
    ),
  )(
    'of $alias compiles to a small module without its answers',
    ({ article, edition }) => {
      const { code, terms } = compileArticle({ article, edition })
      expect(code).toContain('export default function')
      expect(brotliCompressSync(code).length).toBeLessThan(MAX_BYTES)
      expect(terms.sort()).toEqual([...article.terms].sort())
      const options = article.quiz.questions.flatMap((question) => question.options)
      expect(options.filter(({ explanation }) => code.includes(explanation))).toEqual([])
    },
  )
})
