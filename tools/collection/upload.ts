import { getDraft } from '@platemark/api/studio'
import { getSet, type SetOfWorks, updateSet } from '@platemark/api/works'
import { CommandError } from '../command-error.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import type { Options } from './options.ts'
import type { Output } from './output.ts'
import {
  addChanges,
  type CheckedFolder,
  type ChosenFiles,
  checkFolder,
  chooseFiles,
  describeProblems,
  type SetChanges,
} from './read-works.ts'
import { sendFiles } from './send-files.ts'
import { type CommandSession, type CommandWork, readTargetDraft } from './session.ts'

/** Reads and checks the works of a set, or the work of all tokens, and uploads them. */
export async function readWorks(options: Options, output: Output): Promise<CommandWork> {
  const chosen = await chooseFiles(options.paths, output)
  const changes =
    chosen.kind === 'folder'
      ? checkFolder(chosen, options, output)
      : { corrections: [], accepted: [], noted: [] }
  return (session) => upload(session, chosen, changes)
}

async function upload(
  session: CommandSession,
  chosen: ChosenFiles,
  changes: CheckedFolder,
): Promise<void> {
  const { api, output } = session
  const { contract_id, fields } = await readTargetDraft(session)
  requireArt(fields.art, chosen.kind)
  const { upload: sent, sentBytes } = await sendFiles(session, contract_id, chosen)
  const { upload_id, state, failure, file_count, total_bytes } = sent
  if (state === 'failed') throw new CommandError(failure ?? 'The files were refused.')
  const isSet = chosen.kind !== 'work'
  const set = isSet ? await correctSet(session, contract_id, changes) : null
  const draft = await api.call(getDraft, { params: { contract_id } })
  const notes = isSet ? [] : (draft.work_upload?.notes ?? [])
  const files = `${file_count.toLocaleString('en')} ${file_count === 1 ? 'file' : 'files'}`
  const bytes = (count: number) => `${(count / 1_000_000).toFixed(1)} MB`
  output.result(
    {
      ...{ command: 'upload', draft_id: contract_id, upload_id, files: file_count },
      ...{ total_bytes, sent_bytes: sentBytes, works: set?.works ?? null, notes },
    },
    [
      ...(set?.notices ?? [])
        .map(({ sentence }) => sentence)
        .filter((sentence) => !changes.noted.includes(sentence)),
      ...notes,
      `${files}, ${bytes(total_bytes)}; ${bytes(sentBytes)} were sent now.`,
      ...(set ? [`The draft has ${set.works.toLocaleString('en')} works.`] : []),
    ],
  )
}

function requireArt(art: 'one' | 'set', kind: ChosenFiles['kind']): void {
  if (art === 'set' && kind === 'work') {
    throw new CommandError(
      'The draft has a set, in which each token has its own work: name a folder or a ZIP. For one work for all tokens, write "art": "one" into the file of the collection and run create again.',
    )
  }
  if (art === 'one' && kind !== 'work') {
    throw new CommandError(
      'The draft shows one work for all tokens. For a set, write "art": "set" into the file of the collection and run create again.',
    )
  }
}

/**
 * Applies what was corrected on this machine to the set that the server read, and what its own
 * report offers. Throws `CollectionFileError` with the problems that are left.
 */
async function correctSet(
  { api, options }: CommandSession,
  contract_id: string,
  { corrections, accepted }: SetChanges,
): Promise<SetOfWorks> {
  const params = { contract_id }
  let set = await api.call(getSet, { params })
  const changes = {
    // Safe: the API contract defines the same corrections as packages/works.
    corrections: [...(set.corrections as SetChanges['corrections']), ...corrections],
    accepted: [...set.accepted, ...accepted],
  }
  let isChanged = corrections.length + accepted.length > 0
  while (addChanges(changes, set.problems, options) || isChanged) {
    isChanged = false
    set = await api.call(updateSet, { params, body: changes })
  }
  if (set.problem_count > 0) {
    throw new CollectionFileError([
      `The files are on the site, and ${set.problem_count.toLocaleString('en')} ${set.problem_count === 1 ? 'thing is' : 'things are'} to correct before the collection can be published:`,
      ...describeProblems(set.problems),
    ])
  }
  return set
}
