import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { readList } from './read-list.ts'
import { type RowOptions, readRowText } from './read-row.ts'

const options: RowOptions = { decimals: 18 }
const ADA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const ada = ADA.toLowerCase()
const bob = BOB.toLowerCase()

const read = (text: string, given = options) =>
  finishSlices(readList(text, 'friends.csv', given))

const entriesOf = (text: string) =>
  read(text).rows.map(({ address, quantity, price_wei }) => [
    address,
    quantity,
    price_wei,
  ])

const table = `wallet,quantity,price\n${ADA},3,\n${BOB},,0.000000001`

test.each<[string, string]>([
  ['line feeds', table],
  ['carriage returns and line feeds', table.replaceAll('\n', '\r\n')],
  ['carriage returns', table.replaceAll('\n', '\r')],
  ['mixed line ends', table.replace('\n', '\r\n').replace(/\n(?=0x9)/, '\r')],
  ['line separators', table.replaceAll('\n', '\u2028')],
  ['empty lines', `\n\n${table.replaceAll('\n', '\n\n,,\n')}\n \n`],
  ['semicolons', table.replaceAll(',', ';')],
  ['tabs', table.replaceAll(',', '\t')],
  ["Excel's separator line", `sep=;\r\n${table.replaceAll(',', ';')}`],
  ['a separator of its own', `sep=|\n${table.replaceAll(',', '|')}`],
  ['quoted cells', table.replaceAll(/[^,\n]+/g, '"$&"')],
  ['commas at the end', table.replaceAll('\n', ',,\n')],
  ['blanks and invisible characters', table.replaceAll(',', ' ,\u200b\u00a0')],
  ['marks of spreadsheets', table.replace(ADA, `'${ADA}`).replace(BOB, `="${BOB}"`)],
  [
    'other columns',
    `Name;Wallet;Quantity;Price\n"Ada ""A""\nL.";${ADA};3;\nBob;${BOB};;0.000000001`,
  ],
  [
    'columns in another order',
    `Price (ETH),Quantity,Address\n,3,${ADA}\n0.000000001,,${BOB}`,
  ],
  ['prices in wei', `address,quantity,price_wei\n${ADA},3,\n${BOB},,1000000000`],
  ['no column names', table.slice(table.indexOf('\n') + 1)],
  [
    'lower and upper case',
    table.replace(ADA, ada).replace(BOB, `0x${BOB.slice(2).toUpperCase()}`),
  ],
])('a list with %s is read', (_, text) => {
  expect(read(text).leftOut).toEqual([])
  expect(entriesOf(text)).toEqual([
    [ada, 3, null],
    [bob, null, '1000000000'],
  ])
})

test('pasted rows may be parted by blanks, and have the place of their line', () => {
  const { rows, count } = read(`${ADA}\n\n ${BOB}   2  0.5 `)
  expect(count).toBe(2)
  expect(rows).toEqual([
    { source: 'friends.csv', line: 1, address: ada, quantity: null, price_wei: null },
    {
      ...{ source: 'friends.csv', line: 3, address: bob, quantity: 2 },
      price_wei: '500000000000000000',
    },
  ])
})

test('columns that are not read are named', () => {
  expect(read(`wallet,discord\n${ADA},ada#1`).unusedColumns).toEqual(['discord'])
})

const bad = (row: string, given?: RowOptions) => {
  const { rows, leftOut, count } = read(`${BOB}\n${row}\n${BOB}`, given)
  expect([rows.length, count]).toEqual([2, 3])
  const [{ line, text, problem } = { line: 0, text: '', problem: null }] = leftOut
  expect(line).toBe(2)
  return { text, ...problem }
}

const wrong = `${BOB.slice(0, -1)}5`

test.each<[string, string, string, string?]>([
  ['39 digits', `${ADA.slice(0, -1)}, 2`, '39 digits after 0x, an address has 40'],
  ['41 digits', `${ADA}0`, '41 digits after 0x, an address has 40'],
  ['1 digit', '0x1', '1 digit after 0x, an address has 40'],
  [
    'a wrong checksum',
    `${wrong}, 2`,
    'Checksum does not match, one character is probably wrong',
  ],
  ['a name', 'moonrabbit, 1', 'Names cannot be used here, enter the address'],
  ['a domain', 'ada.eth', 'Names cannot be used here, enter the address'],
  ['no wallet', ', 2', 'The address is missing'],
  [
    'no 0x',
    ada.slice(2),
    '0x is missing in front of the address',
    `Use 0x7099…79c8: ${ada}`,
  ],
  [
    'a link',
    `https://scan.example/address/${ADA}, 2`,
    'There is more than an address here',
    `Use 0x7099…79C8: ${ADA}, 2`,
  ],
  [
    'a shortened address',
    '0x7099…79C8',
    'This address is shortened, enter all 40 digits',
  ],
  [
    'a letter O',
    `0xO${ADA.slice(3)}`,
    '“O” is not a digit of an address, use 0 to 9 and a to f',
  ],
  ['a sentence', 'my friends:', 'This is not an address, use 0x and 40 digits'],
  [
    'the zero address',
    `0x${'0'.repeat(40)}, 2`,
    'The zero address cannot mint',
    'Drop: null',
  ],
  [
    'a number word',
    `${ada}, two`,
    'The quantity must be a whole number, 1 or more',
    `Use 2: ${ada}, 2`,
  ],
  [
    'a decimal quantity',
    `${ada}, 2.0, 0.1`,
    'The quantity must be a whole number, 1 or more',
    `Use 2: ${ada}, 2, 0.1`,
  ],
  [
    'a quantity with a unit',
    `${ada}, 3 tokens`,
    'The quantity must be a whole number, 1 or more',
    `Use 3: ${ada}, 3`,
  ],
  ['half a token', `${ada}, 1.5`, 'The quantity must be a whole number, 1 or more'],
  ['a quantity of 0', `${ada}, 0`, 'The quantity must be a whole number, 1 or more'],
  ['a negative quantity', `${ada}, -1`, 'The quantity must be a whole number, 1 or more'],
  ['a large quantity', `${ada}, 65536`, 'The quantity can be 65,535 at most'],
  [
    'a shortened number',
    `${ada}, 1.2E+21`,
    'A spreadsheet shortened this number: format the column as text and export it again',
  ],
  [
    'a shortened address as a number',
    '1.2E+21, 1',
    'A spreadsheet shortened this number: format the column as text and export it again',
  ],
  [
    'a decimal comma',
    `${ada}, 2, 0,002`,
    'Write decimals with a point',
    `Use 0.002: ${ada}, 2, 0.002`,
  ],
  [
    'a decimal comma among semicolons',
    `${ada};2;0,002`,
    'Write decimals with a point',
    `Use 0.002: ${ada}, 2, 0.002`,
  ],
  [
    'a price with its coin',
    `${ada}, 2, 0.002 ETH`,
    'The price must be a number of coins, such as 0.002',
    `Use 0.002: ${ada}, 2, 0.002`,
  ],
  [
    'a price in words',
    `${ada}, 2, free`,
    'The price must be a number of coins, such as 0.002',
  ],
  [
    'a price below a gwei',
    `${ada}, 2, 0.0000000001`,
    'Prices are whole gwei: at most 9 decimals',
  ],
  [
    'a price of 19 decimals',
    `${ada}, 2, 0.${'0'.repeat(18)}1`,
    'The price has more than 18 decimals',
  ],
  [
    'a price in wei',
    `${ada}, 2, 500000000000000`,
    'This price is too high. If it is in wei, name its column price_wei in the first line',
  ],
  [
    'a cell too many',
    `${ada}, 1, 0, hello`,
    'There is one cell too many: a row has wallet, quantity and price',
  ],
  ['an open quote', `"${ada}, 2`, 'A quotation mark is opened here and never closed'],
])('a row with %s is left out with its reason', (_, row, sentence, fix) => {
  const problem = bad(row)
  expect(problem.sentence).toBe(sentence)
  const found = problem.fix && `${problem.fix.label}: ${problem.fix.text}`
  expect(found).toBe(fix)
  // A correction is an entry, and any other row has the same problem when it is read again.
  const again = readRowText(problem.fix?.text ?? problem.text ?? '', options)
  if (problem.fix?.text) expect(again).toHaveProperty('entry')
  else if (problem.code !== 'open_quote')
    expect(again).toHaveProperty('problem.code', problem.code)
})

test('a row of a column of wei is kept with its price in coins', () => {
  const { leftOut } = read(`wallet,quantity,price_wei\n${ada},two,2000000000000000`)
  expect(leftOut[0]?.text).toBe(`${ada}, two, 0.002`)
  expect(leftOut[0]?.problem.fix?.text).toBe(`${ada}, 2, 0.002`)
  expect(bad(`${ada},1,0.5`, { decimals: 18, unit: 'wei' }).sentence).toMatch(
    /^A price in wei has digits only/,
  )
})

test('half a row at the end of a file is named as such', () => {
  const { leftOut } = read(`${ADA},1\n${BOB.slice(0, 20)}`)
  expect(leftOut[0]?.problem.sentence).toBe(
    '18 digits after 0x, an address has 40: the text ends here, perhaps too early',
  )
})

test.each([
  ['quantity\n1', 'The column wallet is missing'],
  [`wallet,address\n${ADA},`, 'The column wallet appears twice'],
  [
    `wallet,price,price_wei\n${ADA},,`,
    'There are two columns of prices, price and price_wei: keep one',
  ],
])('columns that cannot be used are named: %j', (text, sentence) => {
  const { rows, leftOut } = read(text)
  expect(rows).toEqual([])
  expect(leftOut[0]?.problem.sentence).toBe(sentence)
})

test('a stray quote leaves out its own line and no other', () => {
  const lines = Array.from({ length: 200 }, () => ADA)
  lines[3] = `"${ADA}`
  const { rows, leftOut } = read(lines.join('\n'))
  expect([rows.length, leftOut.map(({ line }) => line)]).toEqual([199, [4]])
  expect(rows[3]?.line).toBe(5)
})
