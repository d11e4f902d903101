import { toInstant } from '@platemark/api/collection-terms'
import type { Deployment } from '@platemark/api/deployments'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { getAddress, type Hex, keccak256, stringToHex } from 'viem'
import { getCode } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import { findOwnCollection } from '../collections/service.ts'
import { loadCompleteDraft, refuseMissing } from './complete-draft.ts'
import {
  type CreationCost,
  estimateCreation,
  estimateUsualCreation,
} from './creation-cost.ts'
import {
  readChainTime,
  readCurrentTerms,
  simulateCreation,
  toCreateParams,
  withChainErrors,
} from './deployment.ts'
import {
  creationDeadline,
  creationSalt,
  metadataUrl,
  requireHex,
} from './draft-creation.ts'
import { isDropped } from './open-draft.ts'
import { setTransactionHash } from './queries/deployments.ts'
import { type DraftRow, findDraft } from './queries/drafts.ts'
import { listDraftLists } from './queries/lists.ts'

/**
 * Returns how far the deployment of a draft is. Throws `not_found`, also for other owners',
 * `unknown_chain` for a network that was removed, and `chain_unavailable`.
 */
export async function describeDeployment(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Deployment> {
  const draft = await findOwn(context, session, id)
  const chain = context.chains.find((one) => one.id === draft.chain_id)
  if (!chain) throw new Problem('unknown_chain')
  const { mintFeeWei, seconds } = await readTerms(chain)
  const common = {
    chain_time: toInstant(seconds),
    mint_fee_wei: String(mintFeeWei),
    collection: null,
  }
  if (draft.collection_id) {
    const found = await findOwnCollection(context, session, draft.collection_id)
    const collection = found && {
      chain_alias: chain.alias,
      contract_address: getAddress(found.address),
      alias: found.alias,
    }
    return {
      ...{ ...common, ...prepared(draft), cost: null, missing: {} },
      ...{ state: 'indexed', collection: collection ?? null },
    }
  }
  const state = await readState(context, chain, draft, seconds)
  if (state === 'created' || state === 'expired') {
    return { ...common, ...prepared(draft), state, cost: null, missing: {} }
  }
  const current = state === 'open' ? thawed(draft) : draft
  const known = { mintFeeWei, seconds }
  const { address, cost, missing } = await tryCreation(context, chain, current, known)
  return {
    ...{ ...common, ...prepared(current), state, cost, missing },
    ...(address && { predicted_address: address }),
  }
}

/**
 * Keeps the hash that a wallet returned, as a hint for other pages of the creator. Throws
 * `not_found`.
 */
export async function keepTransactionHash(
  context: AppContext,
  session: Session,
  id: string,
  hash: string,
): Promise<void> {
  await findOwn(context, session, id)
  await setTransactionHash(context.database, id, hash)
}

async function findOwn(
  { database }: AppContext,
  session: Session,
  id: string,
): Promise<DraftRow> {
  const found = await findDraft(database, id, session)
  if (!found) throw new Problem('not_found', 'This draft does not exist.')
  return found
}

/** Reads the fee and time of a network; the fee is 0 where it has no contracts. */
async function readTerms(chain: Chain): Promise<{ mintFeeWei: bigint; seconds: number }> {
  const factory = chain.contracts?.factory
  if (factory) return readCurrentTerms(chain, factory)
  return { mintFeeWei: 0n, seconds: await readChainTime(chain) }
}

async function readState(
  context: AppContext,
  chain: Chain,
  draft: DraftRow,
  seconds: number,
): Promise<'open' | 'pending' | 'expired' | 'created'> {
  const { predicted_address } = draft
  if (draft.salt === null || predicted_address === null) return 'open'
  const address = getAddress(predicted_address)
  const code = await withChainErrors(chain, () => getCode(chain.client, { address }))
  if (code !== undefined) return 'created'
  if (seconds <= creationDeadline(draft, seconds)) return 'pending'
  return (await isDropped(context, draft)) ? 'open' : 'expired'
}

/** Returns a draft as it is once its next change or preparation has opened it again. */
function thawed(draft: DraftRow): DraftRow {
  if (draft.salt === null) return draft
  return {
    ...{ ...draft, salt: null, predicted_address: null, list_root: null },
    ...{ deadline: null, prepared_by: null, transaction_hash: null },
    version: draft.version + 1,
  }
}

function prepared({ predicted_address, deadline, transaction_hash }: DraftRow) {
  return {
    predicted_address: predicted_address === null ? null : getAddress(predicted_address),
    deadline: deadline?.toISOString() ?? null,
    transaction_hash,
  }
}

type Attempt = {
  address: string | null
  cost: CreationCost | null
  missing: FieldProblems
}

/** Simulates the creation of a draft without preparing it; an incomplete one is estimated. */
async function tryCreation(
  context: AppContext,
  chain: Chain,
  draft: DraftRow,
  known: { mintFeeWei: bigint; seconds: number },
): Promise<Attempt> {
  try {
    return await simulateDraft(context, draft, known)
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined
    // Its transaction is about to be mined.
    if (code === 'deployment_pending') return { address: null, cost: null, missing: {} }
    if (!(error instanceof Problem) || code !== 'draft_incomplete') throw error
    // Without fields it is the contract that refuses the collection.
    const missing = error.fields ?? { contract: [error.message] }
    const cost = chain.contracts ? await estimateUsualCreation(chain) : null
    return { address: null, cost, missing }
  }
}

async function simulateDraft(
  context: AppContext,
  draft: DraftRow,
  { mintFeeWei, seconds }: { mintFeeWei: bigint; seconds: number },
): Promise<Attempt> {
  const complete = await loadCompleteDraft(context, draft)
  const { chain, factory, fields, lists, provenanceHash } = complete
  const creator = getAddress(draft.owner)
  const now = new Date(seconds * 1000)
  refuseMissing(context, complete, { now, owner: creator, mintFeeWei })
  const list = lists.length > 0 ? await findListHashes(context, draft) : undefined
  const creation = {
    params: toCreateParams(fields, {
      ...{ mintFeeWei, list, provenanceHash },
      metadataUrl: metadataUrl(context, chain),
    }),
    salt: creationSalt(draft),
    deadline: creationDeadline(draft, seconds),
  }
  const { address, data } = await simulateCreation(chain, factory, creator, creation)
  const cost = await estimateCreation(chain, { account: creator, to: factory, data })
  // The address follows from the list's root, which is known once the list is published.
  return { address: list?.isPublished === false ? null : address, cost, missing: {} }
}

/** Returns the hashes of the published list, or some that cost the same gas. */
async function findListHashes({ database }: AppContext, draft: DraftRow) {
  const [list] = draft.salt === null ? [] : await listDraftLists(database, [draft.id])
  const placeholder: Hex = keccak256(stringToHex(draft.id))
  if (!list) return { root: placeholder, contentHash: placeholder, isPublished: false }
  return {
    root: requireHex(list.root),
    contentHash: requireHex(list.content_hash),
    isPublished: true,
  }
}
