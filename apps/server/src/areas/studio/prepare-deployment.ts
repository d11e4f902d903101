import { toInstant } from '@platemark/api/collection-terms'
import { type Address, getAddress, type Hex } from 'viem'
import type { AppContext } from '../../http/app-context.ts'
import { consumeStudioLimit, consumeUploadBytes } from '../../http/rate-limits.ts'
import type { Session } from '../../http/session.ts'
import type { Sender } from '../../http/upload-places.ts'
import { lockAlias } from '../collections/service.ts'
import { refuseAliasTakenSince } from './complete-draft.ts'
import { readChainTime } from './deployment.ts'
import { requireHex } from './draft-creation.ts'
import { refuseMoreHolds } from './draft-limits.ts'
import {
  type BuiltList,
  buildListOffThread,
  hashListFile,
  type ListToBuild,
} from './list-file.ts'
import { openDraft, pendingDeployment } from './open-draft.ts'
import { loadCreationTerms, planCreation } from './plan-creation.ts'
import { freezeDraft, sharePrepared } from './queries/deployments.ts'
import { type DraftRow, findDraft, lockDraft } from './queries/drafts.ts'
import {
  deleteOtherLists,
  insertListPiece,
  listDraftListContents,
  listDraftLists,
  publishList,
} from './queries/lists.ts'

export type PreparedDeployment = {
  chain_id: number
  to: string
  data: string
  value: string
  predicted_address: string
  expires_at: string
}

/**
 * Returns the transaction that deploys a draft, and freezes the draft until it is mined
 * or dropped; repeated calls return the same one. Throws `draft_incomplete`,
 * `deployment_pending`, `already_deployed`, `too_many_drafts`, `chain_unavailable`, and
 * `too_many_requests`: too many preparations of the caller and its network, `client`, in
 * this minute, or bytes of list files in 24 hours.
 */
export async function prepareDeployment(
  context: AppContext,
  session: Session,
  id: string,
  client: string,
): Promise<PreparedDeployment> {
  const sender = { user: session.user_id, client }
  const draft = await findPreparable(context, session, id)
  // Only now, so that a call for another's draft changes nothing.
  await consumeStudioLimit(context, 'preparation', sender)
  return prepareDraft(context, session, draft, sender)
}

async function prepareDraft(
  context: AppContext,
  session: Session,
  draft: DraftRow,
  sender: Sender,
): Promise<PreparedDeployment> {
  const again = async () => {
    const changed = await findPreparable(context, session, draft.id)
    return prepareDraft(context, session, changed, sender)
  }
  const terms = await loadCreationTerms(context, draft)
  const { chain, factory, fields, lists, scope, salt, deadline } = terms
  const list =
    lists.length > 0
      ? await publish(context, sender, draft, { scope, phases: fields.phases })
      : undefined
  if (lists.length > 0 && !list) return again()
  const { address, data } = await planCreation(context, terms, list)
  // Another fee or site since the freeze gives another contract: both could be mined.
  if (isFrozenElsewhere(draft, address)) throw pendingDeployment(context, draft)

  const isFrozen = await freeze(context, session, draft, {
    salt,
    address,
    deadline,
    root: list?.root ?? null,
  })
  // The draft was changed or prepared meanwhile, so this result is void.
  if (!isFrozen) return again()
  return {
    chain_id: chain.id,
    to: getAddress(factory),
    data,
    value: '0',
    predicted_address: address,
    expires_at: toInstant(deadline),
  }
}

/**
 * Finds a draft to prepare: open, or frozen with a transaction that can still be sent.
 */
async function findPreparable(
  context: AppContext,
  session: Session,
  id: string,
): Promise<DraftRow> {
  const prepared = await findPrepared(context, session, id)
  if (prepared) return prepared
  try {
    return await openDraft(context, session, id)
  } catch (error) {
    // A concurrent call may have frozen it: both return its transaction.
    const meanwhile = await findPrepared(context, session, id)
    if (meanwhile) return meanwhile
    throw error
  }
}

async function findPrepared(
  { database, chains }: AppContext,
  session: Session,
  id: string,
): Promise<DraftRow | undefined> {
  const found = await findDraft(database, id, session)
  const chain = chains.find((one) => one.id === found?.chain_id)
  if (!found?.deadline || found.collection_id || !chain) return undefined
  const now = await readChainTime(chain)
  return now * 1000 <= found.deadline.getTime() ? found : undefined
}

/** Freezes the draft in the version that was read; returns false if it has changed. */
function freeze(
  context: AppContext,
  session: Session,
  draft: DraftRow,
  prepared: { salt: Hex; address: Address; deadline: number; root: Hex | null },
): Promise<boolean> {
  return context.database.transaction().execute(async (transaction) => {
    const locked = await lockDraft(transaction, draft.id, session)
    if (!locked || locked.collection_id) return false
    if (locked.version !== draft.version || locked.salt !== draft.salt) return false
    if (locked.salt !== null) {
      await sharePrepared(transaction, draft.id, session.id)
      return true
    }
    const { alias, chain_id: chainId } = locked
    if (alias !== null) {
      // Another draft may have begun to hold it since the first look.
      await lockAlias(transaction, { chainId, alias })
      await refuseAliasTakenSince(context, transaction, locked)
      await refuseMoreHolds(context, transaction, locked)
    }
    await freezeDraft(transaction, draft.id, {
      salt: prepared.salt,
      predicted_address: prepared.address.toLowerCase(),
      list_root: prepared.root,
      deadline: new Date(prepared.deadline * 1000),
      prepared_by: session.id,
    })
    await deleteOtherLists(transaction, draft.id, prepared.root)
    return true
  })
}

/**
 * Publishes the list of a draft before its hash appears on the chain, in place of earlier
 * versions that were never deployed. A frozen draft's list is already published. Returns
 * undefined if the draft or its lists changed meanwhile.
 */
async function publish(
  context: AppContext,
  sender: Sender,
  draft: DraftRow,
  toBuild: Omit<ListToBuild, 'lists'>,
): Promise<{ root: Hex; contentHash: Hex } | undefined> {
  const { database, files, clock } = context
  if (draft.salt !== null) {
    const [published] = await listDraftLists(database, [draft.id])
    if (!published) throw new Error(`frozen draft ${draft.id} has no published list`)
    return {
      root: requireHex(published.root),
      contentHash: requireHex(published.content_hash),
    }
  }
  const lists = await listDraftListContents(database, draft.id)
  if (lists.length === 0) return undefined
  let built: { root: Hex; contentHash: Hex } | undefined
  const publishFile = async ({ file, ...list }: BuiltList) => {
    const contentHash = hashListFile(file)
    // The file stays for a while, whatever becomes of the draft.
    await consumeUploadBytes(context, sender, file.length)
    await files.put(file, 'json')
    const isPublished = await publishList(database, {
      ...list,
      draft_id: draft.id,
      version: draft.version,
      chain_id: draft.chain_id,
      content_hash: contentHash,
      now: clock(),
    })
    if (isPublished) built = { root: list.root, contentHash }
  }
  await buildListOffThread({ ...toBuild, lists }, sender, async (part) => {
    if ('file' in part) await publishFile(part)
    else if (built) await insertListPiece(database, built.root, part)
  })
  return built
}

function isFrozenElsewhere({ predicted_address }: DraftRow, address: Address): boolean {
  return predicted_address !== null && predicted_address !== address.toLowerCase()
}
