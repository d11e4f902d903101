import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { createDiskFileStore, type FileStore } from '../src/files/file-store.ts'
import { createS3Client, type S3Keys, type S3Settings } from '../src/files/s3-client.ts'
import { createS3FileStore } from '../src/files/s3-file-store.ts'

/** A real place of files, with what tests do to it from outside. */
export type StorePlace = {
  files: FileStore
  /** Milliseconds that two times of storing must be apart to differ. */
  stampMs: number
  /** Lists everything in the place, unfinished parts included. */
  list(): Promise<string[]>
  /** Adds a file that is no part of the store; returns what `list` shows of it. */
  addForeign(): Promise<string>
  /** Takes the place away and makes it unusable. */
  remove(): Promise<void>
  close(): Promise<void>
}

/** Names that the stores of tests compare with the database at a time. */
export const PAGE_SIZE = 3

function newFolder(): string {
  const run = process.env.PLATEMARK_TEST_RUN ?? tmpdir()
  return join(run, `files-${randomBytes(6).toString('hex')}`)
}

/** Opens a store in a new folder. */
export async function openDiskPlace(): Promise<StorePlace> {
  const folder = newFolder()
  const place = join(folder, 'files')
  await mkdir(place, { recursive: true })
  return {
    files: createDiskFileStore(place, PAGE_SIZE),
    stampMs: 10,
    list: async () => {
      const entries = await readdir(place, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    addForeign: async () => {
      await mkdir(join(place, 'lost+found'))
      await writeFile(join(place, 'lost+found', 'inode'), '')
      return 'inode'
    },
    remove: async () => {
      await rm(place, { recursive: true })
      // A file where the folder was, because the store would make a missing folder again.
      await writeFile(place, '')
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Service with an S3 API. */
export type S3Service = { endpoint: string; keys: S3Keys }

/** Opens a store in a new bucket of an emulator. */
export async function openEmulatorPlace(): Promise<StorePlace> {
  const emulator = await startS3Emulator()
  const place = await openBucketPlace(emulator)
  return { ...place, close: emulator.close }
}

/** Starts an emulator of S3, s3rver, in a process of its own. */
export async function startS3Emulator(): Promise<
  S3Service & { close: () => Promise<void> }
> {
  const directory = newFolder()
  await mkdir(directory, { recursive: true })
  const emulator = fork(join(import.meta.dirname, 's3-emulator.ts'), [directory], {
    // The emulator encrypts the places in its lists with an old cipher.
    execArgv: ['--openssl-legacy-provider'],
  })
  const [{ port }] = await once(emulator, 'message')
  return {
    endpoint: `http://127.0.0.1:${port}`,
    keys: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async close() {
      emulator.disconnect()
      await once(emulator, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns settings for a service on this machine, with short waits. */
export function s3Settings(endpoint: string, bucket: string): S3Settings {
  return {
    ...{ bucket, endpoint, region: 'us-east-1', prefix: 'platemark/' },
    ...{ is_path_style: true, timeout_seconds: 20, attempts: 2 },
  }
}

/** Makes a bucket of a service. */
export async function makeBucket({ endpoint, keys }: S3Service, Bucket: string) {
  const client = createS3Client(s3Settings(endpoint, Bucket), keys)
  await client.send(new CreateBucketCommand({ Bucket }))
}

/** Opens a store in a new bucket of a service. */
export async function openBucketPlace({
  endpoint,
  keys,
}: S3Service): Promise<StorePlace> {
  const Bucket = `platemark-${randomBytes(6).toString('hex')}`
  const settings = s3Settings(endpoint, Bucket)
  const client = createS3Client(settings, keys)
  await makeBucket({ endpoint, keys }, Bucket)
  const listKeys = async () => {
    const found: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, ContinuationToken }),
      )
      found.push(...(page.Contents ?? []).map(({ Key = '' }) => Key))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return found
  }
  const remove = async () => {
    for (const Key of await listKeys()) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    }
    await client.send(new DeleteBucketCommand({ Bucket }))
  }
  return {
    files: createS3FileStore(client, settings, PAGE_SIZE),
    stampMs: 1000,
    list: async () => (await listKeys()).map((key) => key.replace(settings.prefix, '')),
    addForeign: async () => {
      await client.send(
        new PutObjectCommand({ Bucket, Key: 'platemark/notes', Body: 'x' }),
      )
      return 'notes'
    },
    remove,
    close: () => remove().catch(() => {}),
  }
}
