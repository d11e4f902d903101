import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import { hashOfName, isFileName } from './file-name.ts'
import type { S3Settings } from './s3-client.ts'
import { isMissing, readErrorName } from './s3-errors.ts'

type Place = Pick<S3Settings, 'bucket' | 'prefix'> & { pageSize: number }

/**
 * Deletes the files of a store in a bucket that were last stored before `before` and of which
 * `keep` does not return the hash, in pages of `pageSize`; returns how many. A file that is
 * stored again is kept up to the request that deletes it: S3 has no condition that would
 * close the gap of that one request.
 */
export async function deleteOldObjects(
  client: S3Client,
  place: Place,
  before: Date,
  keep: (hashes: string[]) => Promise<string[]>,
): Promise<number> {
  let count = 0
  for await (const names of listOldNames(client, place, before)) {
    const hashes = [...new Set(names.map(hashOfName))]
    const kept = new Set(hashes.length > 0 ? await keep(hashes) : [])
    for (const name of names) {
      if (kept.has(hashOfName(name))) continue
      if (await deleteOlder(client, place, name, before)) count += 1
    }
  }
  await abortOldUploads(client, place, before).catch((error: unknown) => {
    // Some compatible services have no list of uploads, and delete them by themselves.
    if (readErrorName(error) !== 'NotImplemented') throw error
  })
  return count
}

async function* listOldNames(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix, pageSize: MaxKeys }: Place,
  before: Date,
): AsyncGenerator<string[]> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix, MaxKeys, ContinuationToken }),
    )
    yield (page.Contents ?? []).flatMap(({ Key = '', LastModified }) => {
      const name = Key.slice(Prefix.length)
      // Other programs may have objects of their own in the bucket.
      return LastModified && LastModified < before && isFileName(name) ? name : []
    })
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}

/** Deletes a file unless it has been stored again or deleted. */
async function deleteOlder(
  client: S3Client,
  { bucket, prefix }: Place,
  name: string,
  before: Date,
): Promise<boolean> {
  const object = { Bucket: bucket, Key: `${prefix}${name}` }
  try {
    const { LastModified } = await client.send(new HeadObjectCommand(object))
    if (!LastModified || LastModified >= before) return false
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  await client.send(new DeleteObjectCommand(object))
  return true
}

/** Aborts uploads in parts that a killed process left. */
async function abortOldUploads(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: Place,
  before: Date,
): Promise<void> {
  let markers: { KeyMarker?: string; UploadIdMarker?: string | undefined } | undefined =
    {}
  while (markers) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }),
    )
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      const isOld = Initiated !== undefined && Initiated < before
      if (!isOld || !isFileName(Key.slice(Prefix.length))) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    markers = page.IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined
  }
}
