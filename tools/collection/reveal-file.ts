import { parseRevealFile } from '@platemark/rules/reveal-file'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { readTextFile } from './text-file.ts'

/** Reads the text of a reveal file. Throws `CollectionFileError` with what is wrong. */
export function readReveal(path: string): string {
  const text = readTextFile(path)
  const read = parseRevealFile(text)
  if ('problem' in read) throw new CollectionFileError([`${path}: ${read.problem}`])
  return text
}
