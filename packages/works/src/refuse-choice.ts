import { MAX_WORKS } from './limits.ts'
import { classifyFile, isSystemFile } from './set-files.ts'

/** Files of a set: its works, and what belongs to them. */
const MAX_FILES = MAX_WORKS + 100

/** Files that a creator chose for a set. */
export type ChosenSet = {
  kind: 'folder' | 'files' | 'zip'
  files: readonly { path: string }[]
}

/** Returns why files cannot be a set, a sentence; undefined where they may be one. */
export function describeRefusal({ kind, files }: ChosenSet): string | undefined {
  const own = files.filter(({ path }) => !isSystemFile(path))
  if (own.length > MAX_FILES) {
    return `There are ${own.length.toLocaleString('en')} files. A set has at most ${MAX_WORKS.toLocaleString('en')} works.`
  }
  if (kind === 'zip') return undefined
  if (own.some(({ path }) => /\.(zip|rar|7z)$/i.test(path))) {
    return 'There is a ZIP or another archive among the files. Choose a ZIP alone, or its files unpacked.'
  }
  const isMedia = own.some(({ path }) =>
    ['picture', 'video'].includes(classifyFile(path)),
  )
  return isMedia
    ? undefined
    : 'There are no images among these files. Choose PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM files.'
}
