import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checkFile,
  findDuplicates,
  listExports,
  parseFile,
  type Violation,
} from './language.ts'
import { root } from './program.ts'

/** Accepted violations by rule and text, each with its reason. */
const exceptions: Record<string, string> = {
  'error: Problem':
    'RFC 9457 names an error response that a client can act on a problem.',
  'duplicate: apps/web Page': 'Each file of routes/ exports the component of its page.',
}

const files = globSync('{apps,packages,tools,e2e}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) =>
    /(^|\/)(node_modules|dist|\.tsc|\.cache|public)(\/|$)|\.d\.ts$/.test(path),
})
// The rules themselves name the words.
const checked = files
  .filter((file) => !/^tools\/language(\.test)?\.ts$/.test(file))
  .map((file) => parseFile(file, readFileSync(join(root, file), 'utf8')))

test('names and comments use the words of the field', () => {
  expect(checked.length).toBeGreaterThan(500)
  const violations = checked.flatMap((source) => checkFile(source))
  expect(violations.filter(isNoException).map(describeViolation)).toEqual([])
})

test('no two exported names of one app are the same', () => {
  const product = checked.filter(
    ({ file }) =>
      /^(apps|packages)\/[^/]+\/src\//.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      // Method and path of each call without its schemas, for the browser.
      !/^packages\/api\/src\/([a-z]+-)?operations\.ts$/.test(file),
  )
  const names = product.flatMap((source) => listExports(source))
  expect(names.length).toBeGreaterThan(1000)
  const violations = findDuplicates(names)
  expect(violations.filter(isNoException).map(describeViolation)).toEqual([])
})

describe('a violation is found', () => {
  test.each([
    ['word', '/** What somebody is told. */\nconst a = 1'],
    ['word', 'const toldAt = 1'],
    ['projection', 'export function nameOf(one: string) { return one }'],
    ['constant', 'const MOST_ROWS = 10'],
    ['error', 'class Refusal extends Error {}'],
  ])('%s: %s', (rule, source) => {
    expect(checkFile(parseFile('apps/server/src/a.ts', source))).toEqual([
      expect.objectContaining({ rule }),
    ])
  })

  test('duplicate: two files of one app export a name', () => {
    const names = ['apps/web/src/a.ts', 'apps/web/src/b.ts', 'apps/server/src/a.ts'].map(
      (file) => listExports(parseFile(file, 'export type Row = string')),
    )
    expect(findDuplicates(names.flat())).toEqual([
      {
        rule: 'duplicate',
        file: 'apps/web/src/a.ts, apps/web/src/b.ts',
        text: 'apps/web Row',
      },
    ])
  })
})

function isNoException({ rule, text }: Violation): boolean {
  return !(`${rule}: ${text}` in exceptions)
}

function describeViolation({ rule, file, text }: Violation): string {
  return `${rule}: ${text} (${file})`
}
