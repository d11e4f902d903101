import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isAnimatedPicture } from '@platemark/rules/picture-file'
import type { FileStore, StoredFile } from './file-store.ts'
import { decodeInTurn } from './masters/decode-master.ts'
import { drawView, type ViewWidth, viewWidths } from './masters/draw-view.ts'
import type { FileSource } from './masters/file-source.ts'
import { PRIVATE_FILE_MODE } from './private-folder.ts'

/** Open file with its name, which is the master's where that is its own view. */
export type OpenedView = StoredFile & { name: string }

/** Extensions of pictures, of which views are made. */
const pictureExtensions = ['png', 'jpg', 'webp', 'gif', 'avif']

/** A master up to this size is held in memory while its view is made. */
const MAX_HELD_BYTES = 8 << 20

/**
 * Opens the view of a stored picture at most `width` pixels wide, which is made at its first
 * request; undefined if there is none. Throws `busy` and as `FileStore`.
 */
export async function openView(
  files: FileStore,
  name: string,
  width: ViewWidth,
): Promise<OpenedView | undefined> {
  const shown = await findView(files, viewName(name, width))
  const file = shown === undefined ? undefined : await files.open(shown)
  return shown && file ? { ...file, name: shown } : undefined
}

/** Returns the name of the view of a stored picture. */
export function viewName(name: string, width: ViewWidth): string {
  return `${name.slice(0, 64)}-${width}.webp`
}

/**
 * Makes the view of this name where it is missing, and returns the name of the file that
 * shows it: the master's where that is its own view, as for an APNG. Undefined for a picture
 * that was never stored, and for other names. Throws as `openView`.
 */
export async function findView(
  files: FileStore,
  view: string,
): Promise<string | undefined> {
  const [, hash, digits] = /^([0-9a-f]{64})-(\d{1,4})\.webp$/.exec(view) ?? []
  const width = viewWidths.find((one) => String(one) === digits)
  if (!hash || !width) return undefined
  if (await files.has(view)) return view
  const master = await findMaster(files, hash)
  return master && makeOnce(files, view, () => makeView(files, master, width))
}

async function findMaster(files: FileStore, hash: string): Promise<string | undefined> {
  for (const extension of pictureExtensions) {
    if (await files.has(`${hash}.${extension}`)) return `${hash}.${extension}`
  }
  return undefined
}

async function makeView(
  files: FileStore,
  master: string,
  width: ViewWidth,
): Promise<string> {
  return decodeInTurn(() =>
    withSource(files, master, async (source, start) => {
      // The decoder reads but the first frame of these.
      const isUnread = /\.(png|avif)$/.test(master) && isAnimatedPicture(start)
      const bytes = isUnread ? undefined : await drawView(source, width)
      if (!bytes) return master
      return files.putDerived(master.slice(0, 64), String(width), 'webp', bytes)
    }),
  )
}

/** Calls `work` with a stored file, a large one as a temporary copy, and its first bytes. */
async function withSource<T>(
  files: FileStore,
  name: string,
  work: (source: FileSource, start: Uint8Array) => Promise<T>,
): Promise<T> {
  const file = await files.open(name)
  if (!file) throw new Error(`stored file is missing: ${name}`)
  const chunks: Uint8Array[] = []
  if (file.size <= MAX_HELD_BYTES) {
    for await (const chunk of file.stream) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    return work(bytes, bytes)
  }
  const folder = await mkdtemp(join(tmpdir(), 'platemark-view-'))
  try {
    const path = join(folder, 'master')
    file.stream.once('data', (chunk) => chunks.push(chunk))
    await pipeline(file.stream, createWriteStream(path, { mode: PRIVATE_FILE_MODE }))
    return await work(path, Buffer.concat(chunks))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Views being made, by store and name: requests for the same view share one. */
const pending = new WeakMap<FileStore, Map<string, Promise<string>>>()

function makeOnce(
  files: FileStore,
  view: string,
  make: () => Promise<string>,
): Promise<string> {
  const views = pending.get(files) ?? new Map<string, Promise<string>>()
  pending.set(files, views)
  const made = views.get(view) ?? make().finally(() => views.delete(view))
  views.set(view, made)
  return made
}
