import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ExitRun, getExit, startExit } from '@platemark/api/exits'
import { CommandError } from '../command-error.ts'
import { downloadFile, findPart } from './download.ts'
import { readReveal } from './reveal-file.ts'
import { type CommandSession, readTargetDraft } from './session.ts'

const POLL_MS = 500

type Bundle = NonNullable<ExitRun['bundle']>

/** Downloads the exit bundle of a collection; a download that broke off goes on. */
export async function exportCollection(session: CommandSession): Promise<void> {
  const { options, output } = session
  const { contract_id, contract_address } = await readTargetDraft(session)
  if (contract_address === null) {
    throw new CommandError('It is not published yet, so there is nothing to take along.')
  }
  const begun = await findBegun(session, contract_id)
  const bundle = begun ?? (await writeBundle(session, contract_id))
  const path = resolve(options.paths[0] ?? bundle.file_name)
  await downloadFile(new URL(bundle.download_url, options.site), path, {
    ...{ size: bundle.size, sha256: bundle.sha256 },
    onProgress: (bytes) => output.progress('Downloaded', bytes, bundle.size, 'bytes'),
  })
  const { size, sha256 } = bundle
  output.result({ command: 'export', file: path, size, sha256 }, [
    `${path}, ${(size / 1_000_000).toFixed(1)} MB, SHA-256 ${sha256}`,
    `Check it at any time: npm run operator -- verify ${path}`,
  ])
}

/** Returns the bundle of which a part was downloaded, while it can be downloaded. */
async function findBegun(
  { api, options }: CommandSession,
  contract_id: string,
): Promise<Bundle | null> {
  const params = { contract_id, run_id: 'latest' as const }
  const { exit } = await api.call(getExit, { params })
  const bundle = exit?.bundle
  if (!bundle || Date.parse(bundle.download_until) < Date.now()) return null
  const path = resolve(options.paths[0] ?? bundle.file_name)
  return findPart(path, bundle.sha256) ? bundle : null
}

/** Has the site write the bundle, and waits for it. */
async function writeBundle(
  { api, options, output }: CommandSession,
  contract_id: string,
): Promise<Bundle> {
  const { revealFile, confirmation } = options
  const body = {
    ...(revealFile !== undefined && { reveal_file: readReveal(revealFile) }),
    ...(confirmation !== undefined && { confirmation }),
  }
  let run = await api.call(startExit, { params: { contract_id }, body })
  const params = { contract_id, run_id: run.run_id }
  while (run.state === 'running') {
    output.progress('Written', run.done_steps, run.total_steps)
    await pause(POLL_MS)
    const { exit } = await api.call(getExit, { params })
    if (!exit)
      throw new CommandError('The site no longer has the bundle. Run this again.')
    run = exit
  }
  if (!run.bundle) throw new CommandError(run.sentence ?? 'The bundle was not written.')
  return run.bundle
}
