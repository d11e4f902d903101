import { type CreateParams, computeCollectionId } from '@platemark/abi/create-params'
import type { ListScope } from '@platemark/rules/allowlist'
import { type Address, getAddress, type Hex } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import { type CompleteDraft, loadCompleteDraft, refuseMissing } from './complete-draft.ts'
import { readCurrentTerms, simulateCreation, toCreateParams } from './deployment.ts'
import { creationDeadline, creationSalt, metadataUrl } from './draft-creation.ts'
import type { DraftRow } from './queries/drafts.ts'

/** A complete draft with the terms of its creation, as far as they need no list. */
export type CreationTerms = CompleteDraft & {
  creator: Address
  salt: Hex
  mintFeeWei: bigint
  /** Chain time in unix seconds, and the last second at which the creation may be mined. */
  seconds: number
  deadline: number
  scope: ListScope
}

/** The transaction of a creation, and its arguments. */
export type PlannedCreation = {
  chain: Chain
  creator: Address
  factory: Address
  salt: Hex
  params: CreateParams
  address: Address
  data: Hex
}

/**
 * Loads a draft with the present terms of its network. Throws `draft_incomplete` with what is
 * missing, and `chain_unavailable`.
 */
export async function loadCreationTerms(
  context: AppContext,
  draft: DraftRow,
): Promise<CreationTerms> {
  const complete = await loadCompleteDraft(context, draft)
  const { chain, factory } = complete
  const creator = getAddress(draft.owner)
  const salt = creationSalt(draft)
  const { mintFeeWei, seconds } = await readCurrentTerms(chain, factory)
  const now = new Date(seconds * 1000)
  refuseMissing(context, complete, { now, owner: creator, mintFeeWei })
  const deadline = creationDeadline(draft, seconds)
  const scope = { chainId: chain.id, collectionId: computeCollectionId(creator, salt) }
  return { ...complete, creator, salt, mintFeeWei, seconds, deadline, scope }
}

/**
 * Plans the transaction that makes the collection of a draft with these lists. Throws as
 * `simulateCreation`.
 */
export async function planCreation(
  context: AppContext,
  terms: CreationTerms,
  list: { root: Hex; contentHash: Hex } | undefined,
): Promise<PlannedCreation> {
  const { chain, factory, fields, creator, salt, deadline } = terms
  const { mintFeeWei, provenanceHash } = terms
  const params = toCreateParams(fields, {
    ...{ mintFeeWei, list, provenanceHash },
    metadataUrl: metadataUrl(context, chain),
  })
  const creation = { params, salt, deadline }
  const { address, data } = await simulateCreation(chain, factory, creator, creation)
  return { chain, creator, factory, salt, params, address, data }
}
