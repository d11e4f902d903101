import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { MAX_UPLOAD_FILES } from '@platemark/api/uploads'
import { findPathProblem, normalizePath } from '@platemark/rules/file-path'
import { startLow } from '@platemark/rules/first-letter'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { PRIVATE_FILE_MODE } from '../../../files/private-folder.ts'
import { UploadRefusedError } from './upload-refused.ts'
import { decodeNames } from './zip-names.ts'

/** File in a ZIP. */
export type ZipEntry = { path: string; size: number; entry: Entry }

export type OpenZip = {
  /** Files in the order of the archive, without folders. */
  entries: ZipEntry[]
  /**
   * Unpacks a file to `target` and returns the SHA-256 of its bytes. Throws
   * `UploadRefusedError` if it is damaged.
   */
  extract(entry: ZipEntry, target: string): Promise<string>
  /** Unpacks a file into memory. Throws as `extract` does. */
  read(entry: ZipEntry): Promise<Buffer>
  /** Unpacks a file and returns the SHA-256 of its bytes. Throws as `extract` does. */
  digest(entry: ZipEntry): Promise<string>
  close(): void
}

/** Bytes from which a file that unpacks to many times its size is refused, and how many. */
const MIN_BOMB_BYTES = 1_048_576
const MAX_RATIO = 200

/** Bytes of all files unpacked, and how many files there may be (10,000 works). */
type ZipLimits = { set_bytes: number; files?: number }

/**
 * Opens a ZIP and checks everything that its directory states before a byte is unpacked.
 * Throws `UploadRefusedError`.
 */
export async function openZip(path: string, limits: ZipLimits): Promise<OpenZip> {
  const zip = await open(path)
  try {
    const found = await listEntries(zip, limits.files ?? MAX_UPLOAD_FILES)
    const names = decodeNames(found.map(readRawName))
    const entries = found.flatMap((entry, place) => {
      const name = names[place] ?? ''
      return name.endsWith('/')
        ? []
        : [{ path: name, size: entry.uncompressedSize, entry }]
    })
    refuseEntries(entries, zip.fileSize, limits)
    return {
      entries,
      async extract(one, target) {
        const file = createWriteStream(target, { mode: PRIVATE_FILE_MODE })
        const hash = createHash('sha256')
        await unpack(zip, one, hash, (bytes) => pipeline(bytes, file))
        return hash.digest('hex')
      },
      read: (one) => unpack(zip, one, createHash('sha256'), buffer),
      async digest(one) {
        const hash = createHash('sha256')
        await unpack(zip, one, hash, async (bytes) => {
          for await (const _ of bytes);
        })
        return hash.digest('hex')
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function open(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false } as const
  return new Promise((resolve, reject) => {
    yauzl.open(path, options, (error, zip) => {
      if (error) reject(damaged(error))
      else resolve(zip)
    })
  })
}

function listEntries(zip: ZipFile, most: number): Promise<Entry[]> {
  const entries: Entry[] = []
  // Folders are entries too.
  if (zip.entryCount > 2 * most) throw tooMany()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error) => reject(damaged(error)))
    zip.readEntry()
  })
}

/** Id of the field that repeats a name in UTF-8, with a check of the name it repeats. */
const UNICODE_PATH = 0x7075
const UTF8_FLAG = 0x800

function readRawName({ fileNameRaw, extraFields, generalPurposeBitFlag }: Entry) {
  const bytes = fileNameRaw
  const extra = extraFields.find(({ id }) => id === UNICODE_PATH)?.data
  const isOfName =
    extra && extra.length > 5 && extra[0] === 1 && extra.readUInt32LE(1) === crc32(bytes)
  const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0
  return { bytes, utf8: isUtf8 ? bytes : isOfName ? extra.subarray(5) : undefined }
}

function refuseEntries(
  entries: readonly ZipEntry[],
  fileSize: number,
  { set_bytes, files = MAX_UPLOAD_FILES }: ZipLimits,
): void {
  if (entries.length === 0) throw new UploadRefusedError('The ZIP has no files in it.')
  if (entries.length > files) throw tooMany()
  const seen = new Set<string>()
  for (const { path, entry } of entries) {
    const normal = normalizePath(path)
    const reason = seen.has(normal)
      ? 'it is in the ZIP twice. Make the ZIP again.'
      : findEntryProblem(path, entry)
    if (reason) throw new UploadRefusedError(`${describePath(path)}: ${reason}`)
    seen.add(normal)
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > set_bytes) {
    const most = Math.floor(set_bytes / 2 ** 20).toLocaleString('en')
    throw new UploadRefusedError(
      `The ZIP unpacks to more than ${most} MB, the most a set can have. Make the pictures smaller.`,
    )
  }
  refuseOverlaps(entries, fileSize)
}

function findEntryProblem(path: string, entry: Entry): string | undefined {
  const problem = findPathProblem(path)
  if (problem) return startLow(problem)
  if (entry.isEncrypted()) return 'it is encrypted. Make the ZIP without a password.'
  if (isLink(entry)) return 'it is a link, not a file. Put the file itself into the ZIP.'
  if (/\.(zip|rar|7z|tar|t?gz|bz2|xz)$/i.test(path)) {
    return 'it is an archive in the ZIP. Unpack it, and make one ZIP of the files.'
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    return 'it uses a compression that is not supported. Make the ZIP with Deflate.'
  }
  const { compressedSize, uncompressedSize } = entry
  const isBomb =
    uncompressedSize > MIN_BOMB_BYTES && uncompressedSize > MAX_RATIO * compressedSize
  return isBomb
    ? `it unpacks to more than ${MAX_RATIO} times its size. Choose the folder instead.`
    : undefined
}

const UNIX = 3
const FILE_TYPE = 0o170000
const REGULAR = 0o100000

/** Returns whether an entry of a Unix archive is a link or a device instead of a file. */
function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  if (versionMadeBy >> 8 !== UNIX) return false
  const type = (externalFileAttributes >>> 16) & FILE_TYPE
  return type !== 0 && type !== REGULAR
}

/** Bytes of a file's header in the archive, without name and extra fields. */
const HEADER_BYTES = 30

/** Files that share bytes of the archive make a small one unpack to any size. */
function refuseOverlaps(entries: readonly ZipEntry[], fileSize: number): void {
  const inOrder = [...entries].sort((a, b) => offsetOf(a) - offsetOf(b))
  for (const [place, { path, entry }] of inOrder.entries()) {
    const next = inOrder[place + 1]
    const end = entry.relativeOffsetOfLocalHeader + HEADER_BYTES + entry.compressedSize
    if (end <= (next ? offsetOf(next) : fileSize)) continue
    throw new UploadRefusedError(
      `${describePath(path)}: it shares its bytes with another file of the ZIP. Make the ZIP again.`,
    )
  }
}

function offsetOf({ entry }: ZipEntry): number {
  return entry.relativeOffsetOfLocalHeader
}

/** Unpacks a file through `hash` into `use`, and checks what comes out of it. */
async function unpack<T>(
  zip: ZipFile,
  { path, entry }: ZipEntry,
  hash: Hash,
  use: (bytes: Readable) => Promise<T>,
): Promise<T> {
  let check = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      check = crc32(chunk, check)
      done(null, chunk)
    },
  })
  try {
    const [, used] = await Promise.all([
      pipeline(await openStream(zip, entry), measure),
      use(measure),
    ])
    if (check === entry.crc32) return used
  } catch (error) {
    // Errors of the disk are not the archive's.
    if (error instanceof Error && 'syscall' in error) throw error
    throw damaged(error, path)
  }
  throw damaged(undefined, path)
}

function openStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error)
      else resolve(stream)
    })
  })
}

function damaged(cause: unknown, path?: string): UploadRefusedError {
  const subject = path === undefined ? 'The ZIP' : `${describePath(path)} in the ZIP`
  const sentence = `${subject} is damaged or incomplete. Make the ZIP again, or choose the folder instead.`
  return new UploadRefusedError(sentence, { cause })
}

function tooMany(): UploadRefusedError {
  return new UploadRefusedError(
    'The ZIP has more than 10,000 works, the most a set can have. Leave some out.',
  )
}

/** Returns a path for a sentence: hidden characters are left out, long ones are cut. */
function describePath(path: string): string {
  const shown = path.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
  return shown.length > 80 ? `…${shown.slice(-80)}` : shown
}
