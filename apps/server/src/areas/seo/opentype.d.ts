/** Types of the used part of a library without types. */
declare module 'opentype.js' {
  type Font = {
    unitsPerEm: number
    /** 0 for a character that the font lacks. */
    charToGlyphIndex(character: string): number
    charToGlyph(character: string): {
      advanceWidth: number
      getPath(
        x: number,
        y: number,
        size: number,
      ): { toPathData(decimals: number): string }
    }
  }
  const opentype: { parse(bytes: Uint8Array): Font }
  // biome-ignore lint/style/noDefaultExport: the library has no other
  export default opentype
}
