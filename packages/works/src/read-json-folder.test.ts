import { finishSlices } from '@platemark/rules/slices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateJsonError } from './locate-json-error.ts'
import { readJsonFolder } from './read-json-folder.ts'

const file = (path: string, content: unknown) => ({
  path,
  bytes: new TextEncoder().encode(
    typeof content === 'string' ? content : JSON.stringify(content),
  ),
})

/** Metadata as the generator of HashLips writes it. */
const generated = (edition: number) => ({
  name: `Moon #${edition}`,
  description: 'A moon',
  image: `ipfs://NewUriToReplace/${edition}.png`,
  dna: 'f00',
  edition,
  attributes: [
    { trait_type: 'Phase', value: 'New' },
    { trait_type: 'Age', value: 3, display_type: 'number' },
    { trait_type: 'Cloud', value: '' },
  ],
})

/** Reads the files at once. */
const readAll = (files: Parameters<typeof readJsonFolder>[0]) =>
  finishSlices(readJsonFolder(files))

test('a folder of JSON is read by file, with fields left out by name', () => {
  const { rows, problems, notices, traits } = readAll([
    file('json/2.json', generated(2)),
    file('json/1.json', generated(1)),
    file('json/_metadata.json', [generated(1), generated(2)]),
  ])
  expect(problems).toEqual([])
  expect(notices.map(({ sentence }) => sentence)).toEqual([
    '“json/_metadata.json” is not read: each work has a JSON file of its own',
    'The field “dna” is not kept, in 2 works',
  ])
  expect(traits).toEqual(['Phase', 'Age'])
  expect(rows).toMatchObject([
    {
      source: { file: 'json/1.json' },
      id: '1',
      name: 'Moon #1',
      image: 'ipfs://NewUriToReplace/1.png',
      traits: [
        { name: 'Phase', value: 'New' },
        { name: 'Age', value: 3, display_type: 'number' },
      ],
    },
    { source: { file: 'json/2.json' }, id: '2' },
  ])
})

test('a list has the line of each work', () => {
  const text = JSON.stringify([generated(1), generated(2), generated(3)], null, 2)
  const { rows } = readAll([file('_metadata.json', text)])
  const lines = text.split('\n').flatMap((line, at) => (line === '  {' ? [at + 1] : []))
  expect(rows.map(({ source }) => source.line)).toEqual(lines)
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3'])
})

test('files from 0 may hold editions from 1; another difference is a problem', () => {
  const from0 = readAll([file('0.json', generated(1)), file('1.json', generated(2))])
  expect(from0.problems).toEqual([])
  expect(from0.rows.map(({ id }) => id)).toEqual(['0', '1'])
  expect(readAll([file('7.json', generated(3))]).problems).toMatchObject([
    {
      file: '7.json',
      sentence: 'Its id is 3, and the file is named “7.json”. Use one number in both.',
    },
  ])
})

describe('a problem of a JSON file is named:', () => {
  test.each<[string, unknown, string]>([
    [
      'another value',
      7,
      'This is not the description of a work. Use an object with name, image and attributes, or a list of them.',
    ],
    ['a name that is no text', { name: 7 }, '“name” has to be a text.'],
    [
      'attributes that are no list',
      { name: 'A', attributes: {} },
      '“attributes” has to be a list.',
    ],
    [
      'an attribute without a name',
      { attributes: [{ value: 'New' }] },
      'A trait has no name: every attribute needs a trait_type.',
    ],
    [
      'an attribute that is no object',
      { attributes: ['New'] },
      'A trait has no name: every attribute needs a trait_type.',
    ],
    [
      'a value that is a list',
      { attributes: [{ trait_type: 'A', value: [] }] },
      'The value of “A” has to be a text, a number, true or false.',
    ],
    [
      'an id that is a list',
      { name: 'A', token_id: [] },
      '“token_id” has to be a whole number.',
    ],
    [
      'an id that lost its digits',
      '{"name":"A","token_id":1e21}',
      '“1e+21” is a number that a spreadsheet rounded. Format the column as text, enter the value again and save the file again.',
    ],
    ['bytes that are no text', '\ufffe', '1.json: is damaged'],
  ])('%s', (_, content, sentence) => {
    if (sentence === '1.json: is damaged') {
      const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
      expect(readAll([{ path: '1.json', bytes }]).problems).toMatchObject([
        { code: 'unreadable', file: '1.json', line: 1 },
      ])
      return
    }
    expect(readAll([file('1.json', content)]).problems).toMatchObject([
      { file: '1.json', sentence },
    ])
  })
})

describe('broken JSON has its line and column:', () => {
  test.each([
    [
      '{\n  "name": "A",\n  "image": "1.png",\n}',
      3,
      19,
      'the comma before } is one too many. Delete it.',
    ],
    ['[1, 2,\n]', 1, 6, 'the comma before ] is one too many. Delete it.'],
    ["{'name': 1}", 1, 2, 'a name in double quotation marks is missing here.'],
    ['{"name": \'A\'}', 1, 10, 'use double quotation marks.'],
    ['{"name": "A"\n "image": 1}', 2, 2, 'a comma or } is missing here.'],
    ['{"name" "A"}', 1, 9, 'a colon is missing here.'],
    ['{"name": }', 1, 10, 'a value is missing here.'],
    ['{"a": 1,, "b": 2}', 1, 9, 'a name in double quotation marks is missing here.'],
    ['[,1]', 1, 2, 'a value is missing before this comma.'],
    ['{"name": NaN}', 1, 10, 'NaN is not a value. Put texts in double quotation marks.'],
    ['{"name": 007}', 1, 10, '007 is not a number as JSON writes it.'],
    ['{"name": "A', 1, 10, 'the quotation mark that ends this text is missing.'],
    [
      '{"name": "A\nB"}',
      1,
      12,
      'the quotation mark that ends this text is missing. Write a new line inside a text as \\n.',
    ],
    ['{"a": "C:\\moon"}', 1, 10, 'a backslash stands alone. Write it twice.'],
    ['{"a": 1', 1, 8, 'the file ends here too early. Part of it is missing.'],
    ['// moons\n{}', 1, 1, 'JSON has no comments. Delete it.'],
    ['{} {}', 1, 4, 'there is something behind the end. Delete it.'],
    ['', 1, 1, 'the file ends here too early. Part of it is missing.'],
  ])('%j', (text, line, column, reason) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(locateJsonError(text)).toEqual({ line, column, reason })
  })

  test('whatever JSON.parse refuses has a place', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', "'", '\\', '\n', 'x'),
      )
      .map(([json, at, piece]) => {
        const place = at % (json.length + 1)
        return json.slice(0, place) + piece + json.slice(place + 1)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        const located = locateJsonError(text)
        const isValid = isJson(text)
        expect(located.reason === 'this is not JSON.').toBe(isValid)
      }),
      { numRuns: 500 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
