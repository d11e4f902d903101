import * as z from 'zod'
import { seconds, webAddress, wholeNumber } from './fields.ts'

/** Settings of the place where uploaded and published files are kept. */
export const fileStoreFields = z.strictObject({
  kind: z
    .enum(['disk', 's3'], 'Use disk or s3.')
    .default('disk')
    .describe(
      '`disk`: the folder `files` in `data_folder`. `s3`: a bucket of Amazon S3 or a compatible service; its keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment.',
    ),
  bucket: z
    .string('Enter the name of a bucket.')
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'Use 3 to 63 of a-z, 0-9, dots and hyphens.',
    )
    .nullable()
    .default(null)
    .describe('Bucket of `s3`, which exists already.'),
  endpoint: webAddress()
    .nullable()
    .default(null)
    .describe(
      'Address of the S3-compatible service. Absent: that of Amazon S3 in `region`.',
    ),
  region: z
    .string('Enter a region.')
    .regex(/^[a-z0-9-]{1,40}$/, 'Use up to 40 of a-z, 0-9 and hyphens.')
    .default('us-east-1')
    .describe('Region of the bucket; most compatible services take any.'),
  prefix: z
    .string('Enter text.')
    .regex(
      /^([\w.-]{1,60}\/){0,4}$/,
      'Use letters, digits, dots, hyphens and underscores, with a slash at the end.',
    )
    .default('')
    .describe('Beginning of every key, for example `platemark/`.'),
  is_path_style: z
    .boolean('Enter true or false.')
    .default(false)
    .describe(
      'Names the bucket in the path of a request instead of its host, as many compatible services require.',
    ),
  timeout_seconds: seconds()
    .default(20)
    .describe(
      'Seconds in which a request to the service must be sent and begin to be answered, and an answer must go on.',
    ),
  attempts: wholeNumber(1, 10)
    .default(3)
    .describe('Attempts of a request, the first one included.'),
})

export type FileStoreConfiguration = z.output<typeof fileStoreFields>

/** Finds a setting that contradicts the others, as its path and a sentence. */
export function findFileStoreContradiction({
  kind,
  bucket,
}: FileStoreConfiguration): [path: string, sentence: string] | undefined {
  if (kind === 's3' && bucket === null) {
    return ['bucket', 'Enter the bucket that holds the files.']
  }
  if (kind === 'disk' && bucket !== null) {
    return ['kind', 'Set it to s3 to use the bucket, or remove the bucket.']
  }
  return undefined
}
