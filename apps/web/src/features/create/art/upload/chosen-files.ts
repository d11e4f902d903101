import { formatCount } from '@platemark/rules/amounts'
import { compareNaturally, fileEnding, findTopFolder } from '@platemark/works/set-files'

/** A file of a set with its path inside the folder. */
export type ChosenFile = { path: string; file: File }

/** Files that a creator chose for a set. */
export type Choice = {
  kind: 'folder' | 'files' | 'zip'
  /** Name of the folder, of the ZIP or of a single file; else how many files there are. */
  name: string
  files: ChosenFile[]
}

/** Returns the choice of files that an input or a folder dialog gave; undefined for none. */
export function choiceFromFiles(list: Iterable<File>): Choice | undefined {
  const files = [...list].map((file) => ({
    path: file.webkitRelativePath || file.name,
    file,
  }))
  return describeChoice(files)
}

/** Reads what was dropped, with all files of dropped folders; undefined for no file. */
export async function readDrop(transfer: DataTransfer): Promise<Choice | undefined> {
  // The items are gone after the first wait.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return choiceFromFiles(transfer.files)
  const files = await Promise.all(entries.map((entry) => readEntry(entry)))
  return describeChoice(files.flat())
}

function describeChoice(files: ChosenFile[]): Choice | undefined {
  files.sort((one, other) => compareNaturally(one.path, other.path))
  const [first] = files
  if (!first) return undefined
  const top = findTopFolder(files.map(({ path }) => path))
  if (top !== '') return { kind: 'folder', name: top.slice(0, -1), files }
  const isZip = files.length === 1 && fileEnding(first.path) === 'zip'
  const name = files.length > 1 ? `${formatCount(files.length)} files` : first.path
  return { kind: isZip ? 'zip' : 'files', name, files }
}

async function readEntry(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    // Safe: `isFile` and `isDirectory` name the two kinds of entries.
    const read = (entry as FileSystemFileEntry).file.bind(entry)
    return [{ path, file: await new Promise<File>(read) }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: ChosenFile[] = []
  for (;;) {
    // Browsers give at most 100 entries at once.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return files
    for (const one of batch) files.push(...(await readEntry(one)))
  }
}
