import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const fontsourceFolder = '@fontsource-variable'

/** Fonts of the first view and the full files they are subset from. */
const fonts: { name: string; whole: string; weight?: number }[] = [
  {
    name: 'instrument-sans-common.woff2',
    whole: `${fontsourceFolder}/instrument-sans/files/instrument-sans-latin-wght-normal.woff2`,
  },
  {
    name: 'bricolage-grotesque-common.woff2',
    whole: `${fontsourceFolder}/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2`,
    // Headings use one weight: without the other weights the file is half as large.
    weight: 650,
  },
]

/** The stylesheets use kerning and tabular figures only; ligatures would add weight. */
const subsetOptions = { targetFormat: 'woff2', keepFeatures: ['kern', 'tnum'] } as const

/**
 * Writes the fonts of the first view into `folder`, limited to the characters that
 * `ui/kit.css` assigns to them, and returns `folder`. The subset halves the bytes.
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
    // Write and rename: a parallel build must not read a half-written file.
    const own = join(folder, `${process.pid}-${name}`)
    writeFileSync(own, face)
    renameSync(own, join(folder, name))
  }
  return folder
}

/**
 * Returns the characters that the stylesheet assigns to this font. Throws when it has no
 * rule.
 */
function readCharacters(sheet: string, name: string): string {
  const rule = sheet.split('@font-face').find((one) => one.includes(`@faces/${name}`))
  const ranges = /unicode-range:\s+([^;]+);/.exec(rule ?? '')?.[1]
  if (!ranges) throw new Error(`ui/kit.css has no unicode-range for ${name}`)
  return ranges.split(',').map(expandRange).join('')
}

/** Expands a range such as `U+2013-2014` to its characters. */
function expandRange(range: string): string {
  const [first = 0, last = first] = range
    .trim()
    .slice('U+'.length)
    .split('-')
    .map((code) => Number.parseInt(code, 16))
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return String.fromCodePoint(...codes)
}
