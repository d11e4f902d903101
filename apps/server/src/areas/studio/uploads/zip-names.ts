// Names of entries of a ZIP, which has no field for their encoding but one bit for UTF-8.

/** Name of an entry as it stands in the archive. */
export type RawName = {
  bytes: Buffer
  /** The archive states that the name is UTF-8, or repeats it in UTF-8. */
  utf8: Buffer | undefined
}

/**
 * Decodes the names of an archive: UTF-8 where it is stated or where the bytes are, else
 * Shift-JIS or CP437, by which all other names of the archive read as text.
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const stated = names.map(({ bytes, utf8 }) => decodeUtf8(utf8 ?? bytes))
  const others = names.flatMap(({ bytes }, place) =>
    stated[place] === undefined ? [bytes] : [],
  )
  const decode = isShiftJis(others) ? decodeShiftJis : decodeCp437
  return names.map(({ bytes }, place) => {
    const name = stated[place] ?? decode(bytes) ?? decodeCp437(bytes)
    // Archives of Windows tools separate folders like this.
    return name.replaceAll('\\', '/')
  })
}

function decodeUtf8(bytes: Buffer): string | undefined {
  return decodeStrictly('utf-8', bytes)
}

function decodeShiftJis(bytes: Buffer): string | undefined {
  return decodeStrictly('shift_jis', bytes)
}

function decodeStrictly(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Two Japanese characters in a row: single ones come by chance from two accented letters. */
const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\u30fc]{2}/u

function isShiftJis(names: readonly Buffer[]): boolean {
  if (names.length === 0) return false
  const decoded = names.map(decodeShiftJis)
  const japanese = decoded.filter((name) => name !== undefined && JAPANESE.test(name))
  return !decoded.includes(undefined) && japanese.length * 2 >= decoded.length
}

/** Characters of CP437 from 0x80 on. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

function decodeCp437(bytes: Buffer): string {
  return [...bytes]
    .map((byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte - 0x80] ?? '\ufffd'),
    )
    .join('')
}
