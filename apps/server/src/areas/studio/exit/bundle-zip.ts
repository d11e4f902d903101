import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { PRIVATE_FILE_MODE } from '../../../files/private-folder.ts'
import type { BundleFile } from './bundle-format.ts'

type Bytes = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

/** ZIP that is written to a file, entry by entry. */
export type BundleZip = {
  /** Adds a file and returns its size and hash; `isCompressed` for texts. */
  add(path: string, bytes: Bytes, isCompressed?: boolean): Promise<BundleFile>
  /** Adds a file whole; a short one is stored as it is. */
  addText(path: string, text: string | Uint8Array): Promise<BundleFile>
  /** Ends the archive once every byte is in the file. */
  end(): Promise<void>
  /** Ends it without a whole archive. */
  abort(error: Error): Promise<void>
}

/** A ZIP stores local time to two seconds: noon of its first day in every time zone. */
const TIME = new Date(1980, 0, 1, 12)
const FIXED = { mtime: TIME, mode: 0o100644, forceDosTimestamp: true }
/** Shorter texts are stored as they are: a set has 10,000, and each compressor takes 300 kB. */
const MIN_COMPRESSED_BYTES = 4096

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
  // Each call sets it anew: 20,000 calls that wait for `written` would stay in memory with it.
  let endCall: (error: Error) => void = () => {}
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure = error
    endCall(error)
  }
  written.then(() => fail(new Error('archive ended early')), fail)
  zip.on('error', (error: Error) => output.destroy(error))

  async function add(
    name: string,
    bytes: Bytes,
    isCompressed = true,
  ): Promise<BundleFile> {
    if (failure) throw failure
    const { source, described } = measure(bytes)
    const options = { ...FIXED, compress: isCompressed }
    zip.addReadStreamLazy(name, options, giveOnce(source))
    const ended = new Promise<never>((_resolve, reject) => {
      endCall = reject
    })
    return { path: name, ...(await Promise.race([described, ended])) }
  }

  async function addText(name: string, text: string | Uint8Array): Promise<BundleFile> {
    const bytes = Buffer.from(text)
    if (bytes.length >= MIN_COMPRESSED_BYTES) return add(name, [bytes])
    if (failure) throw failure
    zip.addBuffer(bytes, name, { ...FIXED, compress: false })
    // The library writes it in the next turn.
    await setImmediate()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { path: name, size: bytes.length, sha256 }
  }

  return {
    add,
    addText,
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

/** Returns a stream of the bytes, with size and hash of all of them once it was read. */
function measure(bytes: Bytes) {
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
  const described = new Promise<Omit<BundleFile, 'path'>>((resolve, reject) => {
    source.once('end', () => resolve({ size, sha256: hash.digest('hex') }))
    source.once('error', reject)
  })
  return { source, described }
}

/** Gives a stream away and forgets it: the library holds what it was given until the end. */
function giveOnce(stream: Readable) {
  let given: Readable | undefined = stream
  return (take: (error: unknown, stream: Readable) => void) => {
    if (given) take(null, given)
    given = undefined
  }
}
