import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { hashOfName, isFileName } from './file-name.ts'
import { listObjects, type ObjectPlace } from './list-objects.ts'
import { isMissing, readErrorName } from './s3-errors.ts'

/**
 * Deletes the files of a store in a bucket that were last stored before `before` and of which
 * `keep` does not return the hash, in pages of `pageSize`; returns how many. A file that is
 * stored again is kept up to the request that deletes it: S3 has no condition that would
 * close the gap of that one request.
 */
export async function deleteOldObjects(
  client: S3Client,
  place: ObjectPlace,
  before: Date,
  keep: (hashes: string[]) => Promise<string[]>,
): Promise<number> {
  let count = 0
  for await (const page of listObjects(client, place)) {
    const names = page.flatMap(({ name, modified }) =>
      modified && modified < before ? name : [],
    )
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

/** Deletes a file unless it has been stored again or deleted. */
async function deleteOlder(
  client: S3Client,
  { bucket, prefix }: ObjectPlace,
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
  { bucket: Bucket, prefix: Prefix }: ObjectPlace,
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
