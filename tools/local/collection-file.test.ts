import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  CollectionFileError,
  parseListCsv,
  readCollectionFile,
} from './collection-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'platemark-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the committed example can be read, its list included', () => {
  const example = join(import.meta.dirname, '../../docs/examples/collection.json')
  const { fields, lists, image } = readCollectionFile(example)
  expect(fields.name).toBe('First Proof')
  expect(fields.phases).toHaveLength(2)
  expect(image).toBeUndefined()
  expect(lists).toEqual([
    {
      phase_id: 0,
      entries: [
        { address: WALLET, quantity: 2 },
        {
          address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
          quantity: 1,
          price_wei: '500000000000000',
        },
        { address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' },
      ],
    },
  ])
})

test('every wrong, missing and misspelt field is named', () => {
  const file = join(folder, 'wrong.json')
  writeFileSync(file, JSON.stringify({ chain_alias: 'local', max_suply: 1, symbol: 'x' }))
  const sentences = sentencesOf(() => readCollectionFile(file))
  expect(sentences).toContain('max_suply: There is no field with this name.')
  expect(sentences).toContain('symbol: Use 1 to 12 of A-Z and 0-9.')
  expect(sentences.some((sentence) => sentence.startsWith('name: '))).toBe(true)
})

test('a missing file, a broken one and a foreign picture are reported in a sentence', () => {
  expect(sentencesOf(() => readCollectionFile(join(folder, 'none.json')))[0]).toMatch(
    /none.json does not exist\.$/,
  )
  const file = join(folder, 'broken.json')
  writeFileSync(file, '{')
  expect(sentencesOf(() => readCollectionFile(file))[0]).toMatch(/is not valid JSON/)
  const example = {
    chain_alias: 'local',
    kind: 'drop',
    name: 'A',
    symbol: 'A',
    image: 'a.svg',
  }
  writeFileSync(file, JSON.stringify(example))
  expect(sentencesOf(() => readCollectionFile(file))[0]).toMatch(/a\.svg is not a PNG/)
})

test('a list may come with or without column names, quantities and prices', () => {
  expect(parseListCsv(`Address,quantity\n${WALLET},3\n\n`, 'a.csv')).toEqual([
    { address: WALLET, quantity: 3 },
  ])
  expect(parseListCsv(`"${WALLET}";;1000000000\r\n`, 'a.csv')).toEqual([
    { address: WALLET, price_wei: '1000000000' },
  ])
})

test('wrong lines of a list are named by their number', () => {
  const mistyped = '0x90F79bf6EB2c4f870365E785982E1f101E93b905'
  const text = `address\n0x12\n${WALLET},x\n${WALLET},1,1.5\n${WALLET},1,1,1\n${mistyped}`
  expect(sentencesOf(() => parseListCsv(text, 'a.csv'))).toEqual([
    'a.csv, line 2: 0x12 is no address.',
    'a.csv, line 3: x is no quantity.',
    'a.csv, line 4: 1.5 is no price in wei.',
    'a.csv, line 5: there are more than three columns.',
    `a.csv, line 6: ${mistyped} has a mistake; copy it again, with the letters as they were.`,
  ])
  expect(sentencesOf(() => parseListCsv('address\n', 'a.csv'))).toEqual([
    'a.csv: the list is empty.',
  ])
})

function sentencesOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof CollectionFileError) return error.sentences
    throw error
  }
  return []
}
