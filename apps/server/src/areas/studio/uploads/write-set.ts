import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@platemark/api/problem'
import { hashSetManifest, writeSetManifest } from '@platemark/rules/set-manifest'
import { checkSet, type SetReport } from '@platemark/works/check-set'
import { MAX_WORKS } from '@platemark/works/limits'
import { createProblem } from '@platemark/works/problem'
import type { Correction, MatchOptions, WorkProblem } from '@platemark/works/work-types'
import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { runInWorker } from '../../../worker-task.ts'
import { type NewWork, replaceSet } from '../queries/sets.ts'
import {
  packJson,
  type SetFile,
  type SetText,
  type StoredReport,
  storeTexts,
} from './set-source.ts'
import { UploadRefusedError } from './upload-refused.ts'

/** Everything that a set is made of. */
export type SetSource = {
  contract_id: string
  /** Account that has sent the files. */
  user_id: string
  upload_id: string | null
  origin: MatchOptions['origin']
  files: SetFile[]
  texts: SetText[]
  corrections: Correction[]
  /** Keys of problems that the creator keeps as they are. */
  accepted: string[]
}

/** A checked set, ready to be written. */
type CheckedSet = {
  source: SetSource
  works: NewWork[]
  problem_count: number
  texts_file: string | null
  manifest_file: string
  /** Gzipped JSON of files and report. */
  files: Buffer
  report: Buffer
}

/**
 * Checks a set in a worker thread and matches its works to the stored files. Throws
 * `UploadRefusedError` for more than 10,000 works.
 */
export async function checkSource(
  context: AppContext,
  source: SetSource,
): Promise<CheckedSet> {
  const { works, ...report } = await checkSetOffThread(source)
  if (works.length > MAX_WORKS) {
    throw new UploadRefusedError(
      `These are ${works.length.toLocaleString('en')} works, and a set has at most 10,000. Leave some out.`,
    )
  }
  const refused = new Map(
    source.files.flatMap(({ path, refused }) => (refused ? [[path, refused]] : [])),
  )
  const problems = [...report.problems, ...findRefused(works, refused)]
  const stored: StoredReport = { ...report, problems }
  const rows = toRows(source, works)
  return {
    source,
    works: rows,
    manifest_file: await storeManifest(context, rows),
    problem_count: problems.length,
    texts_file: await storeTexts(context, source.texts),
    files: await packJson(source.files),
    report: await packJson(stored),
  }
}

/** Writes a checked set in place of the earlier one of its draft. */
export function writeSet(
  transaction: Database,
  { source, works, ...columns }: CheckedSet,
  now: Date,
): Promise<void> {
  const { contract_id, user_id, upload_id, origin, corrections, accepted } = source
  const set = {
    ...{ contract_id, user_id, upload_id, origin, corrections, accepted, ...columns },
    ...{ works: works.length, changed_at: now },
  }
  return replaceSet(transaction, set, works)
}

/**
 * Stores the manifest of works and returns the name of its file, which is not served: hashes of
 * works that are not minted are addresses of their files.
 */
async function storeManifest(
  { files }: AppContext,
  works: readonly NewWork[],
): Promise<string> {
  const manifest = writeSetManifest(
    works.map(({ file, animation_file, ...work }) => ({
      ...work,
      image: file?.slice(0, 64) ?? null,
      animation: animation_file?.slice(0, 64) ?? null,
    })),
  )
  const bytes = Buffer.from(manifest)
  return files.putDerived(hashSetManifest(manifest), 'manifest', 'bin', bytes)
}

/** Milliseconds between two attempts while other tasks wait for the thread. */
const BUSY_MS = 1000

/** Size up to which a set is checked without blocking other requests noticeably. */
const MAX_INLINE_FILES = 200
const MAX_INLINE_BYTES = 65_536

/** Checks a set, in a worker thread if it is large. */
async function checkSetOffThread(source: SetSource): Promise<SetReport> {
  const { files, texts, origin, corrections, accepted } = source
  const input = { files, texts, options: { origin, corrections, accepted } }
  const bytes = texts.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (files.length <= MAX_INLINE_FILES && bytes <= MAX_INLINE_BYTES)
    return checkSet(input)
  const file = new URL('./check-set-worker.ts', import.meta.url)
  for (;;) {
    try {
      // Safe: the worker returns the result of `checkSet`.
      return (await runInWorker(file, input)) as SetReport
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'busy') throw error
      await sleep(BUSY_MS)
    }
  }
}

/** Returns the problems of works whose files cannot be works. */
function findRefused(
  works: SetReport['works'],
  refused: ReadonlyMap<string, string>,
): WorkProblem[] {
  return works.flatMap(({ token_id, source, image, animation }) =>
    [image, animation].flatMap((path) => {
      const sentence = path === null ? undefined : refused.get(path)
      if (path === null || sentence === undefined) return []
      const field = path === image ? 'image' : 'animation'
      const fix = { kind: 'replace_file', path } as const
      const text = `${path}: ${sentence}`
      return [createProblem('wrong_type', source, text, { field, token_id, fix })]
    }),
  )
}

function toRows({ files }: SetSource, works: SetReport['works']): NewWork[] {
  const isStored = ({ master }: SetFile) => master !== undefined
  const stored = new Map(files.filter(isStored).map((file) => [file.path, file]))
  return works.map((work) => {
    const image = stored.get(work.image ?? '')
    return {
      token_id: Number(work.token_id),
      name: work.name,
      description: work.description,
      external_url: work.external_url,
      file: image?.master ?? null,
      animation_file: stored.get(work.animation ?? '')?.master ?? null,
      uploaded_sha256: image?.sha256 ?? null,
      width: image?.width ?? null,
      height: image?.height ?? null,
      attributes: work.attributes,
      source: work.source,
    }
  })
}
