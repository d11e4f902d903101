import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'

/** Font file of one weight, with its coverage and text widths. */
export type Font = {
  file: string
  /**
   * Returns whether the font has the character: Latin with European letters, digits and
   * punctuation.
   */
  has(character: string): boolean
  /** Width in px of text of `size` px with `spacing` em between characters. */
  widthOf(text: string, size: number, spacing?: number): number
  /** Outline of a character in a size in px, as SVG path data from its baseline. */
  outline(character: string, size: number): { path: string; advance: number }
}

const resolve = createRequire(import.meta.url).resolve
const openFace = (path: string) => openFont(resolve(`@expo-google-fonts/${path}.ttf`))

/** Fonts of share images. TrueType, because the renderer silently ignores woff2. */
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
    outline: (character, size) => ({
      path: font.charToGlyph(character).getPath(0, 0, size).toPathData(2),
      advance: advanceOf(character) * size,
    }),
  }
}
