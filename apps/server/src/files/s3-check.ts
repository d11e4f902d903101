import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { ConfigurationError } from '../configuration/fields.ts'
import { errorCode } from '../database/error-code.ts'
import type { S3Settings } from './s3-client.ts'
import { readErrorName, readStatus } from './s3-errors.ts'

/**
 * Lists, writes, reads and deletes in the bucket once, so that a wrong setting ends the start
 * and not the first upload. Throws `ConfigurationError` with the setting to change.
 */
export async function checkS3(client: S3Client, settings: S3Settings): Promise<void> {
  const { bucket: Bucket, prefix } = settings
  const object = { Bucket, Key: `${prefix}platemark-check` }
  try {
    await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }))
    await client.send(new PutObjectCommand({ ...object, Body: 'platemark' }))
    const { Body } = await client.send(new GetObjectCommand(object))
    await Body?.transformToString()
    await client.send(new DeleteObjectCommand(object))
  } catch (error) {
    throw new ConfigurationError(describeFailure(error, settings), { cause: error })
  }
}

/** Returns one sentence for the operator: the setting, what is wrong, and what to do. */
function describeFailure(error: unknown, settings: S3Settings): string {
  const { bucket, endpoint, region } = settings
  const service = endpoint ?? `Amazon S3 in ${region}`
  const name = readErrorName(error)
  switch (name) {
    case 'NoSuchBucket':
      return `file_store.bucket: ${service} has no bucket ${bucket}. Create it, or correct the name.`
    case 'CredentialsProviderError':
      return 'file_store: There are no access keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.'
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'ExpiredToken':
      return `file_store: ${service} refuses the access keys (${name}). Copy AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY again.`
    case 'RequestTimeTooSkewed':
      return `file_store: The clock of this machine differs from that of ${service} by more than 15 minutes. Set it, for example by NTP.`
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `file_store.region: The bucket ${bucket} is not in ${region}. Enter its region, and its endpoint where there is one.`
  }
  const status = readStatus(error)
  if (status === 401 || status === 403) {
    return `file_store.bucket: The access keys may not list, read, write and delete in ${bucket} (${name}). Allow all four.`
  }
  if (status === undefined) {
    const code = errorCode(error) ?? name
    return `file_store.endpoint: ${service} does not answer (${code}). Start it, or correct the address.`
  }
  const reason = error instanceof Error ? error.message : name
  return `file_store: ${service} failed while the bucket ${bucket} was checked (${status} ${name}: ${reason}).`
}
