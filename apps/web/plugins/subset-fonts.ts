import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const fontsourceFolder = '@fontsource-variable'

/** The faces of the first view and the whole ones they are cut out of. */
const fonts: { name: string; whole: string; weight?: number }[] = [
  {
    name: 'instrument-sans-common.woff2',
    whole: `${fontsourceFolder}/instrument-sans/files/instrument-sans-latin-wght-normal.woff2`,
  },
  {
    name: 'bricolage-grotesque-common.woff2',
    whole: `${fontsourceFolder}/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2`,
    // Headings have one weight: without the others the face is half as heavy.
    weight: 650,
  },
]

/** Kerning and figures of one width are what the sheets ask for: ligatures and the like weigh more. */
const subsetOptions = { targetFormat: 'woff2', keepFeatures: ['kern', 'tnum'] } as const

/**
 * Writes the faces of the first view into `folder`, with the characters that `ui/kit.css` takes
 * from them: half of the bytes, for nearly every text. Answers `folder`.
 */
export async function subsetFonts(folder: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const sheet = readFileSync(
    join(import.meta.dirname, '..', 'src', 'ui', 'kit.css'),
    'utf8',
  )
  mkdirSync(folder, { recursive: true })
  for (const { name, whole, weight } of fonts) {
    const characters = readCharacters(sheet, name)
    const face = await subsetFont(readFileSync(resolve(whole)), characters, {
      ...subsetOptions,
      ...(weight !== undefined && { variationAxes: { wght: weight } }),
    })
    // Two builds at once must not read what the other has half written.
    const own = join(folder, `${process.pid}-${name}`)
    writeFileSync(own, face)
    renameSync(own, join(folder, name))
  }
  return folder
}

/** The characters for which a sheet asks for this face. Throws when it does not say. */
function readCharacters(sheet: string, name: string): string {
  const rule = sheet.split('@font-face').find((one) => one.includes(`@faces/${name}`))
  const ranges = /unicode-range:\s+([^;]+);/.exec(rule ?? '')?.[1]
  if (!ranges) throw new Error(`ui/kit.css does not say which characters ${name} has.`)
  return ranges.split(',').map(expandRange).join('')
}

/** `U+2013-2014` as its two characters. */
function expandRange(range: string): string {
  const [first = 0, last = first] = range
    .trim()
    .slice('U+'.length)
    .split('-')
    .map((code) => Number.parseInt(code, 16))
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return String.fromCodePoint(...codes)
}
