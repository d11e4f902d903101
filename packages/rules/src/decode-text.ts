import { finishSlices, type Slices } from './slices.ts'

/** First bytes of files that are saved under the name of a text. */
const FOREIGN_STARTS: [start: string, sentence: string][] = [
  [
    'PK\x03\x04',
    'is an Excel workbook or another ZIP file. Save it as CSV and use that.',
  ],
  ['\xd0\xcf\x11\xe0', 'is an old Excel workbook. Save it as CSV and use that.'],
  ['%PDF', 'is a PDF. Save the list as CSV and use that.'],
]

/**
 * Text of a file, or what is wrong with it: a sentence without its subject, which is the name
 * of the file, and the line from 1 where one is to blame.
 */
export type DecodedText = { text: string } | { problem: string; line?: number }

/**
 * Decodes a text file as spreadsheets and editors write it: UTF-8, or UTF-16 of both byte
 * orders, each with or without a byte order mark. No other encoding is guessed, because a
 * wrong guess spoils names silently.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  return finishSlices(decodeParts([bytes]))
}

/** Decodes a text file that was read in parts, as `decodeText` does, a part in each slice. */
export function* decodeParts(parts: readonly Uint8Array[]): Slices<DecodedText> {
  const [bytes] = parts
  if (!bytes || bytes.length === 0) return { problem: 'is empty.' }
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  const foreign = FOREIGN_STARTS.find(([begin]) => start.startsWith(begin))
  if (foreign) return { problem: foreign[1] }
  const encoding = detectEncoding(bytes)
  if (encoding === 'utf-32') return { problem: 'is UTF-32 text. Save it as UTF-8.' }
  const decoded = yield* decode(parts, encoding)
  if ('problem' in decoded) return decoded
  const nul = decoded.text.indexOf('\0')
  if (nul < 0) return decoded
  return {
    line: countLines(decoded.text.slice(0, nul)),
    problem: 'there is a NUL character, which no text has. Save the file as UTF-8 text.',
  }
}

/** Splits a text at any line end: LF, CRLF, CR, and the line separators of Unicode. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/)
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32'

/** Detects the encoding by the byte order mark, else by the places of zero bytes. */
function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third, fourth] = bytes
  const isLittle = first === 0xff && second === 0xfe
  if (isLittle && third === 0 && fourth === 0) return 'utf-32'
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32'
  if (isLittle) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  // Addresses and digits have one zero byte for each character.
  const isMost = (count: number) => count > 0.35 * sample.length
  if (isMost(odd) && !isMost(even)) return 'utf-16le'
  if (isMost(even) && !isMost(odd)) return 'utf-16be'
  return 'utf-8'
}

function* decode(
  parts: readonly Uint8Array[],
  encoding: Exclude<Encoding, 'utf-32'>,
): Slices<DecodedText> {
  try {
    return { text: yield* join(parts, new TextDecoder(encoding, { fatal: true })) }
  } catch {
    if (encoding !== 'utf-8') {
      return { problem: 'is damaged UTF-16 text. Save it as UTF-8.' }
    }
  }
  const text = yield* join(parts, new TextDecoder())
  return {
    line: countLines(text.slice(0, text.indexOf('\ufffd'))),
    problem:
      'there is a character that is not UTF-8. Save the file as UTF-8, in Excel "CSV UTF-8".',
  }
}

/** Decodes parts, of which one may end within a character; removes the byte order mark. */
function* join(
  parts: readonly Uint8Array[],
  decoder: InstanceType<typeof TextDecoder>,
): Slices<string> {
  const texts: string[] = []
  for (const part of parts) {
    texts.push(decoder.decode(part, { stream: true }))
    yield undefined
  }
  return texts.join('') + decoder.decode()
}

function countLines(before: string): number {
  return splitLines(before).length
}
