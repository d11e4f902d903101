import { Problem } from '@platemark/api/problem'
import * as z from 'zod/mini'
import { StorageProblem } from './storage-problem.ts'

const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) })

/** Returns the status of an answer that the SDK throws; undefined without an answer. */
export function readStatus(error: unknown): number | undefined {
  const found = answered.safeParse(error)
  return found.success ? found.data.$metadata.httpStatusCode : undefined
}

/** Returns the code of a failure as the service or the SDK names it. */
export function readErrorName(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** Returns whether the bucket has no such object. */
export function isMissing(error: unknown): boolean {
  return readStatus(error) === 404 && readErrorName(error) !== 'NoSuchBucket'
}

/** Returns the problem of a failed request or stream. */
export function s3Problem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const status = readStatus(error)
  if (
    status === 507 ||
    /Quota|StorageFull|InsufficientStorage/i.test(readErrorName(error))
  ) {
    return new StorageProblem('full', error)
  }
  const isRefused = status !== undefined && status >= 400 && status < 500
  const hasNoKeys = readErrorName(error) === 'CredentialsProviderError'
  return new StorageProblem(isRefused || hasNoKeys ? 'refused' : 'away', error)
}
