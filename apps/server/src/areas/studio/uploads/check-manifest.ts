import { createHash } from 'node:crypto'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { countPieces, sortUploadFiles } from '@platemark/api/upload-pieces'
import {
  type UploadFile,
  type UploadManifest,
  uploadManifest,
} from '@platemark/api/uploads'
import { findPathProblem, normalizePath } from '@platemark/rules/file-path'
import { sentences } from '@platemark/works/messages'
import type { TaskOwner } from '../../../bounded-queue.ts'
import { parse, readJson } from '../../../http/parse.ts'
import { runInWorker } from '../../../worker-task.ts'
import { refuseFields } from '../refuse-fields.ts'

/** Valid list of files, in the order of their paths, by which pieces are numbered. */
export type CheckedManifest = {
  kind: UploadManifest['kind']
  files: (UploadFile & { first_piece: number; pieces: number })[]
  total_bytes: number
  /** SHA-256 of kind and files: the same list names the same upload. */
  manifest_hash: string
}

/** Wrong files that an answer names. */
const MAX_NAMED = 20

/** Bytes up to which a list is checked without blocking other requests noticeably. */
const MAX_INLINE_BYTES = 65_536

/** Checks the JSON body of `createUpload` by `owner`, in a worker thread if it is long. */
export async function checkManifestOffThread(
  body: Uint8Array,
  owner: TaskOwner,
): Promise<CheckedManifest> {
  if (body.length <= MAX_INLINE_BYTES) return checkManifest(body)
  const file = new URL('./check-manifest-worker.ts', import.meta.url)
  // Safe: the worker returns the result of `checkManifest`.
  return (await runInWorker(file, body, {
    owner,
    transfer: body.buffer,
  })) as CheckedManifest
}

/**
 * Parses and checks the JSON body of `createUpload`. Throws `bad_request`, and
 * `validation_failed` with at most 20 wrong files, by their position in the body.
 */
export function checkManifest(body: Uint8Array): CheckedManifest {
  const text = Buffer.from(body).toString('utf8')
  const value = text === '' ? null : readJson(text)
  if (value === null) throw new Problem('bad_request')
  // Safe: `parse` returns what the schema makes of the body.
  const { kind, files } = parse(uploadManifest, value) as UploadManifest
  refuseWrongFiles(kind, files)
  let first_piece = 0
  const numbered = sortUploadFiles(files).map((file) => {
    const pieces = countPieces(file.size)
    const at = first_piece
    first_piece += pieces
    return { ...file, first_piece: at, pieces }
  })
  const named = numbered.map(({ path, size, sha256 }) => [path, size, sha256])
  return {
    kind,
    files: numbered,
    total_bytes: files.reduce((sum, { size }) => sum + size, 0),
    manifest_hash: createHash('sha256')
      .update(JSON.stringify([kind, named]))
      .digest('hex'),
  }
}

function refuseWrongFiles(kind: UploadManifest['kind'], files: UploadFile[]): void {
  const fields: FieldProblems = {}
  if (kind === 'zip' && files.length !== 1) fields.files = ['Send one ZIP.']
  if (kind === 'work' && files.length > 2) fields.files = [sentences.oneWork]
  const seen = new Set<string>()
  let wrong = 0
  for (const [index, { path }] of files.entries()) {
    const normal = normalizePath(path)
    const problem = findPathProblem(path) ?? (seen.has(normal) ? repeated : undefined)
    seen.add(normal)
    if (problem === undefined) continue
    wrong += 1
    if (wrong <= MAX_NAMED) fields[`files.${index}.path`] = [problem]
  }
  if (wrong > MAX_NAMED)
    fields.files = [`${wrong} file names are not allowed. Rename these files.`]
  refuseFields(fields)
}

const repeated = 'Another file has the same name. Rename one of them.'
