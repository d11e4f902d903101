import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ExitRun } from '@platemark/api/exits'
import { Problem } from '@platemark/api/problem'
import { parseRevealFile } from '@platemark/rules/reveal-file'
import { createBoundedQueue } from '../../../bounded-queue.ts'
import { errorCode } from '../../../database/error-code.ts'
import { StorageProblem } from '../../../files/storage-problem.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { consumeStudioLimit } from '../../../http/rate-limits.ts'
import type { Session } from '../../../http/session.ts'
import {
  findCommitment,
  findOwnCollection,
  type OwnCollection,
} from '../../collections/service.ts'
import type { StatementWriter } from '../../earnings/service/write-statement.ts'
import { archiveFileName } from '../archive/prepare-archive.ts'
import {
  type ExitRow,
  findExit,
  findExitFile,
  insertExit,
  updateExit,
} from '../queries/exit-bundles.ts'
import { refuseReveal } from '../reveal/open-commitment.ts'
import { withUploadFolder } from '../uploads/upload-folder.ts'
import type { BundleKey } from './signing-key.ts'
import { type ExitTask, writeBundle } from './write-bundle.ts'

/** Bundles that wait to be written: each reads every file of a collection twice. */
const MAX_PENDING = 20
const BEAT_MS = 1000
/** Milliseconds without a sign of the process after which a run counts as ended. */
const SILENCE_MS = 60_000

type Caller = { session: Session; client: string }
type Request = { reveal_file?: string | undefined; confirmation?: string | undefined }

/** Writes exit bundles, one at a time in this process. */
export type ExitRuns = {
  /**
   * Starts a run, or returns the one that is going. Throws `not_found`, also for other owners',
   * `validation_failed` for a reveal file that is not confirmed or not of the collection, `busy`
   * and `too_many_requests`.
   */
  start(caller: Caller, id: string, request: Request): Promise<ExitRun>
  /** Returns a run of the caller; of `latest` null if none was started. Throws `not_found`. */
  get(session: Session, id: string, run: string): Promise<{ exit: ExitRun | null }>
  /** Ends what is written. */
  close(): Promise<void>
}

/** Creates the runs of a process. */
export function createExitRuns(
  context: AppContext,
  tools: { key: BundleKey; writeStatement: StatementWriter },
): ExitRuns {
  const { database, clock, log } = context
  const queue = createBoundedQueue({
    ...{ concurrency: 1, maxPending: MAX_PENDING, maxPerUser: 1, maxPerClient: 2 },
  })
  const running = new Set<Promise<void>>()
  let isClosed = false

  /** Writes a bundle and stores what became of it. */
  async function perform(row: ExitRow, task: ExitTask, caller: Caller): Promise<void> {
    const progress = { done_steps: 0, total_steps: 0 }
    const report = (done_steps: number, total_steps: number) => {
      Object.assign(progress, { done_steps, total_steps })
      if (isClosed) throw new Error('server ends')
    }
    const beat = setInterval(() => {
      updateExit(database, row.id, { ...progress, updated_at: clock() }).catch(() => {})
    }, BEAT_MS)
    try {
      const owner = { user: caller.session.user_id, client: caller.client }
      const stored = await queue(
        () =>
          withUploadFolder(context, async (folder) => {
            const target = join(folder, 'bundle.zip')
            await writeBundle({ context, ...tools, report }, task, target)
            const file = await context.files.putFile(target, 'zip')
            const bytes = (await openStored(context, file)).size
            return { file, bytes }
          }),
        owner,
      )
      clearInterval(beat)
      const { total_steps } = progress
      const done = { ...stored, done_steps: total_steps, total_steps }
      await updateExit(database, row.id, {
        ...{ state: 'ready', ...done, updated_at: clock() },
      })
    } catch (error) {
      clearInterval(beat)
      if (!isClosed) log.error({ err: error, run: row.id }, 'exit bundle failed')
      await updateExit(database, row.id, {
        ...{ state: 'failed', failure: explainFailure(error, isClosed) },
        updated_at: clock(),
      })
    }
  }

  return {
    async start(caller, id, { reveal_file, confirmation }) {
      const { session } = caller
      const own = await findOwnCollection(context, session, id)
      if (!own) throw new Problem('not_found')
      const chain = context.chains.find((one) => one.id === own.chain_id)
      if (!chain?.contracts) throw new Problem('not_found')
      await consumeStudioLimit(context, 'preparation', {
        ...{ user: session.user_id, client: caller.client },
      })
      if (reveal_file !== undefined) {
        await checkRevealFile(context, own, reveal_file, confirmation)
      }
      const has_reveal_file = reveal_file !== undefined
      const key = { contract_id: id, owner: session.address }
      const last = await findExit(database, key, 'latest')
      if (last && isGoing(last, clock())) {
        if (last.has_reveal_file === has_reveal_file) return describeRun(last, context)
        throw new Problem(
          'busy',
          'A bundle of this collection is being written. Start this one once it is done.',
          { retryAfter: 10 },
        )
      }
      const now = clock()
      const row = await insertExit(database, {
        ...{
          ...key,
          state: 'running',
          has_reveal_file,
          started_at: now,
          updated_at: now,
        },
        file_name: archiveFileName(own.name, '-exit.zip'),
        ticket: randomBytes(32).toString('hex'),
      })
      const task = { own, chain, session, revealFile: reveal_file }
      const work = perform(row, task, caller)
        .catch((error: unknown) => log.error({ err: error }, 'exit run was lost'))
        .finally(() => running.delete(work))
      running.add(work)
      return describeRun(row, context)
    },
    async get(session, id, run) {
      const key = { contract_id: id, owner: session.address }
      const isOwn = await findOwnCollection(context, session, id)
      const row = isOwn && (await findExit(database, key, run))
      if (row) return { exit: describeRun(row, context) }
      if (isOwn && run === 'latest') return { exit: null }
      throw new Problem('not_found')
    },
    async close() {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}

/** Finds a bundle to send by its ticket. Throws `not_found`, also once it is no longer kept. */
export async function openExitFile(
  context: AppContext,
  { contract_id, ticket }: Pick<ExitRow, 'contract_id' | 'ticket'>,
): Promise<{ file: string; file_name: string }> {
  const row = await findExitFile(context.database, contract_id, ticket)
  if (!row?.file || keptUntil(row, context) <= context.clock()) {
    throw new Problem('not_found', 'This link has expired. Write the bundle again.')
  }
  return { file: row.file, file_name: row.file_name }
}

async function openStored(
  { files }: AppContext,
  name: string,
): Promise<{ size: number }> {
  const file = await files.open(name)
  if (!file) throw new Error(`stored bundle is missing: ${name}`)
  file.stream.destroy()
  return file
}

function isGoing({ state, updated_at }: ExitRow, now: Date): boolean {
  return state === 'running' && now.getTime() - updated_at.getTime() < SILENCE_MS
}

function keptUntil(
  { updated_at }: ExitRow,
  { configuration }: Pick<AppContext, 'configuration'>,
): Date {
  return new Date(updated_at.getTime() + configuration.limits.exit_hours * 3_600_000)
}

function describeRun(row: ExitRow, context: AppContext): ExitRun {
  const { id, contract_id, file, bytes, ticket, done_steps, total_steps } = row
  const isLost = row.state === 'running' && !isGoing(row, context.clock())
  const until = keptUntil(row, context)
  const isKept = row.state === 'ready' && until > context.clock()
  return {
    run_id: id,
    state: isLost ? 'failed' : row.state,
    ...{ done_steps, total_steps, has_reveal_file: row.has_reveal_file },
    sentence: isLost ? failures.ended : row.failure,
    bundle:
      isKept && file !== null
        ? {
            file_name: row.file_name,
            size: bytes ?? 0,
            sha256: file.slice(0, 64),
            download_url: `/api/contract/studio/${contract_id}/exports/${ticket}.zip`,
            download_until: until.toISOString(),
          }
        : null,
  }
}

const failures = {
  ended: 'The server was stopped while the bundle was written. Start it again.',
  full: 'The storage of this site is full, so the bundle was not kept. Try again later, or ask its operator to make room.',
  other:
    'The bundle could not be written. Try again. If it fails again, ask the operator of this site.',
}

function explainFailure(error: unknown, isClosed: boolean): string {
  if (isClosed) return failures.ended
  const isFull =
    /^(ENOSPC|EDQUOT)$/.test(String(errorCode(error))) ||
    (error instanceof StorageProblem && error.state === 'full')
  if (isFull) return failures.full
  return error instanceof Problem ? error.message : failures.other
}

/** Checks that a reveal file is of the collection, and that its owner has typed the name. */
async function checkRevealFile(
  { database }: AppContext,
  { id, name }: OwnCollection,
  text: string,
  confirmation: string | undefined,
): Promise<void> {
  if (confirmation?.trim() !== name) {
    refuseReveal({
      confirmation: `Type the name of the collection, ${name}. Anyone with the bundle can then reveal the works.`,
    })
  }
  const read = parseRevealFile(text)
  if ('problem' in read) refuseReveal({ reveal_file: read.problem })
  const { provenance_hash } = await findCommitment(database, id)
  if (read.file.commitment === provenance_hash) return
  refuseReveal({
    reveal_file: 'This is not the reveal file of this collection.',
  })
}
