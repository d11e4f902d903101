import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { masterNotes } from '@platemark/rules/picture-file'
import type { FileStore } from './file-store.ts'
import type { MasterFormat } from './masters/file-layout.ts'
import { type FileSource, streamEdited } from './masters/file-source.ts'
import {
  type Inspection,
  inspectFile,
  type MasterFacts,
  type MasterLimits,
} from './masters/inspect-file.ts'
import { PRIVATE_FILE_MODE } from './private-folder.ts'

/** A stored work. */
export type StoredMaster = {
  name: string
  /** SHA-256 of the stored file. */
  sha256: string
  /** SHA-256 of the uploaded file. */
  uploaded_sha256: string
  facts: MasterFacts
  camera_data: CameraDataState
  /** Parts removed from the file, and camera data kept in it, a sentence each. */
  notes: string[]
}

/**
 * Location and camera data of a stored file: `stays` in formats of which none is removed,
 * whatever the creator decides.
 */
type CameraDataState = 'none' | 'removed' | 'kept' | 'stays'

/** Decision of the creator on location and camera data. */
export type CameraDataOptions = { keepsCameraData?: boolean }

/** Limits of a work in a set. */
export const workLimits: MasterLimits = { bytes: 100 * 2 ** 20, pixels: 100_000_000 }

const extensions: Record<MasterFormat, string> = {
  ...{ png: 'png', apng: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif', avif: 'avif' },
  ...{ mp4: 'mp4', webm: 'webm' },
}

/** All of them. */
export const workExtensions = [...new Set(Object.values(extensions))]

/**
 * Reads what a work is: its whole structure, and its pixels once. Throws
 * `unsupported_media` for another type, a file that breaks off or is damaged, and bytes
 * behind its end; `file_too_large`; and `busy`.
 */
export async function inspectMaster(
  source: FileSource,
  limits: MasterLimits = workLimits,
): Promise<MasterFacts> {
  return (await inspectFile(source, limits)).facts
}

/**
 * Stores a work as it came, without location and camera data unless the creator keeps them:
 * its pixels, orientation and colour profile stay as they are. `source` is a path, beside
 * which a temporary file is written, or the bytes. Throws as `inspectMaster` and
 * `FileStore`.
 */
export async function storeMaster(
  files: FileStore,
  source: FileSource,
  limits: MasterLimits = workLimits,
  { keepsCameraData = false }: CameraDataOptions = {},
): Promise<StoredMaster> {
  const inspection = await inspectFile(source, limits)
  const { facts, layout, edits } = inspection
  const cuts = keepsCameraData ? [] : edits
  const uploaded_sha256 = await hashFile(source)
  const name = await putMaster(files, source, { ...inspection, edits: cuts })
  const camera_data = describeCameraData(inspection, cuts)
  const isKept = camera_data === 'kept' || camera_data === 'stays'
  const notes = [
    ...(cuts.length > 0 ? [masterNotes.cleaned] : []),
    ...(keepsCameraData && isKept ? [masterNotes.kept] : []),
    ...(layout.tail ? [masterNotes[layout.tail]] : []),
  ]
  return { name, sha256: name.slice(0, 64), uploaded_sha256, facts, camera_data, notes }
}

function describeCameraData(
  { facts, layout, edits }: Inspection,
  cuts: Inspection['edits'],
): CameraDataState {
  if (edits.length > 0) return cuts.length > 0 ? 'removed' : 'kept'
  // What a camera writes behind a picture is cut off in any case.
  const isCut = layout.tail === 'film' || layout.tail === 'camera trailer'
  return facts.finds.length > 0 && !isCut ? 'stays' : 'none'
}

async function putMaster(
  files: FileStore,
  source: FileSource,
  { facts, layout, size, edits }: Inspection,
): Promise<string> {
  const extension = extensions[facts.format]
  const isWhole = edits.length === 0 && layout.end === size
  if (typeof source !== 'string') {
    if (isWhole) return files.put(source, extension)
    return files.put(await buffer(streamEdited(source, layout.end, edits)), extension)
  }
  if (isWhole) return files.putFile(source, extension)
  const edited = `${source}.master`
  try {
    const output = createWriteStream(edited, { mode: PRIVATE_FILE_MODE })
    await pipeline(streamEdited(source, layout.end, edits), output)
    return await files.putFile(edited, extension)
  } finally {
    await rm(edited, { force: true })
  }
}

async function hashFile(source: FileSource): Promise<string> {
  const hash = createHash('sha256')
  if (typeof source !== 'string') hash.update(source)
  else for await (const chunk of createReadStream(source)) hash.update(chunk)
  return hash.digest('hex')
}
