import { finishSlices } from '@platemark/rules/slices'
import { describe, expect, test } from 'vitest'
import { matchWorks } from './match-works.ts'
import { readSheet } from './read-sheet.ts'
import type { CameraData, MatchOptions, WorkFile, WorkRow } from './work-types.ts'

/** A file whose hash is that of its path, so that no two show the same. */
const file = (path: string, facts: Partial<WorkFile> = {}): WorkFile => ({
  path,
  size: 1,
  sha256: `hash of ${path}`,
  ...facts,
})

const files = (...paths: string[]) => paths.map((path) => file(path))

const folder: MatchOptions = { origin: 'folder' }

function rowsFrom(text: string): WorkRow[] {
  const { rows, problems } = finishSlices(
    readSheet('moons.csv', new TextEncoder().encode(text)),
  )
  expect(problems).toEqual([])
  return rows
}

/** Matches rows to files at once. */
const checkAll = (...input: Parameters<typeof matchWorks>) =>
  finishSlices(matchWorks(...input))

function match(text: string, all: WorkFile[], options: Partial<MatchOptions> = {}) {
  return checkAll(rowsFrom(text), all, { ...folder, ...options })
}

const imagesOf = ({ works }: ReturnType<typeof match>) =>
  works.map(({ token_id, image }) => `${token_id} ${image}`)
const linesOf = ({ problems }: ReturnType<typeof match>) =>
  problems.map(({ line, code }) => `${line ?? ''} ${code}`)
const sentencesOf = ({ problems }: ReturnType<typeof match>) =>
  problems.map(({ sentence }) => sentence)

describe('a row finds its file', () => {
  test.each([
    ['by its exact name', 'moon.png', 'moon.png', 0],
    ['by its path', 'images/moon.png', 'set/images/moon.png', 0],
    ['by its name in another folder', 'moon.png', 'art/moon.png', 0],
    ['behind an address', 'ipfs://bafy/moon.png', 'moon.png', 0],
    ['behind a slash of Windows', 'images\\moon.png', 'images/moon.png', 0],
    ['with escaped characters', 'full%20moon.png', 'full moon.png', 0],
    ['without its ending', 'moon', 'moon.png', 1],
    ['with another ending', 'moon.png', 'moon.jpg', 1],
    ['with a dot in its name', 'moon v1.2', 'moon v1.2.png', 1],
    ['in another letter case', 'Moon.PNG', 'moon.png', 1],
    ['in another Unicode form', 'Lune e\u0301.png', 'lune \u00e9.png', 1],
  ])('%s', (_, name, path, count) => {
    const found = match(`id,file\n1,${name}\n`, files(path))
    expect(found.problems).toEqual([])
    expect(found.works[0]?.image).toBe(path)
    expect(found.notices).toHaveLength(count)
  })

  test('never by its place', () => {
    const found = match('id,file\n1,a.png\n2,b.png\n', files('c.png', 'b.png'))
    expect(imagesOf(found)).toEqual(['1 null', '2 b.png'])
    expect(found.problems).toMatchObject([
      { file: 'c.png', code: 'extra_file', fix: { kind: 'leave_out', path: 'c.png' } },
      {
        line: 2,
        token_id: '1',
        code: 'missing_image',
        sentence: 'a.png is named here but is not in the folder',
        fix: { kind: 'add_file', name: 'a.png' },
      },
    ])
  })

  test('by its exact name although others differ by letter case only', () => {
    const found = match('id,file\n1,a.png\n2,A.png\n', files('A.png', 'a.png'))
    expect(found.problems).toEqual([])
    expect(imagesOf(found)).toEqual(['1 a.png', '2 A.png'])
  })

  test('not where several may be meant', () => {
    const found = match('id,file\n1,moon\n', files('moon.png', 'moon.jpg'))
    expect(sentencesOf(found)).toEqual([
      '“moon” may be “moon.jpg” and “moon.png”. Write the whole name.',
    ])
  })

  test('with a correction where a spreadsheet took its zeros away', () => {
    const all = files('0001.png', '0002.png')
    const found = match('id,file\n1,1\n2,2.png\n', all)
    expect(sentencesOf(found)).toEqual([
      '“1” is named here, and the file is “0001.png”: a spreadsheet removed the zeros. Format the column as text, or use that file.',
      '“2.png” is named here, and the file is “0002.png”: a spreadsheet removed the zeros. Format the column as text, or use that file.',
    ])
    const corrections = found.problems.flatMap(({ fix }) =>
      fix?.kind === 'use_file' ? [fix] : [],
    )
    const corrected = match('id,file\n1,1\n2,2.png\n', all, { corrections })
    expect(corrected.problems).toEqual([])
    expect(imagesOf(corrected)).toEqual(['1 0001.png', '2 0002.png'])
  })

  test('which has to be a picture or a video', () => {
    const found = match('id,file\n1,a.tiff\n2,b.txt\n3,\n', files('a.tiff', 'b.txt'))
    expect(sentencesOf(found)).toEqual([
      'There are no images. Choose PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM files.',
      'a.tiff cannot be used. Export it as PNG or JPEG.',
      'b.txt is not an image. Name a PNG, JPEG, WebP, GIF or AVIF here.',
      'No file is named here. Name the image of this work.',
    ])
  })
})

describe('an animation', () => {
  test('has the image of its row as poster', () => {
    const found = match(
      'id,file_name,animation_url\n1,a.png,a.mp4\n2,b.gif,\n',
      files('a.png', 'a.mp4', 'b.gif'),
    )
    expect(found.problems).toEqual([])
    expect(found.works).toMatchObject([
      { image: 'a.png', animation: 'a.mp4' },
      { image: 'b.gif', animation: null },
    ])
  })

  test('has the image of its own name as poster, from either side', () => {
    const all = files('a.png', 'a.mp4', 'b.jpg', 'b.webm', 'c.gif')
    const found = match('id,file,animation\n1,a.mp4,\n2,b,\n3,,c.gif\n', all)
    expect(found.problems).toEqual([])
    expect(found.works).toMatchObject([
      { image: 'a.png', animation: 'a.mp4' },
      { image: 'b.jpg', animation: 'b.webm' },
      { image: 'c.gif', animation: 'c.gif' },
    ])
  })

  test('without a poster, or that is not there, is a problem', () => {
    const found = match('id,file,animation\n1,a.mp4,\n2,b.png,b.mp4\n', [
      ...files('a.mp4', 'b.png'),
    ])
    expect(found.problems).toMatchObject([
      {
        line: 2,
        code: 'missing_poster',
        sentence:
          'a.mp4 is a video and needs an image that is shown until it plays. Add one of the same name, such as a.png',
        fix: { kind: 'add_file', name: 'a.png' },
      },
      { line: 3, code: 'missing_animation', fix: { kind: 'add_file', name: 'b.mp4' } },
    ])
  })
})

describe('ids', () => {
  const ids = (...list: string[]) =>
    match(
      `id,file\n${list.map((id, at) => `${id},${at}.png`).join('\n')}\n`,
      list.map((_, at) => file(`${at}.png`)),
    )

  test('from 1 are kept, from 0 are shifted and shown', () => {
    expect(imagesOf(ids('2', '1', '003'))).toEqual(['1 1.png', '2 0.png', '3 2.png'])
    const shifted = ids('1', '0', '2')
    expect(shifted.problems).toEqual([])
    expect(imagesOf(shifted)).toEqual(['1 1.png', '2 0.png', '3 2.png'])
    expect(shifted.notices).toMatchObject([
      { sentence: 'Ids begin at 0: 1.png becomes #1' },
    ])
  })

  test('that repeat, leave gaps or are none are named by line', () => {
    const found = ids('1', '2', '2', '5', 'six', '', '8')
    expect(found.problems.map(({ line, sentence }) => [line, sentence])).toEqual([
      [4, '#2 is also on line 3. Each id is there once.'],
      [5, '#3 to #4 are missing before this one. Ids follow each other without a gap.'],
      [6, '“six” is not an id. Use whole numbers: 1, 2, 3 and so on.'],
      [7, 'The other rows have an id, and this one has none.'],
      [8, '#6 to #7 are missing before this one. Ids follow each other without a gap.'],
    ])
    expect(found.works.map(({ token_id }) => token_id)).toEqual(['1', '2', '5', '8'])
  })

  test('have to begin at 0 or 1', () => {
    expect(sentencesOf(ids('100', '101'))).toEqual([
      'The lowest id is 100. Ids begin at 1, or at 0.',
    ])
  })

  test('come from the names of the files where no column has them, else from the rows', () => {
    const named = match('file,Phase\nmoon-2.png,New\nmoon-1.png,Full\n', [
      ...files('moon-1.png', 'moon-2.png'),
    ])
    expect(imagesOf(named)).toEqual(['1 moon-1.png', '2 moon-2.png'])
    const placed = match('file,Phase\nnew.png,New\nfull.png,Full\n', [
      ...files('full.png', 'new.png'),
    ])
    expect(imagesOf(placed)).toEqual(['1 new.png', '2 full.png'])
    expect([...named.notices, ...placed.notices].map(({ sentence }) => sentence)).toEqual(
      [
        'Items are numbered as their files are',
        'Items are numbered from 1 in the order of the rows',
      ],
    )
  })
})

describe('without names of files', () => {
  test('ids match the numbers in the names', () => {
    const found = match('id,Phase\n2,New\n1,Full\n', files('moon-1.png', 'moon-2.png'))
    expect(found.problems).toEqual([])
    expect(imagesOf(found)).toEqual(['1 moon-1.png', '2 moon-2.png'])
  })

  test('the natural order is a preview that has to be confirmed', () => {
    const all = files('moon 10.png', 'moon 9.png', 'moon 11.png')
    const found = match('Phase\nNew\nHalf\nFull\n', all)
    expect(imagesOf(found)).toEqual(['1 moon 9.png', '2 moon 10.png', '3 moon 11.png'])
    expect(found.problems).toMatchObject([
      { code: 'order', line: 1, fix: { kind: 'confirm_order' } },
    ])
    const corrections = [{ kind: 'confirm_order' }] as const
    const confirmed = match('Phase\nNew\nHalf\nFull\n', all, { corrections })
    expect(confirmed.problems).toEqual([])
    expect(imagesOf(confirmed)).toEqual(imagesOf(found))
  })

  test('another number of files is a problem of its own', () => {
    expect(sentencesOf(match('Phase\nNew\nHalf\n', files('a.png')))).toEqual([
      'No column names the files, and there are 2 rows for 1 image. Add a column file_name.',
    ])
  })

  test('and without rows the images are the works, to be confirmed', () => {
    const all = files('10.png', '9.png', '8.png', '8.mp4')
    const found = checkAll([], all, folder)
    expect(imagesOf(found)).toEqual(['1 8.png', '2 9.png', '3 10.png'])
    expect(found.works[0]?.animation).toBe('8.mp4')
    expect(sentencesOf(found)).toEqual([
      'No sheet names the images. In the order of their names 8.png becomes #1 and 10.png becomes #3. Look at the grid and confirm it.',
    ])
    const corrections = [{ kind: 'confirm_order' }] as const
    expect(checkAll([], all, { ...folder, corrections }).problems).toEqual([])
  })
})

describe('pictures', () => {
  const sheet = 'id,file\n1,a.png\n2,b.png\n3,c.png\n'

  test('that are the same are named with the first one, and may be kept', () => {
    const all = [
      file('a.png', { sha256: 'x' }),
      file('b.png'),
      file('c.png', { sha256: 'x' }),
    ]
    const found = match(sheet, all)
    expect(found.problems).toMatchObject([
      {
        line: 4,
        token_id: '3',
        code: 'duplicate',
        sentence: 'The same picture as #1 on line 2',
        fix: { kind: 'compare', path: 'c.png', with_path: 'a.png', with_token_id: '1' },
      },
    ])
    const accepted = found.problems.map(({ key }) => key)
    expect(match(sheet, all, { accepted }).problems).toEqual([])
  })

  test('without a hash yet are not compared', () => {
    const all = ['a.png', 'b.png', 'c.png'].map((path) => file(path, { sha256: '' }))
    expect(match(sheet, all).problems).toEqual([])
  })

  test('of another size than the set are named; sets of many sizes are not', () => {
    const sized = (path: string, width: number) => file(path, { width, height: 3000 })
    const [a, b] = [sized('a.png', 3000), sized('b.png', 3000)]
    const found = match(sheet, [a, b, sized('c.png', 2048)])
    expect(found.problems).toMatchObject([
      {
        line: 4,
        code: 'wrong_size',
        sentence: '2048 × 3000, the set is 3000 × 3000',
        fix: { kind: 'replace_file', path: 'c.png' },
      },
    ])
    const mixed = match(sheet, [a, sized('b.png', 2000), sized('c.png', 2048)])
    expect(mixed.problems).toEqual([])
    expect(mixed.notices).toMatchObject([
      { sentence: 'The images have 3 different sizes' },
    ])
  })

  test('with camera data that cannot be removed are asked about, the others counted', () => {
    const taken = (path: string, state: CameraData['state']) =>
      file(path, { camera_data: { finds: ['location', 'camera'], state } })
    const all = [
      taken('a.png', 'removed'),
      taken('b.png', 'stays'),
      taken('c.png', 'removed'),
    ]
    const found = match(sheet, all)
    const asked = {
      ...{ line: 3, code: 'camera_data', field: 'image', can_keep: true },
      sentence:
        'b.png holds location and camera data, which cannot be removed from this kind of file. Keep it, or replace the file.',
      fix: { kind: 'replace_file', path: 'b.png' },
    }
    expect(found.problems).toMatchObject([asked])
    const counted = ['2 files: the pictures are unchanged', 'stays in 1 file']
    expect(found.notices.map(({ sentence }) => sentence)).toEqual(
      counted.map((end) => expect.stringContaining(end)),
    )
    const accepted = found.problems.map(({ key }) => key)
    expect(match(sheet, all, { accepted }).problems).toEqual([])
    const others = [taken('a.png', 'kept'), taken('b.png', 'kept'), file('c.png')]
    expect(match(sheet, others)).toMatchObject({ problems: [], notices: [{ count: 2 }] })
  })

  test('that take the place of kept ones are asked about again', () => {
    const camera_data: CameraData = { finds: ['location'], state: 'stays' }
    const sized = (path: string, width: number, sha256 = path) =>
      file(path, { width, height: 30, sha256 })
    const set = (hash: string) => [
      { ...sized('a.png', 30, hash), camera_data },
      sized('b.png', 30),
      sized('c.png', 20, hash),
    ]
    const before = match(sheet, set('x')).problems
    expect(before.map(({ code }) => code)).toEqual([
      ...['camera_data', 'duplicate', 'wrong_size'],
    ])
    const accepted = before.map(({ key }) => key)
    expect(match(sheet, set('x'), { accepted }).problems).toEqual([])
    const after = match(sheet, set('y'), { accepted }).problems
    expect(after).toEqual(before.map((one) => ({ ...one, key: expect.any(String) })))
  })
})

describe('traits', () => {
  /** A sheet of one trait with one row for each value. */
  const traits = (name: string, values: string[], options?: Partial<MatchOptions>) =>
    match(
      `id,file,${name}\n${values.map((value, at) => `${at + 1},${at + 1}.png,${value}`).join('\n')}\n`,
      values.map((_, at) => file(`${at + 1}.png`)),
      options,
    )
  const many = (value: string, count: number) =>
    Array.from({ length: count }, () => value)

  test.each([
    ['integers', ['1', '20'], [1, 20]],
    ['decimals', ['1', '0.5'], [1, 0.5]],
    ['true and false', ['true', 'FALSE'], [true, false]],
    ['texts', ['1', 'Gold'], ['1', 'Gold']],
    ['numbers with zeros in front', ['007', '8'], ['007', '8']],
    [
      'numbers of too many digits',
      ['12345678901234567890', '1'],
      ['12345678901234567890', '1'],
    ],
  ])('that are %s keep their type', (_, values, expected) => {
    const { works } = traits('A', values)
    expect(
      works.flatMap(({ attributes }) => attributes.map(({ value }) => value)),
    ).toEqual(expected)
  })

  test('that are days become dates, and 31 February stays a text', () => {
    expect(traits('Born', ['2026-12-03']).works[0]?.attributes).toEqual([
      { trait_type: 'Born', value: 1_796_256_000, display_type: 'date' },
    ])
    expect(traits('Born', ['2026-02-31']).works[0]?.attributes).toEqual([
      { trait_type: 'Born', value: '2026-02-31' },
    ])
  })

  test('that are misspelt are named with the usual value, which can be used instead', () => {
    const values = [...many('Waxing gibbous', 164), 'Waxing gibous', 'Waxing gibous']
    const found = traits('Phase', values)
    expect(found.problems).toMatchObject([
      {
        line: 166,
        token_id: '165',
        code: 'unknown_trait',
        field: 'Phase',
        sentence: 'Phase is “Waxing gibous”. 164 other rows have “Waxing gibbous”',
      },
      { line: 167, sentence: 'Phase is “Waxing gibous”' },
    ])
    const corrections = found.problems.flatMap(({ fix }) =>
      fix?.kind === 'use_value' ? [fix] : [],
    )
    const corrected = traits('Phase', values, { corrections })
    expect(corrected.problems).toEqual([])
    expect(corrected.works.at(-1)?.attributes).toEqual([
      { trait_type: 'Phase', value: 'Waxing gibbous' },
    ])
    const accepted = found.problems.map(({ key }) => key)
    expect(traits('Phase', values, { accepted }).problems).toEqual([])
    const others = values.map((value) => value.replace('gibous', 'gibbus'))
    expect(traits('Phase', others, { accepted }).problems).toHaveLength(2)
  })

  test('that are misspelt are compared with the most similar value, not the first', () => {
    const values = [...many('Waning gibbous', 9), ...many('Waxing gibbous', 5)]
    expect(traits('Phase', [...values, 'Waxing gibous']).problems).toMatchObject([
      { sentence: 'Phase is “Waxing gibous”. 5 other rows have “Waxing gibbous”' },
    ])
  })

  test.each([
    ['a swapped letter', [...many('Crescent', 6), 'Crecsent'], 1],
    ['letter case, at any count', [...many('Gold', 9), ...many('gold', 4)], 4],
    ['spaces', [...many('Dark blue', 5), 'Dark  Blue'], 1],
    ['a digit', [...many('Level 1', 9), 'Level 2'], 0],
    ['short words', [...many('Red', 9), 'Bed'], 0],
    ['other words', [...many('Gold', 9), 'Silver'], 0],
    [
      'words of their own',
      [...many('Lantern', 9), 'Wa', 'We', 'Lanterns', 'Wu', 'Wy'],
      0,
    ],
  ])('that differ in %s', (_, values, count) => {
    expect(traits('A', values).problems).toHaveLength(count)
  })

  test('whose names differ by letter case or spaces are one problem with a correction', () => {
    const all = files('1.png', '2.png', '3.png')
    const rows = ['Phase', 'phase ', 'Phase'].map(
      (name, at): WorkRow => ({
        source: { file: `${at + 1}.json` },
        origin: 'json',
        id: `${at + 1}`,
        image: `${at + 1}.png`,
        traits: [{ name, value: 'New' }],
        reported: [],
      }),
    )
    const found = checkAll(rows, all, folder)
    expect(found.problems).toMatchObject([
      {
        file: '2.json',
        code: 'trait_name',
        sentence:
          'The traits “phase” in 1 work and “Phase” in 2 differ in letter case or spaces only.',
      },
    ])
    const corrections = [{ kind: 'rename_trait', from: 'phase', to: 'Phase' }] as const
    const corrected = checkAll(rows, all, { ...folder, corrections })
    expect(corrected.problems).toEqual([])
    expect(corrected.works[1]?.attributes[0]?.trait_type).toBe('Phase')
  })

  test('of JSON keep their types; a repeated one and a wrong display type are named', () => {
    const row: WorkRow = {
      source: { file: '1.json' },
      origin: 'json',
      id: '1',
      image: '1.png',
      traits: [
        { name: 'Text', value: '5' },
        { name: 'Level', value: 5, display_type: 'boost_number' },
        { name: 'Level', value: 6 },
        { name: 'Odd', value: 'x', display_type: 'number' },
      ],
      reported: [],
    }
    const found = checkAll([row], files('1.png'), folder)
    expect(found.works[0]?.attributes).toEqual([
      { trait_type: 'Text', value: '5' },
      { trait_type: 'Level', value: 5, display_type: 'boost_number' },
    ])
    expect(sentencesOf(found)).toEqual([
      'The trait “Level” appears twice.',
      '“Odd” has the display_type “number”. Use number, date, boost_number or boost_percentage with a number as value, or none.',
    ])
  })

  test('are 100 at most', () => {
    const names = Array.from({ length: 101 }, (_, at) => `T${at}`)
    const found = match(`id,file,${names}\n1,1.png,${names}\n`, files('1.png'))
    expect(sentencesOf(found)).toEqual([
      'There are 101 different traits. The maximum is 100.',
    ])
  })
})

test('texts follow the character rules, and links begin with https', () => {
  const found = match(
    `id,file,name,external_url,Phase\n1,1.png,a\u202eb,http://a.example,x\u200by\n2,2.png,${'n'.repeat(101)},javascript:alert(1),e\u0301\n`,
    files('1.png', '2.png'),
  )
  expect(linesOf(found)).toEqual(['2 link', '2 text', '2 text', '3 link', '3 text'])
  expect(found.problems.map(({ field }) => field)).toEqual([
    'external_url',
    'name',
    'Phase',
    'external_url',
    'name',
  ])
  expect(sentencesOf(found).at(-1)).toBe('Name has 101 characters. The maximum is 100.')
  expect(found.works[1]?.attributes).toEqual([{ trait_type: 'Phase', value: '\u00e9' }])
})

test('names with the number of their work are counted, and dropped where it is wanted', () => {
  const text =
    'id,file,name\n1,a.png,Moon #1\n2,b.png,Moon 02\n3,c.png,Moon 23\n4,d.png,4 winds'
  const all = files('a.png', 'b.png', 'c.png', 'd.png')
  expect(match(text, all).notices).toEqual([
    {
      code: 'numbered',
      sentence: '2 names hold the number of the work, such as “Moon #1” for #1',
      count: 2,
    },
  ])
  const dropped = match(text, all, { corrections: [{ kind: 'drop_numbers' }] })
  expect(dropped.notices).toEqual([])
  expect(dropped.works.map(({ name }) => name)).toEqual([
    null,
    null,
    'Moon 23',
    '4 winds',
  ])
})

test('the number of works has to be the supply', () => {
  const found = match('id,file\n1,1.png\n', files('1.png'), { supply: 1200 })
  expect(sentencesOf(found)).toEqual([
    'There is 1 work, and the supply is 1,200. Make them the same.',
  ])
  expect(match('id,file\n1,1.png\n', files('1.png'), { supply: 1 }).problems).toEqual([])
})

test('10,001 works are too many', () => {
  const ids = Array.from({ length: 10_001 }, (_, at) => `${at + 1}`)
  const found = match(
    `id,file\n${ids.map((id) => `${id},${id}.png`).join('\n')}`,
    ids.map((id) => file(`${id}.png`)),
  )
  expect(sentencesOf(found)).toEqual(['There are 10,001 works. The maximum is 10,000.'])
})
