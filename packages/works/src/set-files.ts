import { describeWrongType } from './messages.ts'

/** How a file of a set is used, judged by its format where that is known, else by its name. */
export type FileKind = 'picture' | 'video' | 'sheet' | 'json' | 'wrong' | 'other'

const KINDS: [endings: RegExp, kind: FileKind][] = [
  [/^(png|apng|jpg|jpeg|jpe|jfif|webp|gif|avif)$/, 'picture'],
  [/^(mp4|m4v|webm)$/, 'video'],
  [/^(csv|tsv)$/, 'sheet'],
  [/^json$/, 'json'],
]

/** Returns how a file is used. */
export function classifyFile(path: string, format?: string): FileKind {
  const find = (ending: string) => KINDS.find(([endings]) => endings.test(ending))?.[1]
  const byFormat = format === undefined ? undefined : find(format)
  if (byFormat) return byFormat
  const ending = fileEnding(path)
  return find(ending) ?? (describeWrongType(ending) ? 'wrong' : 'other')
}

/** Returns what follows the last dot of a file's name, in lower case; '' without a dot. */
export function fileEnding(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns a path without the ending of the file's name. */
export function withoutEnding(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]+$/, '')
}

/** Returns the last whole number in a file's name without its ending; undefined: none. */
export function numberInName(path: string): number | undefined {
  const digits = /(\d+)\D*$/.exec(withoutEnding(baseName(path)))?.[1]
  const number = digits === undefined ? Number.NaN : Number(digits)
  return Number.isSafeInteger(number) ? number : undefined
}

/** Files that systems add to folders and archives, and empty folders. */
const SYSTEM_FILE =
  /(^|\/)__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$|\/$/i

/** Returns whether a system added the file: it is counted and left out. */
export function isSystemFile(path: string): boolean {
  return SYSTEM_FILE.test(path)
}

/** Returns the folder, with its slash, that all paths begin with; '' where they do not. */
export function findTopFolder(paths: readonly string[]): string {
  let [top = ''] = paths
  for (const path of paths) {
    while (!path.startsWith(top)) top = top.slice(0, -1)
  }
  // Only whole folders, and no file itself.
  return top.slice(0, top.lastIndexOf('/') + 1)
}

const collator = new Intl.Collator('en', { numeric: true })

/** Compares names as people count: 2 before 10; equal ones by their code units. */
export function compareNaturally(one: string, other: string): number {
  // Most rows of a set stand in one file.
  if (one === other) return 0
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)
}
