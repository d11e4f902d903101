import { MAX_REVEAL_FILE_CHARACTERS } from '@platemark/rules/reveal-file'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as operations from './studio-operations.ts'

/** A finished exit bundle. */
const exitBundle = z.object({
  file_name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Lower-case hex. */
  sha256: z.string(),
  /** Path of the ZIP, which needs no token until `download_until`; it answers byte ranges. */
  download_url: z.string(),
  download_until: z.string(),
})

const exitRun = z.object({
  run_id: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  /** Files read or written so far, of all. */
  done_steps: z.number(),
  total_steps: z.number(),
  /** Why it failed. */
  sentence: z.nullable(z.string()),
  has_reveal_file: z.boolean(),
  bundle: z.nullable(exitBundle),
})
export type ExitRun = z.infer<typeof exitRun>

const contractId = z.uuid('Unknown collection.')

export const startExit = endpoint({
  ...operations.startExit,
  summary:
    'Starts to write the exit bundle of a deployed collection: one signed ZIP with everything that this site has of it. Returns the run that is going, if there is one.',
  params: z.object({ contract_id: contractId }),
  body: z.object({
    /** Reveal file to put into the bundle, with which its readers can reveal the works. */
    reveal_file: z.optional(
      z
        .string()
        .check(
          z.maxLength(MAX_REVEAL_FILE_CHARACTERS, 'A reveal file is not that large.'),
        ),
    ),
    /** Name of the collection, typed by its owner; needed with a reveal file. */
    confirmation: z.optional(
      z.string().check(z.maxLength(200, 'At most 200 characters.')),
    ),
  }),
  replies: { 202: exitRun },
  problems: ['not_found', 'validation_failed', 'too_many_requests', 'busy'],
  owner: 'draft',
  limited_by: ['preparations_per_user', 'preparations_per_client'],
  is_open_read_only: true,
})

export const getExit = endpoint({
  ...operations.getExit,
  summary:
    'State of an exit bundle that is written, and where it is downloaded. The run `latest` is the last one of the caller, or null.',
  params: z.object({
    contract_id: contractId,
    run_id: z.union([z.uuid(), z.literal('latest')], 'Unknown run.'),
  }),
  replies: { 200: z.object({ exit: z.nullable(exitRun) }) },
  problems: ['not_found'],
  owner: 'draft',
})

export const getBundleKey = endpoint({
  method: 'GET',
  path: '/api/bundle-key',
  access: 'public',
  summary: 'Public key (Ed25519) by which this site signs exit bundles.',
  replies: {
    200: z.object({
      algorithm: z.literal('Ed25519'),
      /** The 32 bytes of the key, 64 hex digits. */
      public_key: z.string(),
      /** The same as PEM, as OpenSSL reads it. */
      pem: z.string(),
    }),
  },
})
