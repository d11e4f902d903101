import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { decodeText } from '@platemark/rules/decode-text'
import { CollectionFileError } from '../local/collection-file-error.ts'

/** Sentences for reasons of the system, by its code. */
const REASONS: Record<string, string> = {
  ENOENT: 'does not exist.',
  ENOTDIR: 'does not exist.',
  EISDIR: 'is a folder, not a file.',
  EACCES: 'cannot be read: its permissions forbid it.',
  EPERM: 'cannot be read: its permissions forbid it.',
}

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

/** Reads a text file as spreadsheets and editors write it. Throws `CollectionFileError`. */
export function readTextFile(file: string): string {
  const decoded = decodeText(readBytes(file))
  if ('text' in decoded) return decoded.text
  const { problem, line } = decoded
  const place = line === undefined ? '' : `, line ${line}:`
  throw new CollectionFileError([`${basename(file)}${place} ${problem}`])
}
