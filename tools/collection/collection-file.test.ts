import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { readCollectionFile } from './collection-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'platemark-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the committed example can be read, its list included', () => {
  const example = join(import.meta.dirname, '../../docs/examples/collection.json')
  const { fields, lists, image } = readCollectionFile(example)
  expect(fields.name).toBe('First Proof')
  expect(fields.phases).toHaveLength(2)
  expect(image).toBeUndefined()
  expect(lists).toMatchObject([
    {
      phase_id: 0,
      entries: [
        { address: WALLET.toLowerCase(), quantity: 2 },
        {
          address: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
          quantity: 1,
          price_wei: '500000000000000',
        },
        { address: OTHER.toLowerCase() },
      ],
    },
  ])
})

test('every wrong, missing and misspelt field is named', () => {
  const file = join(folder, 'wrong.json')
  writeFileSync(
    file,
    JSON.stringify({ chain_alias: 'local', max_suply: 1, symbol: 'x' }, null, 1),
  )
  const sentences = sentencesOf(() => readCollectionFile(file))
  expect(sentences).toContain(
    'wrong.json, line 3: max_suply: There is no field with this name.',
  )
  expect(sentences).toContain('wrong.json, line 4: symbol: Use 1 to 12 of A-Z and 0-9.')
  expect(
    sentences.some((sentence) => sentence.startsWith('wrong.json, line 1: name: ')),
  ).toBe(true)
})

test('a missing file, a broken one and a foreign picture are reported in a sentence', () => {
  expect(sentencesOf(() => readCollectionFile(join(folder, 'none.json')))[0]).toMatch(
    /none.json does not exist\.$/,
  )
  expect(sentencesOf(() => readCollectionFile(folder))[0]).toMatch(/is a folder/)
  const file = join(folder, 'broken.json')
  writeFileSync(file, '{')
  expect(sentencesOf(() => readCollectionFile(file))[0]).toMatch(
    /^broken\.json, line 1, column 2: This is not valid JSON: /,
  )
  writeFileSync(join(folder, 'a.png'), '<svg/>')
  writeFileSync(file, JSON.stringify({ ...collection, image: 'a.png', cover: 'b.png' }))
  expect(sentencesOf(() => readCollectionFile(file))).toEqual([
    `${join(folder, 'a.png')} cannot be used. Use a PNG, JPEG, WebP, GIF or AVIF.`,
    `${join(folder, 'b.png')} does not exist.`,
  ])
})

test('a picture is taken by its content, whatever its name', () => {
  const file = join(folder, 'pictured.json')
  writeFileSync(join(folder, 'photo.jfif'), Buffer.from('ffd8ffe000', 'hex'))
  writeFileSync(file, JSON.stringify({ ...collection, image: 'photo.jfif' }))
  expect(readCollectionFile(file).image?.type).toBe('image/jpeg')
})

const phase = {
  ...{ phase_id: 0, kind: 'allowlist', title: 'Friends', max_per_wallet: 2 },
  ...{ start: '2030-01-01T00:00:00Z', end: '2030-02-01T00:00:00Z' },
  ...{ price_wei: '0', max_supply: null },
}
const later = { ...phase, phase_id: 1, title: 'Later' }
const collection = {
  ...{ chain_alias: 'local', kind: 'drop', name: 'A', symbol: 'A' },
  phases: [phase, later],
}

/** Reads a collection with these list files, in phase 0 unless the name begins with another. */
function readWith(files: Record<string, string | Buffer>, lists: object[] = []) {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content)
  }
  const csvs = Object.keys(files).map((csv) => ({
    phase_id: Number.parseInt(csv, 10) || 0,
    csv,
  }))
  const file = join(folder, 'listed.json')
  writeFileSync(file, JSON.stringify({ ...collection, lists: [...csvs, ...lists] }))
  return readCollectionFile(file)
}

const read = (content: string | Buffer) =>
  readWith({ 'friends.csv': content }).lists[0]?.entries
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('a list is read as a spreadsheet wrote it, with prices in wei', () => {
  const table = `address;quantity;price_wei\r\n${WALLET};3;\r\n${OTHER};;1000000000`
  const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(table, 'utf16le')])
  const entries = [
    { address: WALLET.toLowerCase(), quantity: 3 },
    { address: OTHER.toLowerCase(), price_wei: '1000000000' },
  ]
  expect(read(utf16)).toEqual(entries)
  const unnamed = table.slice(table.indexOf('\n') + 1)
  expect(read(unnamed)).toEqual(entries)
})

test.each<[string, string | Buffer, string]>([
  ['a short address', '0x12', '"0x12": 2 digits after 0x, an address has 40.'],
  ['no wallet', ',3', 'The address is missing.'],
  [
    'a quantity of 0',
    `${WALLET},0`,
    '"0": The quantity must be a whole number, 1 or more.',
  ],
  [
    'a price of ether',
    `${WALLET},,0.01`,
    '"0.01": A price in wei has digits only, such as 500000000000000. Name the column price for a price in coins.',
  ],
  [
    'a price beyond 80 bits',
    `${WALLET},,${10n ** 25n}`,
    `"${10n ** 25n}": This price is too high.`,
  ],
])('%s is named by file, line and phase', (_, line, sentence) => {
  const content = `address\r\r${OTHER}\r${line}\r`
  expect(sentencesOf(() => read(content))).toEqual([
    `friends.csv, line 4 (phase "Friends"): ${sentence}`,
  ])
})

test.each<[string, string | Buffer, string]>([
  ['nothing', '', 'friends.csv is empty.'],
  [
    'column names only',
    'address\n',
    'friends.csv (phase "Friends"): the list has no wallets.',
  ],
  [
    'a foreign column',
    `address,name\n${WALLET},Ada`,
    'friends.csv (phase "Friends"): "name" is not a column: use wallet, quantity and price_wei.',
  ],
  [
    'no column of addresses',
    'quantity\n1',
    'friends.csv, line 1 (phase "Friends"): "quantity": The column wallet is missing.',
  ],
  [
    'Latin-1',
    Buffer.from(`${WALLET}\n${WALLET},caf\u00e9`, 'latin1'),
    'friends.csv, line 2: there is a character that is not UTF-8. Save the file as UTF-8, in Excel "CSV UTF-8".',
  ],
])('a list file of %s is refused', (_, content, sentence) => {
  expect(sentencesOf(() => read(content))).toEqual([sentence])
})

test('a folder in place of a list, and a list of a phase without one, are named', () => {
  const lists = [
    { phase_id: 7, entries: [{ address: WALLET }] },
    { phase_id: 0, csv: '.' },
  ]
  expect(sentencesOf(() => readWith({}, lists))).toEqual([
    'lists: phase 7 is not an allowlist phase.',
    `${folder} is a folder, not a file.`,
  ])
})

test('an entry of the JSON file is named by its number and phase', () => {
  const entries = [
    { address: WALLET },
    { address: '0x12' },
    { address: OTHER, amount: 1 },
    7,
  ]
  expect(sentencesOf(() => readWith({}, [{ phase_id: 1, entries }]))).toEqual([
    'listed.json, entry 2 (phase "Later"): "0x12": 2 digits after 0x, an address has 40.',
    'listed.json, entry 3 (phase "Later"): there is no field amount.',
    expect.stringMatching(/^listed\.json, entry 4 \(phase "Later"\): /),
  ])
})

test('a long list names the first 20 wrong ones and counts the others', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `0x${at.toString(16)}`)
  const sentences = sentencesOf(() => read([WALLET, ...lines].join('\n')))
  expect(sentences).toHaveLength(21)
  expect(sentences[19]).toMatch(/^friends\.csv, line 21 /)
  expect(sentences[20]).toBe('19,980 more of friends.csv are wrong.')
})

test('equal lines of a wallet are kept once and named', () => {
  const lower = WALLET.toLowerCase()
  const { lists, notes } = readWith(
    {
      'a.csv': `${WALLET},2\n${OTHER}\n ${lower} ,2`,
      '0b.csv': `${lower};2`,
      '1c.csv': WALLET,
    },
    [{ phase_id: 0, entries: [{ address: OTHER }] }],
  )
  expect(notes).toEqual([
    `a.csv, lines 1 and 3, and 0b.csv, line 1 (phase "Friends"): ${WALLET} is there 3 times with the same terms. It is kept once.`,
    `a.csv, line 2, and listed.json, entry 1 (phase "Friends"): ${OTHER} is there 2 times with the same terms. It is kept once.`,
  ])
  expect(lists.map(({ phase_id, entries }) => [phase_id, entries])).toEqual([
    [0, [{ address: lower, quantity: 2 }, { address: OTHER.toLowerCase() }]],
    [1, [{ address: lower }]],
  ])
})

test('different lines of a wallet are refused, and many repeated wallets are counted', () => {
  const lower = WALLET.toLowerCase()
  expect(
    sentencesOf(() => read(`${WALLET},2\n${OTHER}\n${lower},3\n${WALLET},2`)),
  ).toEqual([
    `friends.csv, lines 1, 3 and 4 (phase "Friends"): ${WALLET} has different quantities or prices there. Keep one of them.`,
  ])
  const many = Array.from(
    { length: 30 },
    (_, at) => `0x${at.toString(16).padStart(40, 'a')}`,
  )
  const { notes } = readWith({ 'a.csv': [...many, ...many].join('\n') })
  expect(notes).toHaveLength(21)
  expect(notes[20]).toBe('10 more are there several times and are kept once.')
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

test('a name that stands twice is named by its line, also inside of a phase', () => {
  const file = join(folder, 'twice.json')
  const text = JSON.stringify({ ...collection, description: '“Ü”' }, null, 2)
  writeFileSync(file, text.replace('"title"', '"price_wei": "0",\n "title"'))
  const { length } = text.slice(0, text.indexOf('"price_wei"')).split('\n')
  expect(sentencesOf(() => readCollectionFile(file))).toEqual([
    `twice.json, line ${length + 1}: price_wei appears twice. Keep one of them.`,
  ])
})
