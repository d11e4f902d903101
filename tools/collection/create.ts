import { Problem } from '@platemark/api/problem'
import {
  type Draft,
  getDraft,
  setList,
  updateCover,
  updateDraft,
  updateImage,
} from '@platemark/api/studio'
import { CommandError } from '../command-error.ts'
import { hashContent, passNotes, sendLists, takeUpDraft } from '../local/collection.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { type CollectionFile, readCollectionFile } from './collection-file.ts'
import type { Options } from './options.ts'
import type { Output } from './output.ts'
import {
  type CommandSession,
  type CommandWork,
  findNetwork,
  formatPage,
} from './session.ts'
import { listMissing } from './status.ts'

/** Reads the file of a collection, of which a draft is made or changed. */
export function readCreation({ paths }: Options, output: Output): CommandWork {
  const [path = ''] = paths
  const content = readCollectionFile(path)
  for (const note of content.notes) output.note(note)
  return async (session) => {
    findNetwork(session, content.fields.chain_alias)
    try {
      await createOrChange(session, content)
    } catch (error) {
      throw placeProblem(error, content)
    }
  }
}

async function createOrChange(
  session: CommandSession,
  content: CollectionFile,
): Promise<void> {
  const { api, state, output } = session
  const { draft_id, content_hash } = state.read()
  const hash = await hashContent(content)
  const known = draft_id === undefined ? undefined : await findDraft(session, draft_id)
  if (!known) {
    output.note(`Making the draft of ${content.fields.name} ...`)
    const id = await takeUpDraft(api, content, output.note)
    state.change({ draft_id: id, content_hash: hash, pictures: listPictures(content) })
    return printDraft(session, id, content, 'created')
  }
  if (content_hash === hash) {
    return printDraft(session, known.contract_id, content, 'unchanged')
  }
  if (known.contract_address !== null && known.state !== 'deploying') {
    throw new CommandError(
      `${content.fields.name} is already on the chain: ${formatPage(session, known)}. Its file was changed since, which changes nothing there. For another collection, use a copy of the file with another name.`,
    )
  }
  output.note(`Changing the draft of ${content.fields.name} ...`)
  await changeDraft(session, known, content)
  state.change({ content_hash: hash, pictures: listPictures(content) })
  await printDraft(session, known.contract_id, content, 'changed')
}

/** Finds a draft of the account; undefined where it was deleted. */
async function findDraft(
  { api }: CommandSession,
  contract_id: string,
): Promise<Draft | undefined> {
  try {
    return await api.call(getDraft, { params: { contract_id } })
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  }
}

/** Puts the fields, pictures and lists of the file in place of those of a draft. */
async function changeDraft(
  { api, state, output }: CommandSession,
  { contract_id, lists }: Draft,
  content: CollectionFile,
): Promise<void> {
  const params = { contract_id }
  const { fields, image, cover } = content
  await api.call(updateDraft, { params, body: fields })
  const sent = state.read().pictures ?? []
  const pictures = [
    { name: 'image', endpoint: updateImage, file: image },
    { name: 'cover', endpoint: updateCover, file: cover },
  ] as const
  for (const { name, endpoint, file } of pictures) {
    // A picture that did not come from the file stays.
    if (!file && !sent.includes(name)) continue
    const body = file ? {} : { remove: '1' as const }
    const files = file ? { [name]: file } : {}
    const { picture_notes } = await api.call(endpoint, { params, body, files })
    passNotes(picture_notes, output.note)
  }
  await sendLists(api, contract_id, content.lists)
  const removed = lists.filter(
    ({ phase_id }) =>
      content.lists.every((list) => list.phase_id !== phase_id) &&
      fields.phases?.some((phase) => phase.phase_id === phase_id),
  )
  for (const { phase_id } of removed) {
    await api.call(setList, { params, body: { phase_id, entries: [], left_out: [] } })
  }
}

function listPictures({ image, cover }: CollectionFile): ('image' | 'cover')[] {
  return [...(image ? (['image'] as const) : []), ...(cover ? (['cover'] as const) : [])]
}

async function printDraft(
  { api, state, output, options }: CommandSession,
  contract_id: string,
  content: CollectionFile,
  change: 'created' | 'changed' | 'unchanged',
): Promise<void> {
  const draft = await api.call(getDraft, { params: { contract_id } })
  const missing = listMissing(draft, content.describeField)
  const [path = ''] = options.paths
  const { name, chain_alias, art } = draft.fields
  const next =
    draft.state === 'draft'
      ? [
          art === 'set' && missing.length > 0
            ? `Next: npm run collection -- upload FOLDER --collection ${path}`
            : `Next: npm run collection -- rehearse --collection ${path}`,
        ]
      : []
  output.result(
    {
      ...{ command: 'create', change, draft_id: contract_id, state: draft.state },
      ...{ state_file: state.path, missing: draft.missing, sentences: missing },
    },
    [
      `Draft ${contract_id} of ${name} on ${chain_alias} is ${change}.`,
      ...missing.map((sentence) => `Missing: ${sentence}`),
      ...next,
    ],
  )
}

/** Returns a refusal of the server with the file and line of each field. */
function placeProblem(error: unknown, { describeField }: CollectionFile): unknown {
  if (!(error instanceof Problem) || !error.fields) return error
  return new CollectionFileError(listMissing({ missing: error.fields }, describeField))
}
