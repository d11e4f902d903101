// The paths of files that creators upload, in a folder or in a ZIP.

const MAX_PATH_CHARACTERS = 300

/** Control characters, direction marks and the halves of surrogate pairs. */
const HIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/**
 * Returns the sentence about a path that no file of an upload may have; undefined for a good one.
 * Good paths are relative, with `/` between their parts, and name a place below their folder.
 */
export function findPathProblem(path: string): string | undefined {
  if (path === '') return 'This file has no name. Give it one.'
  if ([...path].length > MAX_PATH_CHARACTERS) {
    return `This path is longer than ${MAX_PATH_CHARACTERS} characters. Shorten it.`
  }
  if (HIDDEN.test(path)) {
    return 'This name has a hidden character. Rename the file.'
  }
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    return 'This path is absolute. Choose the folder itself.'
  }
  if (path.includes('\\')) return 'This name has a backslash. Rename the file.'
  const parts = path.split('/')
  if (parts.includes('..') || parts.includes('.') || parts.includes('')) {
    return 'This path leaves its folder. Choose the folder itself.'
  }
  return undefined
}

/** Returns the form in which two paths are the same file: Unicode NFC. */
export function normalizePath(path: string): string {
  return path.normalize('NFC')
}
