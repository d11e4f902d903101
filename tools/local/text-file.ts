import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { CollectionFileError } from './collection-file-error.ts'

/** Sentences for reasons of the system, by its code. */
const REASONS: Record<string, string> = {
  ENOENT: 'does not exist.',
  ENOTDIR: 'does not exist.',
  EISDIR: 'is a folder, not a file.',
  EACCES: 'cannot be read: its permissions forbid it.',
  EPERM: 'cannot be read: its permissions forbid it.',
}

/** First bytes of files that are saved under the name of a text. */
const FOREIGN_STARTS: [start: string, sentence: string][] = [
  [
    'PK\x03\x04',
    'is an Excel workbook or another ZIP file. Save it as CSV and use that.',
  ],
  ['\xd0\xcf\x11\xe0', 'is an old Excel workbook. Save it as CSV and use that.'],
  ['%PDF', 'is a PDF. Save the list as CSV and use that.'],
]

/** Reads the bytes of a file. Throws `CollectionFileError` with the reason. */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new CollectionFileError([
      `${file} ${REASONS[code] ?? `cannot be read: ${code}.`}`,
    ])
  }
}

/**
 * Reads a text file as spreadsheets and editors write it: UTF-8, or UTF-16 of both byte
 * orders, each with or without a byte order mark. Throws `CollectionFileError` for any
 * other file, with the line of the first byte that is no UTF-8.
 */
export function readTextFile(file: string): string {
  const bytes = readBytes(file)
  const name = basename(file)
  if (bytes.length === 0) throw new CollectionFileError([`${name} is empty.`])
  const start = bytes.toString('latin1', 0, 4)
  const foreign = FOREIGN_STARTS.find(([begin]) => start.startsWith(begin))
  if (foreign) throw new CollectionFileError([`${name} ${foreign[1]}`])
  const encoding = detectEncoding(bytes)
  if (encoding === 'utf-32') {
    throw new CollectionFileError([`${name} is UTF-32 text. Save it as UTF-8.`])
  }
  const text = decode(bytes, encoding, name)
  const nul = text.indexOf('\0')
  if (nul < 0) return text
  throw new CollectionFileError([
    `${name}, line ${countLines(text.slice(0, nul))}: there is a NUL character, which no text has. Save the file as UTF-8 text.`,
  ])
}

/** Splits a text at any line end: LF, CRLF, CR, and the line separators of Unicode. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/)
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32'

/** Detects the encoding by the byte order mark, else by the places of zero bytes. */
function detectEncoding(bytes: Buffer): Encoding {
  const mark = bytes.toString('hex', 0, 4)
  if (mark === 'fffe0000' || mark === '0000feff') return 'utf-32'
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
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

function decode(
  bytes: Buffer,
  encoding: Exclude<Encoding, 'utf-32'>,
  name: string,
): string {
  try {
    // Removes the byte order mark.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    if (encoding !== 'utf-8') {
      throw new CollectionFileError([`${name} is damaged UTF-16 text. Save it as UTF-8.`])
    }
  }
  const valid = new TextDecoder().decode(bytes).indexOf('\ufffd')
  const line = countLines(new TextDecoder().decode(bytes).slice(0, valid))
  throw new CollectionFileError([
    `${name}, line ${line}: there is a character that is not UTF-8. Save the file as UTF-8, in Excel "CSV UTF-8".`,
  ])
}

function countLines(before: string): number {
  return splitLines(before).length
}
