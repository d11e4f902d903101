import { type FieldProblems, Problem, problems } from '@platemark/api/problem'
import type { DraftFields } from '@platemark/api/studio'
import type { Address } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import { isTakenAlias } from '../collections/service.ts'
import { canDeployTo, toDraftFields } from './describe-draft.ts'
import type { ListedWallet } from './list-file.ts'
import type { DraftRow } from './queries/drafts.ts'
import { listDraftEntries } from './queries/lists.ts'
import { findMissing } from './readiness.ts'

/** Draft with everything that its deployment needs. */
type CompleteDraft = {
  chain: Chain
  factory: Address
  fields: DraftFields
  wallets: ListedWallet[]
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
  const fields = toDraftFields(context, draft)
  const wallets = await listDraftEntries(database, draft.id)
  // The chain's time is unknown here, so no phase counts as past.
  refuseMissing(context, { fields, wallets }, { now: new Date(0) })
  if (!chain || !factory) throw new Problem('draft_incomplete')
  await refuseAliasTakenSince(context, draft)
  return { chain, factory, fields, wallets }
}

/** Throws `draft_incomplete` for what is missing at a time and mint fee. */
export function refuseMissing(
  { chains }: AppContext,
  { fields, wallets }: Pick<CompleteDraft, 'fields' | 'wallets'>,
  known: { now: Date; mintFeeWei?: bigint },
): void {
  const ownPrices = new Map<number, Set<string>>()
  for (const { phase_id, price_wei } of wallets) {
    if (price_wei === null) continue
    ownPrices.set(phase_id, (ownPrices.get(phase_id) ?? new Set()).add(price_wei))
  }
  const canDeploy = canDeployTo(chains, fields)
  const listed = countsOf(wallets)
  refuseIncomplete(findMissing(fields, { ...known, canDeploy, listed, ownPrices }))
}

function countsOf(wallets: readonly ListedWallet[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { phase_id } of wallets) {
    counts.set(phase_id, (counts.get(phase_id) ?? 0) + 1)
  }
  return counts
}

async function refuseAliasTakenSince(
  { database, clock }: AppContext,
  { id, alias, chain_id }: DraftRow,
): Promise<void> {
  if (alias === null) return
  const slug = { chainId: chain_id, alias, exceptDraft: id, now: clock() }
  if (!(await isTakenAlias(database, slug))) return
  refuseIncomplete({ alias: [problems.alias_taken[1]] })
}

function refuseIncomplete(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) {
    throw new Problem('draft_incomplete', undefined, { fields })
  }
}
