import { createHash, type Hash } from 'node:crypto'
import type { FileStore, ListedFile } from './file-store.ts'
import { DamagedSourceError, SourceError } from './source-error.ts'

/** Files that are copied at a time. */
const CONCURRENCY = 4

/** Progress and, at the end, the result of a copy. */
export type CopyCounts = {
  /** Files of the source, and their bytes. */
  files: number
  bytes: number
  /** Files that the target had before. */
  present: number
  copied: number
  copied_bytes: number
  /** Bytes of the files that are dealt with. */
  done_bytes: number
  /** Files that the program deleted in the source meanwhile. */
  gone: number
  /** Names of files whose bytes are not those of their name; they are not copied. */
  damaged: string[]
}

/** Failure of one of the two stores; the copy goes on where it ended when it is repeated. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
  readonly end: 'source' | 'target'

  constructor(end: CopyError['end'], cause: unknown) {
    super(`${end} of the copy failed`, { cause })
    this.end = end
  }
}

/**
 * Copies the files that `target` does not have, compares what it then has with what was read,
 * and leaves `source` as it is. `report` is called after each file that was not there. Throws
 * `CopyError`.
 */
export async function copyFiles(
  source: FileStore,
  target: FileStore,
  report: (counts: CopyCounts) => void = () => {},
): Promise<CopyCounts> {
  const present = new Map<string, number>()
  for (const { name, size } of await listAll(target, 'target')) present.set(name, size)
  const files = await listAll(source, 'source')
  const counts: CopyCounts = {
    ...{ files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
    ...{ present: 0, copied: 0, copied_bytes: 0, done_bytes: 0, gone: 0, damaged: [] },
  }
  const copyNext = async (file: ListedFile) => {
    const isPresent = present.get(file.name) === file.size
    if (isPresent) counts.present += 1
    else count(counts, file, await copyFile(source, target, file.name))
    counts.done_bytes += file.size
    if (!isPresent) report({ ...counts })
  }
  await forEachAtOnce(files, copyNext)
  return counts
}

type Outcome = 'copied' | 'gone' | 'damaged'

function count(counts: CopyCounts, { name, size }: ListedFile, outcome: Outcome): void {
  if (outcome === 'damaged') counts.damaged.push(name)
  else counts[outcome] += 1
  if (outcome === 'copied') counts.copied_bytes += size
}

async function copyFile(
  source: FileStore,
  target: FileStore,
  name: string,
): Promise<Outcome> {
  const file = await source.open(name).catch(throwAs('source'))
  if (!file) return 'gone'
  const read = createHash('sha256')
  try {
    await target.putAs(name, hashing(file.stream, read))
  } catch (error) {
    if (error instanceof DamagedSourceError) return 'damaged'
    throw new CopyError(error instanceof SourceError ? 'source' : 'target', error)
  } finally {
    file.stream.destroy()
  }
  const written = createHash('sha256')
  try {
    for await (const chunk of (await target.open(name))?.stream ?? []) {
      written.update(chunk)
    }
  } catch (error) {
    throw new CopyError('target', error)
  }
  if (read.digest('hex') === written.digest('hex')) return 'copied'
  throw new CopyError('target', new Error(`other bytes came back of ${name}`))
}

async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function listAll(store: FileStore, end: CopyError['end']): Promise<ListedFile[]> {
  const all: ListedFile[] = []
  try {
    for await (const page of store.list()) all.push(...page)
  } catch (error) {
    throw new CopyError(end, error)
  }
  return all
}

/** Runs `work` for a few items at a time; after a failure none is begun. Throws the first one. */
async function forEachAtOnce<T>(
  items: T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const run = async () => {
    for (const item of queue) {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
  if (failures.length > 0) throw failures[0]
}

function throwAs(end: CopyError['end']) {
  return (error: unknown): never => {
    throw new CopyError(end, error)
  }
}
