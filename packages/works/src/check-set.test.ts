import { finishSlices, type Slices } from '@platemark/rules/slices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSet, checkSetInSlices, isSetText } from './check-set.ts'
import { countTraitsInSlices } from './count-traits.ts'
import { matchWorks } from './match-works.ts'
import { readSheet } from './read-sheet.ts'
import type { WorkFile } from './work-types.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const file = (path: string): WorkFile => ({ path, size: 1, sha256: `hash of ${path}` })

/** Checks a set of these pictures and text files. */
function check(
  pictures: string[],
  texts: Record<string, string>,
  options: Partial<Parameters<typeof checkSet>[0]['options']> = {},
) {
  return checkSet({
    files: [...pictures, ...Object.keys(texts)].map(file),
    texts: Object.entries(texts).map(([path, text]) => ({ path, bytes: encode(text) })),
    options: { origin: 'zip', ...options },
  })
}

describe('a whole set', () => {
  test('is read from a folder with a sheet, without what systems add', () => {
    const report = check(
      [
        ...[
          'moons/art/1.png',
          'moons/art/2.png',
          'moons/.DS_Store',
          '__MACOSX/moons/._1.png',
        ],
        ...[
          'moons/art/Thumbs.db',
          'moons/desktop.ini',
          'moons/empty/',
          'moons/licence.txt',
        ],
      ],
      { 'moons/moons.csv': 'id,file\n1,art/1.png\n2,2.png\n' },
    )
    expect(report.problems).toEqual([])
    expect(report.works.map(({ image }) => image)).toEqual([
      'moons/art/1.png',
      'moons/art/2.png',
    ])
    expect(report.described_by).toBe('moons/moons.csv')
    expect(report.notices.map(({ sentence }) => sentence)).toEqual([
      '5 system files left out',
      '“moons/licence.txt” left out: not an image, a video, a sheet or JSON',
    ])
  })

  test('is read from the folders of a generator, which begin at 0', () => {
    const report = check(['build/images/0.png', 'build/images/1.png'], {
      'build/json/0.json': '{"name":"A","attributes":[{"trait_type":"P","value":"New"}]}',
      'build/json/1.json': '{"name":"B","image":"ipfs://x/1.png"}',
    })
    expect(report.problems).toEqual([])
    expect(report.works).toMatchObject([
      { token_id: '1', name: 'A', image: 'build/images/0.png' },
      { token_id: '2', name: 'B', image: 'build/images/1.png' },
    ])
    expect(report.described_by).toBe('2 JSON files')
  })

  test('without a sheet is its images', () => {
    const report = check(['a.png', 'b.png'], {})
    expect(report.problems.map(({ code }) => code)).toEqual(['order'])
    expect(report.described_by).toBeNull()
  })

  test('with two descriptions asks which one is meant', () => {
    const sheets = check(['1.png'], {
      'a.csv': 'id,file\n1,1.png\n',
      'b.csv': 'id,file\n1,1.png\n',
    })
    expect(sheets.problems.map(({ sentence }) => sentence)).toEqual([
      'b.csv is a second sheet beside a.csv. Leave out the one you do not need.',
    ])
    const texts = { 'a.csv': 'id,file\n1,1.png\n', '1.json': '{"name":"From JSON"}' }
    const both = check(['1.png'], texts)
    expect(both.problems.map(({ sentence }) => sentence)).toEqual([
      'a.csv and 1 JSON file both describe the works. Leave out the one you do not need.',
    ])
    const corrections = both.problems.flatMap(({ fix }) =>
      fix?.kind === 'leave_out' ? [fix] : [],
    )
    const chosen = check(['1.png'], texts, { corrections })
    expect(chosen.problems).toEqual([])
    expect(chosen.works[0]?.name).toBe('From JSON')
  })

  test('with rows that cannot be read reports them and not what follows from them', () => {
    const report = check(
      ['1.png', '2.png', '3.png'],
      { 'a.csv': 'id,file\n1,1.png\n2,"2.png\n3,3.png\n' },
      { supply: 3 },
    )
    expect(report.problems.map(({ code, line }) => [code, line])).toEqual([
      ['half_row', 3],
    ])
  })

  test('needs the bytes of sheets and JSON alone', () => {
    const paths = [
      'a.csv',
      'b.TSV',
      '1.json',
      '1.png',
      '._a.csv',
      '__MACOSX/a.csv',
      'a.txt',
    ]
    expect(paths.filter((path) => isSetText(path))).toEqual(['a.csv', 'b.TSV', '1.json'])
  })
})

/** Sets of up to 12 works with mistakes of every kind. */
const messySets = fc.record({
  rows: fc.array(
    fc.record({
      id: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 12 }).map(String) },
        fc.constantFrom('', 'x', '1E+21'),
      ),
      image: fc.oneof(
        {
          weight: 8,
          arbitrary: fc.integer({ min: 0, max: 12 }).map((at) => `${at}.png`),
        },
        fc.constantFrom('', '1', 'A.PNG', '2.tiff', '3.mp4', '#REF!', 'ambiguous'),
      ),
      name: fc.constantFrom('', 'Moon', 'a\u202eb'),
      phase: fc.constantFrom('', 'Waxing gibbous', 'Waxing gibous', 'waxing gibbous'),
      link: fc.constantFrom('', 'https://a.example', 'ftp://a.example'),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  files: fc.uniqueArray(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 12 }).map((at) => `${at}.png`) },
      fc.constantFrom(
        'a.png',
        '2.tiff',
        '3.mp4',
        'ambiguous.png',
        'ambiguous.jpg',
        '.DS_Store',
      ),
    ),
    { maxLength: 14 },
  ),
  hashes: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 }),
})

function toSheet(rows: { [field: string]: string }[]): string {
  const lines = rows.map(({ id, image, name, phase, link }) =>
    [id, image, name, phase, link].join(','),
  )
  return ['id,file,name,Phase,external_url', ...lines].join('\n')
}

test('the order of rows and files makes no difference', () => {
  const shuffled = messySets.chain((set) =>
    fc.record({
      set: fc.constant(set),
      order: fc.shuffledSubarray([...set.rows.keys()], { minLength: set.rows.length }),
      fileOrder: fc.shuffledSubarray(set.files, { minLength: set.files.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ set, order, fileOrder }) => {
      const files = set.files.map((path, at) => ({
        ...file(path),
        sha256: `${set.hashes[at]}`,
      }))
      const { rows } = finishSlices(readSheet('a.csv', encode(toSheet(set.rows))))
      const options = { origin: 'folder' } as const
      const matched = (...input: Parameters<typeof matchWorks>) =>
        finishSlices(matchWorks(...input))
      const other = matched(
        order.flatMap((at) => rows[at] ?? []),
        fileOrder.flatMap((path) => files.find((one) => one.path === path) ?? []),
        options,
      )
      expect(other).toEqual(matched(rows, files, options))
    }),
    { numRuns: 150 },
  )
})

test('nothing is dropped silently and no problem is there twice', () => {
  fc.assert(
    fc.property(messySets, ({ rows, files }) => {
      const report = check(files, { 'a.csv': toSheet(rows) }, { supply: rows.length })
      const { problems, works, notices } = report
      expect(new Set(problems.map(({ key }) => key)).size).toBe(problems.length)
      const places = problems.map(({ code, line, field, file: path, sentence }) =>
        [code, line, field, path, sentence].join('|'),
      )
      expect(new Set(places).size).toBe(places.length)
      // Without a column of files the header is reported for all rows.
      const isHeaderRefused = problems.some(({ code }) => code === 'columns')
      for (const [at, row] of rows.entries()) {
        const line = at + 2
        const isBlank = Object.values(row).every((cell) => cell === '')
        const isReported = problems.some((problem) => problem.line === line)
        const work = works.find(({ source }) => source.line === line)
        const isWhole =
          work !== undefined &&
          work.image !== null &&
          (row.name === '' || work.name !== null) &&
          (row.link === '' || work.external_url !== null) &&
          (row.phase === '' || work.attributes.length === 1)
        expect(isBlank || isReported || isWhole || isHeaderRefused).toBe(true)
      }
      // A file is shown, reported, or counted in a notice.
      const names = new Set(works.flatMap(({ image, animation }) => [image, animation]))
      const isUnclear = problems.some(
        ({ code }) => code === 'unclear_file' || code === 'columns',
      )
      for (const path of files) {
        const isNamed = problems.some(({ sentence, fix }) =>
          [sentence, JSON.stringify(fix ?? '')].some((text) => text.includes(path)),
        )
        const isCounted =
          path === '.DS_Store' && notices.some(({ code }) => code === 'system')
        const isOfRow = problems.some(
          ({ code, field }) => code.endsWith('_id') || field === 'id',
        )
        expect(names.has(path) || isNamed || isCounted || isUnclear || isOfRow).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

/**
 * Runs slices to their end, and returns the processor time of each in milliseconds. It includes
 * that of the threads that collect garbage and compile.
 */
function measure<Result>(slices: Slices<Result>): { result: Result; times: number[] } {
  const times: number[] = []
  for (;;) {
    const start = process.cpuUsage()
    const step = slices.next()
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
    if (step.done) return { result: step.value, times }
  }
}

/** Measures the same work twice: a slice in which garbage is collected is short in the other. */
function measureTwice<Result>(start: () => Slices<Result>): {
  result: Result
  longest: number
} {
  const { result, times } = measure(start())
  const { times: others } = measure(start())
  const least = times.map((time, at) => Math.min(time, others[at] ?? 0))
  return { result, longest: Math.max(...least) }
}

const ids = Array.from({ length: 10_000 }, (_, at) => at + 1)
const traits = Array.from({ length: 20 }, (_, at) => `Trait ${at}`)
const nameValue = (id: number, at: number) => `Value ${(id * (at + 7)) % 40}`
const pictures = ids.map((id) => ({
  ...file(`set/moon-${id}.png`),
  ...{ width: 3000, height: 3000 },
}))

/** Milliseconds of a slice: a page adds up to 8 of earlier ones, and no task may take 50. */
const MAX_SLICE_MS = 40

test('10,000 rows with 20 traits are read, matched and counted in short slices, well under a second', () => {
  const lines = ids.map((id) =>
    [
      id,
      `moon-${id}.png`,
      `Moon ${id}`,
      ...traits.map((_, at) => nameValue(id, at)),
    ].join(','),
  )
  const sheet = encode([['id', 'file', 'name', ...traits].join(','), ...lines].join('\n'))
  const input = {
    files: [...pictures, file('set/moons.csv')],
    texts: [{ path: 'set/moons.csv', bytes: sheet }],
    options: { origin: 'folder' as const, supply: 10_000 },
  }
  const start = process.cpuUsage()
  const checked = measureTwice(() => checkSetInSlices(input))
  const counted = measureTwice(() => countTraitsInSlices(checked.result.works))
  const { user } = process.cpuUsage(start)
  expect(checked.result.problems).toEqual([])
  expect(checked.result.works).toHaveLength(10_000)
  expect(counted.result.traits).toHaveLength(20)
  // A quarter of it on a quiet machine; processor time, because others use the machine too.
  expect(user / 2e6).toBeLessThan(2.5)
  expect(Math.max(checked.longest, counted.longest)).toBeLessThan(MAX_SLICE_MS)
})

test('10,000 JSON files with two mistakes each are checked in short slices', () => {
  const texts = ids.map((id) => ({
    path: `set/${id}.json`,
    bytes: encode(
      JSON.stringify({
        name: `Möön ${id}`,
        image: `ipfs://x/MOON ${id}.PNG`,
        attributes: [{ trait_type: 'Phase', value: `Phase ${id % 2000} of many` }],
      }),
    ),
  }))
  const input = {
    files: [...pictures, ...texts.map(({ path }) => file(path))],
    ...{ texts, options: { origin: 'folder' as const } },
  }
  const { result, longest } = measureTwice(() => checkSetInSlices(input))
  expect(result.problems).toHaveLength(20_000)
  expect(longest).toBeLessThan(MAX_SLICE_MS)
})
