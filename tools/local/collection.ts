import { createHash } from 'node:crypto'
import { getCollection } from '@platemark/api/collections'
import type { PictureNotes } from '@platemark/api/fields'
import { Problem } from '@platemark/api/problem'
import {
  createDraft,
  type DraftFields,
  deleteContract,
  prepareDeployment,
  setList,
} from '@platemark/api/studio'
import type { Address, Hex } from 'viem'
import type { Api } from './api.ts'
import { CollectionFileError } from './collection-file-error.ts'

/** Draft fields, pictures and lists of a collection. */
export type CollectionContent = {
  fields: Partial<DraftFields> & Pick<DraftFields, 'chain_alias' | 'kind' | 'name'>
  image: Blob | undefined
  cover: Blob | undefined
  lists: List[]
}

/** Entry of a list as the API takes it. */
export type ListEntry = { address: string; quantity?: number; price_wei?: string }

export type List = {
  phase_id: number
  entries: ListEntry[]
  /** Where each entry was written, for sentences about it. */
  places?: string[]
}

/** Transaction that deploys a collection. */
export type Deployment = {
  chainId: number
  to: Address
  data: Hex
  valueWei: bigint
  /** Predicted address of the collection. */
  address: Address
}

/**
 * Creates a draft in the studio with its pictures and lists, and resolves with its id. Throws a
 * `Problem` with the invalid fields, and `CollectionFileError` for lists; nothing is left then.
 * `onNote` is called with what the server did not keep of the pictures.
 */
export async function makeDraft(
  api: Api,
  content: CollectionContent,
  onNote: (sentence: string) => void = () => undefined,
): Promise<string> {
  const { fields, image, cover } = content
  const { contract_id, picture_notes } = await api.call(createDraft, {
    // Safe: the server validates every field and reports missing and invalid ones.
    body: fields as DraftFields,
    files: { ...(image && { image }), ...(cover && { cover }) },
  })
  await deleteIfRefused(api, contract_id, () =>
    sendLists(api, contract_id, content.lists),
  )
  passNotes(picture_notes, onNote)
  return contract_id
}

/**
 * Creates a draft as `makeDraft`, or takes up the one that the same account made of the same content
 * in the last 24 hours, even if its deployment is prepared already. Once that one is a collection, a
 * new draft is created.
 */
export async function takeUpDraft(
  api: Api,
  content: CollectionContent,
  onNote: (sentence: string) => void = () => undefined,
): Promise<string> {
  const { fields, image, cover, lists } = content
  const key = await hashContent(content)
  const files = { ...(image && { image }), ...(cover && { cover }) }
  // Safe: the server validates every field and reports missing and invalid ones.
  const body = fields as DraftFields
  const draft = await api
    .call(createDraft, { body, files }, key)
    .catch((error: unknown) => {
      // The draft was deleted since.
      if (error instanceof Problem && error.code === 'not_found') return undefined
      throw error
    })
  const isOpen = draft?.state === 'draft' || draft?.state === 'deploying'
  if (!draft || !isOpen) return makeDraft(api, content, onNote)
  passNotes(draft.picture_notes, onNote)
  // A frozen draft has its lists already: the key is of all content.
  if (draft.state === 'deploying') return draft.contract_id
  await deleteIfRefused(api, draft.contract_id, () =>
    sendLists(api, draft.contract_id, lists),
  )
  return draft.contract_id
}

/** Passes on what the server did not keep of pictures, a sentence each. */
export function passNotes(notes: PictureNotes, onNote: (sentence: string) => void): void {
  for (const [file, sentences] of Object.entries(notes)) {
    for (const sentence of sentences) onNote(`${file}: ${sentence}`)
  }
}

/** Sends lists of a draft. Throws `CollectionFileError` with the place of each wrong entry. */
export async function sendLists(api: Api, contractId: string, lists: readonly List[]) {
  for (const list of lists) {
    const { phase_id, entries } = list
    const params = { contract_id: contractId }
    await api.call(setList, { params, body: { phase_id, entries } }).catch((error) => {
      throw withPlaces(error, list)
    })
  }
}

/**
 * Codes after which the same content is refused again. Not `already_deployed`: a draft of that id
 * is a collection, whose page a deletion would remove.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'bad_request',
  'draft_incomplete',
  'file_too_large',
  'too_many_drafts',
  'validation_failed',
])

/**
 * Resolves with the result of `step`; if the server refuses it, the draft is deleted, because other
 * content is another draft. After any other failure it stays and is taken up by the next attempt.
 */
async function deleteIfRefused<Result>(
  api: Api,
  contractId: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    const isRefused = error instanceof Problem && REFUSALS.has(error.code)
    if (isRefused || error instanceof CollectionFileError) {
      // The refusal is what the caller needs, also where a prepared draft cannot be deleted yet.
      await api
        .call(deleteContract, { params: { contract_id: contractId } })
        .catch(() => undefined)
    }
    throw error
  }
}

/** Returns the refusal of a list with the place of each entry instead of its position. */
function withPlaces(error: unknown, { places, phase_id }: List): unknown {
  if (!(error instanceof Problem) || error.code !== 'validation_failed') return error
  const sentences = Object.entries(error.fields ?? {}).flatMap(([field, messages]) => {
    const position = /^entries\.(\d+)/.exec(field)?.[1]
    const place = position === undefined ? undefined : places?.[Number(position)]
    const isOfList = field === 'entries' || field === 'phase_id'
    const subject = place ?? (isOfList ? `list of phase ${phase_id}` : field)
    return messages.map((message) => `${subject}: ${message}`)
  })
  return new CollectionFileError(sentences)
}

/** Returns an idempotency key that is the same for the same content. */
export async function hashContent({
  fields,
  image,
  cover,
  lists,
}: CollectionContent): Promise<string> {
  const sent = lists.map(({ phase_id, entries }) => ({ phase_id, entries }))
  const hash = createHash('sha256').update(JSON.stringify([fields, sent]))
  for (const file of [image, cover]) {
    const bytes = new Uint8Array(file ? await file.arrayBuffer() : [])
    hash.update(`${bytes.length} `).update(bytes)
  }
  return `collection ${hash.digest('hex')}`
}

/**
 * Requests the deployment of a draft. Throws a `Problem` with the missing fields, and deletes the
 * draft if it is refused.
 */
export async function prepareDraft(api: Api, contractId: string): Promise<Deployment> {
  const params = { contract_id: contractId }
  const prepared = await deleteIfRefused(api, contractId, () =>
    api.call(prepareDeployment, { params }),
  )
  return {
    chainId: prepared.chain_id,
    to: requireHex(prepared.to),
    data: requireHex(prepared.data),
    valueWei: BigInt(prepared.value),
    address: requireHex(prepared.predicted_address),
  }
}

/**
 * Waits until the API returns the collection, and resolves with it. Throws after `timeoutMs`.
 */
export async function waitForCollection(
  api: Api,
  chainAlias: string,
  address: string,
  timeoutMs = 60_000,
) {
  const until = Date.now() + timeoutMs
  for (;;) {
    try {
      return await api.call(getCollection, {
        params: { chain_alias: chainAlias, contract_address: address },
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    }
    if (Date.now() > until) {
      throw new Error(
        `The collection is on the chain at ${address}, but the server has not shown it within ${timeoutMs / 1000} seconds.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Returns one line for each invalid field of a `Problem`, else the error's message. */
export function listSentences(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  if (error instanceof CollectionFileError) return error.sentences
  if (!(error instanceof Problem) || !error.fields) return [error.message]
  return Object.entries(error.fields).flatMap(([field, sentences]) =>
    sentences.map((sentence) => `${field}: ${sentence}`),
  )
}

/** Checks that a text is hexadecimal. Throws otherwise. */
export function requireHex(text: string): Hex {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw new Error(`${text} is not hexadecimal`)
  // Safe: checked above.
  return text as Hex
}
