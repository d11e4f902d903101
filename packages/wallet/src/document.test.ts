import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTable, walletDocument } from '../test/wallet-document.ts'

const root = join(import.meta.dirname, '../../..')

const testFiles = globSync('{packages,apps,e2e,tools}/**/*.{test,spec}.ts', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|\.tsc)(\/|$)/.test(path),
}).filter((file) => !/packages\/wallet\/src\/(errors|document)\.test\.ts$/.test(file))

const rules = readTable('Rules')

test('the document lists the rules of the layer', () => {
  expect(rules.length).toBeGreaterThan(40)
})

test.each(rules)('a rule has its file and its test: %s', (_, file = '', cell = '') => {
  const [, place = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? []
  expect(readFileSync(join(root, file), 'utf8').length).toBeGreaterThan(0)
  const source = readFileSync(join(root, place), 'utf8')
  const isThere = ["'", '"', '`'].some((mark) =>
    source.includes(`${mark}${title}${mark}`),
  )
  expect(isThere, `${place} has a test "${title}"`).toBe(true)
})

test('each error is raised by a test, but for those that the document names', () => {
  const sources = testFiles.map((file) => readFileSync(join(root, file), 'utf8'))
  const [, section = ''] = walletDocument.split('\n## Errors without a test\n')
  const [own = ''] = section.split('\n## ')
  const excepted = [...own.matchAll(/`(\w+)`/g)].map(([, kind]) => kind)
  const unraised = readTable('Errors').filter(([kind = '', , text = '']) => {
    const pattern = toPattern(text)
    const isRaised = sources.some(
      (source) => source.includes(`'${kind}'`) || pattern.test(source),
    )
    return !isRaised && !excepted.includes(kind)
  })
  expect(unraised).toEqual([])
})

/** Makes a pattern of the text of an error, whose gaps stand for anything on a line. */
function toPattern(text: string): RegExp {
  const source = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^\\n]+')
  return new RegExp(source)
}
