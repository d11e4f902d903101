import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'

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

function openFont(file: string): Font {
  const font = opentype.parse(readFileSync(file))
  const advanceOf = (character: string) =>
    font.charToGlyph(character).advanceWidth / font.unitsPerEm
  return {
    file,
    has: (character) => font.charToGlyphIndex(character) !== 0,
    widthOf: (text, size, spacing = 0) =>
      [...text].reduce((sum, one) => sum + advanceOf(one) + spacing, 0) * size,
  }
}
