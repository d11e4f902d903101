import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { PRIVATE_FILE_MODE } from '../../../files/private-folder.ts'
import type { BundleFile } from './bundle-format.ts'

type Bytes = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

/** ZIP that is written to a file, entry by entry. */
export type BundleZip = {
  /** Adds a file and returns its size and hash; `isCompressed` for texts. */
  add(path: string, bytes: Bytes, isCompressed?: boolean): Promise<BundleFile>
  /** Adds a file whole. */
  addText(path: string, text: string | Uint8Array): Promise<BundleFile>
  /** Ends the archive once every byte is in the file. */
  end(): Promise<void>
  /** Ends it without a whole archive. */
  abort(error: Error): Promise<void>
}

/** A ZIP stores local time to two seconds: noon of its first day in every time zone. */
const TIME = new Date(1980, 0, 1, 12)
const MODE = 0o100644

/**
 * Creates a ZIP at `path` whose bytes depend on what is added alone. It holds a part of one file
 * at a time. Calls throw the error of the disk, or of the source of a file.
 */
export function createBundleZip(path: string): BundleZip {
  const zip = new ZipFile()
  const file = createWriteStream(path, { mode: PRIVATE_FILE_MODE, flags: 'wx' })
  // Safe: the library creates a PassThrough.
  const output = zip.outputStream as Readable
  const written = pipeline(output, file)
  // Reported by the call that waits for it.
  written.catch(() => {})
  zip.on('error', (error: Error) => output.destroy(error))

  async function add(
    name: string,
    bytes: Bytes,
    isCompressed = true,
  ): Promise<BundleFile> {
    const hash = createHash('sha256')
    let size = 0
    const source = Readable.from(
      (async function* () {
        for await (const chunk of bytes) {
          const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
          hash.update(part)
          size += part.length
          if (part.length > 0) yield part
        }
      })(),
      { objectMode: false },
    )
    const isRead = new Promise<void>((resolve, reject) => {
      source.once('end', resolve)
      source.once('error', reject)
    })
    const options = { mtime: TIME, mode: MODE, compress: isCompressed }
    zip.addReadStream(source, name, { ...options, forceDosTimestamp: true })
    const failed = written.then(() => {
      throw new Error('archive ended early')
    })
    await Promise.race([isRead, failed])
    return { path: name, size, sha256: hash.digest('hex') }
  }

  return {
    add,
    addText: (name, text) => add(name, [text]),
    async end() {
      zip.end()
      await written
    },
    async abort(error) {
      output.destroy(error)
      await written.catch(() => {})
    },
  }
}
