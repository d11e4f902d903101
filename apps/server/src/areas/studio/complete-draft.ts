import { Problem, problems } from '@platemark/api/problem'
import type { DraftFields, PricedFields } from '@platemark/api/studio'
import type { Address, Hex } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { isTakenAlias } from '../collections/service.ts'
import type { DraftListFacts } from './check-list.ts'
import { canDeployTo, toDraftFields } from './describe-draft.ts'
import type { DraftRow } from './queries/drafts.ts'
import { listDraftListFacts } from './queries/lists.ts'
import { listSetFacts, type SetFacts } from './queries/sets.ts'
import { listWorkUploads, type WorkUpload } from './queries/uploads.ts'
import { findMissing, listFacts } from './readiness.ts'
import { refuseFields } from './refuse-fields.ts'
import { type RevealState, readRevealState } from './reveal/reveal-state.ts'

/** Draft with everything that its deployment needs. */
export type CompleteDraft = {
  chain: Chain
  factory: Address
  fields: PricedFields
  lists: DraftListFacts[]
  /** Works of its set; undefined: no file of one was sent. */
  set: SetFacts | undefined
  /** Last upload of the work that all tokens show. */
  workUpload: WorkUpload | undefined
  reveal: RevealState | undefined
  /** Commitment to the hidden order; undefined: nothing is hidden. */
  provenanceHash: Hex | undefined
}

/**
 * Loads a draft with all deployment data. Throws `draft_incomplete` with what is missing
 * at any time.
 */
export async function loadCompleteDraft(
  context: AppContext,
  draft: DraftRow,
): Promise<CompleteDraft> {
  const { database, chains } = context
  const chain = chains.find((one) => one.id === draft.chain_id)
  const factory = chain?.contracts?.factory
  const stored = toDraftFields(context, draft)
  const lists = await listDraftListFacts(database, draft.id)
  const [set] = await listSetFacts(database, [draft.id])
  const [workUpload] = await listWorkUploads(database, [draft.id])
  // The chain's time is unknown here, so no phase counts as past.
  const known = { now: new Date(0), owner: draft.owner }
  const reveal = readRevealState(context, draft, set)
  refuseMissing(context, { fields: stored, lists, set, workUpload, reveal }, known)
  const fields = toPricedFields(stored)
  if (!chain || !factory) throw new Problem('draft_incomplete')
  await refuseAliasTakenSince(context, database, draft)
  const isHidden = fields.art === 'set' && fields.shown === 'at_reveal'
  const provenanceHash = isHidden ? reveal.commitment : undefined
  return { chain, factory, fields, lists, set, workUpload, reveal, provenanceHash }
}

/** Throws `draft_incomplete` for what is missing at a time and mint fee. */
export function refuseMissing(
  { chains }: AppContext,
  draft: Pick<CompleteDraft, 'lists' | 'set' | 'workUpload' | 'reveal'> & {
    fields: DraftFields
  },
  known: { now: Date; owner: string; mintFeeWei?: bigint },
): void {
  const { fields, lists, set, workUpload, reveal } = draft
  const canDeploy = canDeployTo(chains, fields)
  const all = { ...known, canDeploy, ...listFacts(lists), set, workUpload, reveal }
  refuseFields(findMissing(fields, all), 'draft_incomplete')
}

/** Returns fields of which nothing is missing. Throws `draft_incomplete` without a price. */
function toPricedFields(fields: DraftFields): PricedFields {
  const phases = fields.phases.map(({ price_wei, ...phase }) => {
    if (price_wei === null) throw new Problem('draft_incomplete')
    return { ...phase, price_wei }
  })
  return { ...fields, phases }
}

/** Throws `draft_incomplete` if the alias of a draft belongs to another by now. */
export async function refuseAliasTakenSince(
  { clock }: AppContext,
  database: Database,
  { id, alias, chain_id }: DraftRow,
): Promise<void> {
  if (alias === null) return
  const slug = { chainId: chain_id, alias, exceptDraft: id, now: clock() }
  if (!(await isTakenAlias(database, slug))) return
  refuseFields({ alias: [problems.alias_taken[1]] }, 'draft_incomplete')
}
