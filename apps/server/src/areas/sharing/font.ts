import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A font file of one weight: which characters it has, and how wide text is in it. */
export type Font = {
  file: string
  /** Latin with its European letters, digits, punctuation; no other script. */
  has(character: string): boolean
  /** Width in px of text of `size` px, each character `spacing` em further from the next. */
  widthOf(text: string, size: number, spacing?: number): number
}

const resolve = createRequire(import.meta.url).resolve
const openFace = (path: string) => openFont(resolve(`@expo-google-fonts/${path}.ttf`))

/** The faces that share images are set in. The renderer reads no woff2, and says nothing of it. */
export const fonts = {
  display: openFace('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
  text: openFace('instrument-sans/500Medium/InstrumentSans_500Medium'),
}

/** Reads the tables of a TrueType file that say which glyph stands for what, and how wide it is. */
function openFont(file: string): Font {
  const bytes = readFileSync(file)
  const table = tablesOf(bytes)
  const glyphOf = readCharacters(bytes, table('cmap'))
  const unitsPerEm = bytes.readUInt16BE(table('head') + 18)
  const widths = bytes.readUInt16BE(table('hhea') + 34)
  const advanceOf = (glyph: number) =>
    bytes.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, widths - 1)) / unitsPerEm
  return {
    file,
    has: (character) => glyphOf(character) !== 0,
    widthOf: (text, size, spacing = 0) =>
      [...text].reduce((sum, one) => sum + advanceOf(glyphOf(one)) + spacing, 0) * size,
  }
}

function tablesOf(bytes: Buffer): (name: string) => number {
  const count = bytes.readUInt16BE(4)
  const offsets = new Map<string, number>()
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    offsets.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8))
  }
  return (name) => {
    const offset = offsets.get(name)
    if (offset === undefined) throw new Error(`The font has no table ${name}.`)
    return offset
  }
}

/** The Unicode table of format 4, as both fonts have it; 0 is the glyph of what is missing. */
function readCharacters(bytes: Buffer, cmap: number): (character: string) => number {
  const count = bytes.readUInt16BE(cmap + 2)
  const records = Array.from({ length: count }, (_, index) => cmap + 4 + 8 * index)
  const record = records.find((at) => bytes.readUInt16BE(at) === 3)
  const start = record === undefined ? 0 : cmap + bytes.readUInt32BE(record + 4)
  if (bytes.readUInt16BE(start) !== 4)
    throw new Error('The font has no table of format 4.')
  const segments = bytes.readUInt16BE(start + 6) / 2
  const part = (which: number, segment: number) =>
    start + 14 + 2 * segment + which * 2 * segments + (which === 0 ? 0 : 2)
  return (character) => {
    const code = character.codePointAt(0) ?? 0
    for (let segment = 0; segment < segments && code <= 0xffff; segment += 1) {
      if (bytes.readUInt16BE(part(0, segment)) < code) continue
      const first = bytes.readUInt16BE(part(1, segment))
      if (first > code) return 0
      const delta = bytes.readUInt16BE(part(2, segment))
      const rangeAt = part(3, segment)
      const range = bytes.readUInt16BE(rangeAt)
      if (range === 0) return (code + delta) & 0xffff
      const glyph = bytes.readUInt16BE(rangeAt + range + 2 * (code - first))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
