import { finishSlices } from '@platemark/rules/slices'
import { describe, expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'

const read = (text: string | Uint8Array) =>
  finishSlices(
    readSheet(
      'moons.csv',
      typeof text === 'string' ? new TextEncoder().encode(text) : text,
    ),
  )

const moon = {
  source: { file: 'moons.csv', line: 2 },
  origin: 'sheet',
  id: '1',
  image: 'moon-1.png',
  name: 'First, moon',
  traits: [{ name: 'Phase', value: 'New' }],
  reported: [],
}

describe('a sheet', () => {
  const plain = 'id,file,name,Phase\n1,moon-1.png,"First, moon",New\n'
  const wide = (bigEndian: boolean) => {
    const bytes = Buffer.from(`\ufeff${plain}`, 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }
  test.each<[string, string | Uint8Array]>([
    ['UTF-8', plain],
    ['a byte order mark', `\ufeff${plain}`],
    ['UTF-16', wide(false)],
    ['UTF-16 big-endian', wide(true)],
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['CR', plain.replaceAll('\n', '\r')],
    ['semicolons', 'id;file;name;Phase\n1;moon-1.png;First, moon;New\n'],
    ['tabs', 'id\tfile\tname\tPhase\n1\tmoon-1.png\tFirst, moon\tNew'],
    [
      'quoted names of columns',
      '"id","file","name","Phase"\n1,moon-1.png,"First, moon",New',
    ],
    [
      'blank lines and spaces',
      ' id , file,name,Phase\n 1, moon-1.png ,"First, moon",New\n , ,,\n\n',
    ],
  ])('with %s is read alike', (_, text) => {
    expect(read(text)).toEqual({
      rows: [moon],
      problems: [],
      notices: [],
      traits: ['Phase'],
    })
  })

  test('with the line of Excel for its separator keeps its line numbers', () => {
    const { rows } = read('sep=|\nid|file\n1|a.png\n')
    expect(rows[0]?.source.line).toBe(3)
  })

  test('with the columns of OpenSea is read as it is, and foreign columns are named', () => {
    const { rows, notices, problems } = read(
      'tokenID,name,description,file_name,external_url,animation_url,attributes[Phase],attributes[Night],rank\n' +
        '1,Moon,A moon,1.png,https://moon.example/1,1.mp4,New,,7\n',
    )
    expect(problems).toEqual([])
    expect(notices).toEqual([
      { code: 'column', sentence: 'The column “rank” is not read', count: 1 },
    ])
    expect(rows).toMatchObject([
      {
        id: '1',
        name: 'Moon',
        description: 'A moon',
        image: '1.png',
        external_url: 'https://moon.example/1',
        animation: '1.mp4',
        // The empty cell is no trait.
        traits: [{ name: 'Phase', value: 'New' }],
      },
    ])
  })

  test('has the line of each row, also behind texts of several lines', () => {
    const { rows } = read('id,description\n1,"two\nlines"\n\n2,one\n')
    expect(rows.map(({ source }) => source.line)).toEqual([2, 5])
    expect(rows[0]?.description).toBe('two\nlines')
  })
})

describe('a problem of a sheet is named by its line:', () => {
  test.each<[string, string, number, string]>([
    [
      'a quotation mark that never closes',
      'id,name\n1,One\n2,"Two\n3,Three\n',
      3,
      'A quotation mark opens here and does not close, so that the rest of the file is one cell. Close it, or write "" for a quotation mark inside a text.',
    ],
    [
      'half a row',
      'id,name,Phase\n1,One,New\n2,Tw',
      3,
      'There are 2 cells, and the first line names 3. Fill in the rest of the row. Cells may be empty.',
    ],
    [
      'a cell too many',
      'id,name\n1,One, two\n',
      2,
      'There are 3 cells, and the first line names 2. Put texts with a comma or semicolon in quotation marks.',
    ],
    [
      'an id that a spreadsheet rounded',
      'id,name\n1.2E+21,One\n',
      2,
      '“1.2E+21” is a number that a spreadsheet rounded. Format the column as text, enter the value again and save the file again.',
    ],
    [
      'a number cut to 15 digits',
      'id,Serial\n1,123456789012345000000\n',
      2,
      '“123456789012345000000” is a number that a spreadsheet rounded. Format the column as text, enter the value again and save the file again.',
    ],
    [
      'an error of a spreadsheet',
      'id,Phase\n1,#REF!\n',
      2,
      '“#REF!” is an error or a full column of a spreadsheet, not a value. Correct the cell and save the file again.',
    ],
    [
      'no names of columns',
      '1,moon-1.png\n2,moon-2.png\n',
      1,
      'The first line has no known column names. Name the columns in it: file_name, tokenID, name, description, and one for each trait.',
    ],
    [
      'a column twice',
      'id,Phase,Phase\n1,New,Full\n',
      1,
      'The column “Phase” appears twice. Delete one, or rename it.',
    ],
    [
      'two columns of one meaning',
      'image,file_name\n1.png,1.png\n',
      1,
      'The columns “image” and “file_name” mean the same. Delete one, or rename it.',
    ],
    [
      'values without a name',
      'id,\n1,New\n',
      1,
      'Column 2 has values but no name. Name it in the first line, or delete it.',
    ],
    ['no rows', 'id,name\n', 1, 'There are no rows under the first line.'],
  ])('%s', (_, text, line, sentence) => {
    expect(read(text).problems).toEqual([
      expect.objectContaining({ file: 'moons.csv', line, sentence }),
    ])
  })

  test('rows before an open quotation mark are kept', () => {
    expect(read('id,name\n1,One\n2,"Two\n3,Three\n').rows).toHaveLength(1)
  })

  test('a workbook and text of an old encoding are named with what to do', () => {
    expect(read('PK\x03\x04').problems).toMatchObject([
      {
        sentence:
          'moons.csv is an Excel workbook or another ZIP file. Save it as CSV and use that.',
      },
    ])
    expect(read(Buffer.from('id,name\n1,caf\u00e9\n', 'latin1')).problems).toMatchObject([
      {
        line: 2,
        sentence:
          'There is a character that is not UTF-8. Save the file as UTF-8, in Excel "CSV UTF-8".',
      },
    ])
  })
})
