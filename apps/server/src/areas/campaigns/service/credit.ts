import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { QuestDefinition } from '../definition/campaign-file.ts'
import { outdateBoard } from '../queries/board.ts'
import { type CampaignRow, listChainHeads } from '../queries/campaigns.ts'
import {
  addReviews,
  deleteDerivedCredits,
  endReviews,
  hasReviews,
  lockCursors,
  saveCursors,
} from '../queries/cursors.ts'
import type { Evaluated, Scope } from '../queries/facts.ts'
import {
  creditComposite,
  creditDistinct,
  creditEvents,
  creditHolding,
  creditInternal,
  creditStreak,
  finalizeCredits,
  hasCredits,
  reviewByEvents,
  reviewHolders,
  updateSums,
  useSortMemory,
} from '../queries/ledger.ts'

type CreditContext = Pick<AppContext, 'clock'> & {
  chains: readonly { id: number; alias: string }[]
}

/** Returns a campaign with what its statements need. */
function toEvaluated(
  { chains }: Pick<CreditContext, 'chains'>,
  { id, definition }: Pick<CampaignRow, 'id' | 'definition'>,
  uncredited: readonly string[],
): Evaluated {
  return {
    ...{
      id,
      definition,
      uncredited: new Set(uncredited),
      isWhole: uncredited.length > 0,
    },
    chainIds: new Map(chains.map((one) => [one.alias, one.id])),
  }
}

/**
 * Credits everything that was indexed since the last run, inside a transaction: a repeated run
 * changes nothing. The order in which networks are read does not matter: of each dedupe key the
 * earliest event counts, and rules over several events are evaluated from the start. `uncredited` are
 * keys of quests that are known to have no credit; with one, all sums are computed anew.
 */
export async function creditCampaign(
  transaction: Database,
  context: CreditContext,
  row: Pick<CampaignRow, 'id' | 'definition'>,
  { uncredited = [] }: { uncredited?: readonly string[] } = {},
): Promise<void> {
  const { id, definition } = row
  const { quests, chains } = definition
  const isNew = !(await hasCredits(transaction, id))
  const keys = isNew ? quests.map(({ key }) => key) : uncredited
  const campaign = toEvaluated(context, row, keys)
  const now = context.clock()
  await useSortMemory(transaction)
  const cursors = await lockCursors(transaction, id, chains)
  const heads = await listChainHeads(transaction, chains)
  const upTo = new Map(heads.map((one) => [one.chain_id, one.block_number]))
  for (const [chain_id, up_to] of upTo) {
    const above = cursors.get(chain_id) ?? -1
    if (up_to <= above) continue
    const scope = { kind: 'blocks', chain_id, above, up_to } as const
    for (const quest of quests) await creditBlocks(transaction, campaign, quest, scope)
  }
  if (await hasReviews(transaction, id)) {
    for (const quest of quests) await creditReviewed(transaction, campaign, quest, upTo)
    await endReviews(transaction, id)
  }
  for (const quest of quests) {
    if (quest.rule.kind === 'internal')
      await creditInternal(transaction, campaign, quest, quest.rule, now)
  }
  await finalizeCredits(transaction, id)
  for (const quest of quests) {
    const { rule } = quest
    if (rule.kind === 'all_of' || rule.kind === 'any_of')
      await creditComposite(transaction, campaign, quest, rule)
  }
  if ((await updateSums(transaction, campaign, now)) > 0)
    await outdateBoard(transaction, id)
  await saveCursors(transaction, id, upTo)
}

async function creditBlocks(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  scope: Extract<Scope, { kind: 'blocks' }>,
): Promise<void> {
  const { rule } = quest
  switch (rule.kind) {
    case 'onchain':
      return creditEvents(transaction, campaign, quest, rule, scope)
    case 'count_distinct':
    case 'streak':
      return reviewByEvents(transaction, campaign, quest, rule, scope)
    case 'holding':
      // Once its block is read, everyone may hold enough in it.
      if (rule.block !== null && isWithin(scope, rule.chain_id, Number(rule.block))) {
        return addReviews(transaction, campaign.id)
      }
      return reviewHolders(transaction, campaign, rule, scope)
  }
}

function isWithin(
  { chain_id, above, up_to }: Extract<Scope, { kind: 'blocks' }>,
  chainId: number,
  block: number,
): boolean {
  return chain_id === chainId && block > above && block <= up_to
}

async function creditReviewed(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  upTo: ReadonlyMap<number, number>,
): Promise<void> {
  const { rule } = quest
  const scope = { kind: 'reviews', up_to: upTo } as const
  switch (rule.kind) {
    case 'onchain':
      return creditEvents(transaction, campaign, quest, rule, scope)
    case 'count_distinct':
      return creditDistinct(transaction, campaign, quest, rule, scope)
    case 'streak':
      return creditStreak(transaction, campaign, quest, rule, scope)
    case 'holding':
      return creditHolding(transaction, campaign, quest, rule, upTo)
  }
}

/** Computes the whole ledger of a campaign anew from the index, inside a transaction. */
export async function recountCampaign(
  transaction: Database,
  context: CreditContext,
  row: Pick<CampaignRow, 'id' | 'definition'>,
): Promise<void> {
  const { id, definition } = row
  await lockCursors(transaction, id, definition.chains)
  const internal = definition.quests.flatMap(({ key, rule }) =>
    rule.kind === 'internal' ? key : [],
  )
  await deleteDerivedCredits(transaction, id, internal)
  await addReviews(transaction, id)
  const uncredited = definition.quests
    .map(({ key }) => key)
    .filter((key) => !internal.includes(key))
  await creditCampaign(transaction, context, row, { uncredited })
}
