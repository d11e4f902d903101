import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { isFileName } from './file-name.ts'
import type { S3Settings } from './s3-client.ts'

/** Where the objects of a store are, and how many are listed at a time. */
export type ObjectPlace = Pick<S3Settings, 'bucket' | 'prefix'> & { pageSize: number }

type StoredObject = { name: string; size: number; modified: Date | undefined }

/** Yields the files of a store in a bucket, a page at a time. */
export async function* listObjects(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix, pageSize: MaxKeys }: ObjectPlace,
): AsyncGenerator<StoredObject[]> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix, MaxKeys, ContinuationToken }),
    )
    yield (page.Contents ?? []).flatMap(({ Key = '', Size = 0, LastModified }) => {
      const name = Key.slice(Prefix.length)
      // Other programs may have objects of their own in the bucket.
      return isFileName(name) ? { name, size: Size, modified: LastModified } : []
    })
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}
