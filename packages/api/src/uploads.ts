import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import * as operations from './studio-operations.ts'

/** Files of an upload: 10,000 works, and what belongs to them. */
export const MAX_UPLOAD_FILES = 10_100

const uploadKind = z.enum(['folder', 'files', 'zip', 'more', 'work'])

/** A file as its sender has it. */
const uploadFile = z.object({
  /** Place below the chosen folder, with `/` between its parts. */
  path: z.string(),
  size: z.int().check(z.minimum(0)),
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Enter 64 hexadecimal digits.')),
})
export type UploadFile = z.infer<typeof uploadFile>

/** The list of an upload's files; the server checks paths and sums besides. */
export const uploadManifest = z.object({
  /**
   * `folder`, `files` and `zip` (one file) replace the set of the draft. `more`: files
   * that are added to the set, or take the place of those with the same path. `work`: the
   * image that every token shows, or a video and the image that is its poster.
   */
  kind: uploadKind,
  files: z
    .array(uploadFile)
    .check(
      z.minLength(1, 'Choose at least one file.'),
      z.maxLength(MAX_UPLOAD_FILES, 'A set has at most 10,000 works.'),
    ),
})
export type UploadManifest = z.infer<typeof uploadManifest>

const uploadState = z.object({
  upload_id: z.string(),
  kind: uploadKind,
  /**
   * `receiving`: bytes are missing; `checking`: the files are read; `ready`: the set has them;
   * `failed`: nothing of them is in the set, for the reason in `failure`.
   */
  state: z.enum(['receiving', 'checking', 'ready', 'failed']),
  file_count: z.number(),
  total_bytes: z.number(),
  /** Bytes that the server has, sent with this upload or before. */
  received_bytes: z.number(),
  /** Numbers of the pieces to send, first and last of each row of them; equal ones once. */
  missing: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Files that were read and stored; of a ZIP, those in it. */
  checked_files: z.number(),
  /** Files to read, known once the bytes are here. */
  files_to_check: z.nullable(z.number()),
  failure: z.nullable(z.string()),
  /** It failed for camera data that cannot be removed: `keeps_camera_data` lets it through. */
  can_keep: z.boolean(),
  updated_at: instant,
})
export type UploadState = z.infer<typeof uploadState>

const contractId = z.uuid('Unknown collection.')

// Not checked further here: a wrong one is unknown, as that of another account.
const uploadId = z.string()

export const createUpload = endpoint({
  ...operations.createUpload,
  summary:
    'Begins the upload of a set or of the work of all tokens, or goes on with it: the same list of files gives the same upload. `missing` names what has to be sent, which is nothing that the account has sent before.',
  params: z.object({ contract_id: contractId }),
  body: uploadManifest,
  replies: { 200: uploadState },
  problems: [
    'not_found',
    'deployment_pending',
    'already_deployed',
    'too_many_uploads',
    'file_too_large',
    'too_many_requests',
    'busy',
  ],
  owner: 'draft',
  limited_by: ['set_uploads_per_user', 'set_uploads_per_client'],
})

export const sendPart = endpoint({
  ...operations.sendPart,
  summary:
    'Sends pieces of an upload. `part` is the SHA-256 of the body. The body has for each piece its number and its length, two big-endian 32-bit integers, and its bytes: files are cut at multiples of 4,194,304 bytes, and the pieces of all files, in the order of their paths, are numbered from 0.',
  params: z.object({ contract_id: contractId, upload_id: uploadId, part: z.string() }),
  replies: {
    200: z.object({
      state: uploadState.shape.state,
      received_bytes: z.number(),
      total_bytes: z.number(),
    }),
  },
  problems: ['not_found', 'storage_unavailable', 'busy'],
  owner: 'draft',
})

export const getUpload = endpoint({
  ...operations.getUpload,
  summary: 'How far an upload is, and what is missing.',
  params: z.object({ contract_id: contractId, upload_id: uploadId }),
  replies: { 200: uploadState },
  problems: ['not_found'],
  owner: 'draft',
})

export const cancelUpload = endpoint({
  ...operations.cancelUpload,
  summary:
    'Ends an upload. What was sent stays for a while, so that the same files go on from there.',
  params: z.object({ contract_id: contractId, upload_id: uploadId }),
  replies: { 204: z.null() },
  problems: ['not_found'],
  owner: 'draft',
})
