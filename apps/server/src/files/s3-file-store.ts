import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  type ByteRange,
  type ResolvedRange,
  resolveByteRange,
  UnsatisfiableRangeError,
} from './byte-range.ts'
import { deleteOldObjects } from './delete-old-objects.ts'
import { isFileName, MAX_NAMES, requireExtension, requireFileName } from './file-name.ts'
import { type FileStore, putByHash } from './file-store.ts'
import { listObjects } from './list-objects.ts'
import { checkS3 } from './s3-check.ts'
import { createS3Client, type S3Keys, type S3Settings } from './s3-client.ts'
import { isMissing, readStatus, s3Problem } from './s3-errors.ts'
import { SourceError, verifyContent } from './source-error.ts'
import { withTimeout } from './stream-timeout.ts'

/**
 * Opens a store in a bucket after a check of its settings. Throws `ConfigurationError`. The
 * keys are those of the environment or the machine unless they are passed.
 */
export async function openS3FileStore(
  settings: S3Settings,
  keys?: S3Keys,
): Promise<FileStore> {
  const client = createS3Client(settings, keys)
  await checkS3(client, settings)
  return createS3FileStore(client, settings)
}

/**
 * Creates a store in a bucket of an S3-compatible service. Files are written whole or not at
 * all: the service shows an object once it has all of it. It lists up to `pageSize` files at a
 * time, also for the job `deleteOthers`.
 */
export function createS3FileStore(
  client: S3Client,
  settings: S3Settings,
  pageSize: number = MAX_NAMES,
): FileStore {
  const { bucket: Bucket, prefix } = settings
  const objectOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` })

  async function write(name: string, bytes: Uint8Array): Promise<string> {
    requireFileName(name)
    const command = new PutObjectCommand({ ...objectOf(name), Body: bytes })
    await client.send(command).catch(throwProblem)
    return name
  }

  async function upload(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    requireFileName(name)
    const parts = new Upload({
      client,
      params: { ...objectOf(name), Body: Readable.from(verifyContent(name, bytes)) },
      partSize: PART_BYTES,
      queueSize: MAX_PARTS,
    })
    await parts.done().catch((error: unknown) => {
      throw error instanceof SourceError ? error : s3Problem(error)
    })
  }

  return {
    put: (...file) => putByHash(write, ...file),
    async putFile(path, extension) {
      requireExtension(extension)
      // Read twice: an object gets its name before its bytes.
      const name = `${await hashOfFile(path)}.${extension}`
      await upload(name, createReadStream(path, { highWaterMark: CHUNK }))
      return name
    },
    putAs: upload,
    async *list() {
      try {
        for await (const page of listObjects(client, { ...settings, pageSize })) {
          yield page.map(({ name, size }) => ({ name, size }))
        }
      } catch (error) {
        throw s3Problem(error)
      }
    },
    putDerived: (hash, kind, extension, bytes) =>
      write(`${hash}-${kind}.${extension}`, bytes),
    async has(name) {
      if (!isFileName(name)) return false
      try {
        await client.send(new HeadObjectCommand(objectOf(name)))
        return true
      } catch (error) {
        if (readStatus(error) !== 404) throw s3Problem(error)
        // The answer to HEAD has no body, which would name a missing bucket.
        await client.send(new HeadBucketCommand({ Bucket })).catch(throwProblem)
        return false
      }
    },
    async read(name) {
      const file = await openObject(name)
      if (!file) return undefined
      try {
        return Buffer.concat(await file.stream.toArray())
      } catch (error) {
        throw s3Problem(error)
      }
    },
    open: openObject,
    deleteOthers: (before, keep) =>
      deleteOldObjects(client, { ...settings, pageSize }, before, keep),
  }

  async function openObject(name: string, range?: ByteRange) {
    if (!isFileName(name)) return undefined
    try {
      const part = range && (await withFirst(name, range))
      const Range = part && `bytes=${part.first}-${part.last ?? ''}`
      const command = new GetObjectCommand({ ...objectOf(name), ...(Range && { Range }) })
      const { Body, ContentLength = 0, ContentRange } = await client.send(command)
      if (!(Body instanceof Readable)) throw new Error('object has no body')
      const stream = withTimeout(Body, settings.timeout_seconds)
      return { size: ContentLength, ...parseContentRange(ContentRange), stream }
    } catch (error) {
      if (isMissing(error)) return undefined
      if (readStatus(error) !== 416) throw s3Problem(error)
      throw new UnsatisfiableRangeError(await sizeOf(name).catch(throwProblem))
    }
  }

  /** Some compatible services take the length of an end for a place. */
  async function withFirst(name: string, range: ByteRange) {
    return 'suffix' in range ? resolveByteRange(range, await sizeOf(name)) : range
  }

  async function sizeOf(name: string): Promise<number> {
    const { ContentLength = 0 } = await client.send(new HeadObjectCommand(objectOf(name)))
    return ContentLength
  }
}

/** Parts of an upload that are held in memory at a time, and the least bytes that S3 takes for one. */
const MAX_PARTS = 2
const PART_BYTES = 5 * 2 ** 20

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

const CHUNK = 262_144

/** Parses the part and size of an answer; undefined where the service sent the whole. */
function parseContentRange(
  header: string | undefined,
): { size: number; range: ResolvedRange } | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? []
  if (size === undefined) return undefined
  return { size: Number(size), range: { first: Number(first), last: Number(last) } }
}

function throwProblem(error: unknown): never {
  throw s3Problem(error)
}
