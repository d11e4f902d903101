import { S3Client } from '@aws-sdk/client-s3'
import type { FileStoreConfiguration } from '../configuration/file-store.ts'

/** Settings of a store in a bucket. */
export type S3Settings = Omit<FileStoreConfiguration, 'kind' | 'bucket'> & {
  bucket: string
}

/** Access keys; absent: those of the environment or the machine, as the SDK finds them. */
export type S3Keys = { accessKeyId: string; secretAccessKey: string }

/** Creates the client of a store. Makes no request. */
export function createS3Client(settings: S3Settings, keys?: S3Keys): S3Client {
  const { endpoint, region, is_path_style, timeout_seconds, attempts } = settings
  const timeoutMs = timeout_seconds * 1000
  // A slow reader of a large file holds its connection, and must not hold up the others.
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    ...(keys && { credentials: keys }),
    forcePathStyle: is_path_style,
    maxAttempts: attempts,
    // Stores that are older than these checksums refuse them; bytes are compared anyway:
    // the signature contains their hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      // It would also count the time in which a slow reader takes nothing.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

const MAX_CONNECTIONS = 1000
