import { finishSlices, mapSlices, type Slices } from '@platemark/rules/slices'
import { baseName, classifyFile, withoutEnding } from './set-files.ts'
import type { WorkFile } from './work-types.ts'

/** How a name was matched to a file; `exact` needs no notice. */
export type MatchStage = 'exact' | 'extension' | 'folded'

/** The file of a name, the files that it may mean, or none. */
export type FoundFile =
  | { file: WorkFile; stage: MatchStage }
  | { candidates: WorkFile[] }
  | undefined

export type FileIndex = {
  /** Does in slices what `find` would do at once for the first name without a plain match. */
  prepare(names: readonly string[]): Slices<void>
  /** Finds the file of a name for an image or an animation. */
  find(name: string, use: 'image' | 'animation'): FoundFile
  /** Finds the one file whose name is the same number behind zeros: 0007.png of 7. */
  findByNumber(name: string): WorkFile | undefined
}

/**
 * Indexes the files of a set by name: exact, then without the ending, then in one letter case
 * and Unicode form (NFC). At each stage a path, with or without the top folder of all files,
 * counts before the name alone. Position never matters.
 */
export function* indexFiles(
  files: readonly WorkFile[],
  topFolder: string,
): Slices<FileIndex> {
  const namesOf = ({ path }: WorkFile) => [
    path,
    path.startsWith(topFolder) ? path.slice(topFolder.length) : path,
    baseName(path),
  ]
  const stemsOf = (file: WorkFile) => namesOf(file).map(withoutEnding)
  const exact = yield* group(files, namesOf)
  const stems = yield* group(files, stemsOf)
  // Most names match before these are needed.
  let folded: FoldedFiles | undefined
  let numbers: Map<string, WorkFile[]> | undefined
  function* fold(): Slices<FoldedFiles> {
    folded ??= {
      names: yield* group(files, (file) => namesOf(file).map(foldName)),
      stems: yield* group(files, (file) => stemsOf(file).map(foldName)),
    }
    return folded
  }
  return {
    *prepare(names) {
      const isPlain = (name: string) =>
        name === '' || exact.has(name) || stems.has(withoutEnding(name))
      if (!names.every(isPlain)) yield* fold()
    },
    findByNumber(written) {
      const digits = classifyFile(written) === 'other' ? written : withoutEnding(written)
      if (!/^\d+$/.test(digits)) return undefined
      numbers ??= finishSlices(
        group(files, ({ path }) => {
          const [, number] = /^0+(\d+)$/.exec(withoutEnding(baseName(path))) ?? []
          return number === undefined ? [] : [number]
        }),
      )
      const [first, second] = numbers.get(digits) ?? []
      return second ? undefined : first
    },
    find(written, use) {
      const names = spellings(written)
      for (const name of names) {
        const found = findOne(exact, name, use, 'exact')
        if (found) return found
      }
      for (const name of names) {
        const found = findStem(stems, name, use, 'extension')
        if (found) return found
      }
      const { names: whole, stems: short } = finishSlices(fold())
      for (const name of names.map(foldName)) {
        const found =
          findOne(whole, name, use, 'folded') ?? findStem(short, name, use, 'folded')
        if (found) return found
      }
      return undefined
    },
  }
}

/** The name as a path inside the set, then decoded, then its last part alone. */
function spellings(written: string): string[] {
  // Nearly all names are plain, and there are many of them.
  if (/^[\w .()-]+$/.test(written)) return [written]
  const path = written
    .replaceAll('\\', '/')
    .replace(/^[a-z]+:\/\/(?:[^/]*\/)?|^\.?\/+/i, '')
    .replace(/(?<=\.\w+)[?#].*$/, '')
  const names = [path, decodePercent(path)]
  return [...new Set([...names, ...names.map(baseName)])].filter((name) => name !== '')
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function findStem(
  stems: Map<string, WorkFile[]>,
  name: string,
  use: 'image' | 'animation',
  stage: MatchStage,
): FoundFile {
  const whole = findOne(stems, name, use, stage)
  if (whole) return whole
  // A dot in a name without an ending begins none.
  const kind = classifyFile(name)
  if (kind === 'other') return undefined
  const found = findOne(stems, withoutEnding(name), use, stage)
  if (!found || !('file' in found) || kind === 'wrong') return found
  // A video is no stand-in for an image, nor an image for a video.
  return classifyFile(found.file.path, found.file.format) === kind ? found : undefined
}

function findOne(
  index: Map<string, WorkFile[]>,
  name: string,
  use: 'image' | 'animation',
  stage: MatchStage,
): FoundFile {
  const all = index.get(name)
  if (!all) return undefined
  // 1 may mean 1.png and 1.mp4: as an image it is the picture, as an animation the video.
  const suitable = all.filter(({ path, format }) => {
    const kind = classifyFile(path, format)
    return use === 'image' ? kind === 'picture' : kind === 'video'
  })
  const candidates = suitable.length > 0 ? suitable : all
  const [file] = candidates
  if (!file) return undefined
  return candidates.length === 1 ? { file, stage } : { candidates }
}

/** Returns a name in lower case and NFC, in which names are compared at last. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

type FileGroups = Map<string, WorkFile[]>

/** Files by the folded forms of their names, with and without the ending. */
type FoldedFiles = { names: FileGroups; stems: FileGroups }

function* group(
  files: readonly WorkFile[],
  keysOf: (file: WorkFile) => string[],
): Slices<FileGroups> {
  const groups: FileGroups = new Map()
  yield* mapSlices(files, (file) => {
    for (const key of keysOf(file)) {
      const known = groups.get(key)
      if (!known) groups.set(key, [file])
      // Two keys of one file are often the same.
      else if (known.at(-1) !== file) known.push(file)
    }
  })
  return groups
}
