import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { canonicalJson } from '../definition/read-campaign.ts'
import { listRanked } from '../queries/board.ts'
import { type CampaignRow, listChainHeads, setStatus } from '../queries/campaigns.ts'
import {
  deleteResult,
  insertResult,
  listInputEntries,
  listInternalCredits,
} from '../queries/results.ts'
import { recountCampaign } from './credit.ts'
import { formatResult, hashText } from './result-file.ts'
import { makeBoard } from './run.ts'

/** Parts of the installation that counting and freezing need. */
export type FreezeContext = Pick<AppContext, 'clock'> & {
  chains: readonly { id: number; alias: string }[]
  configuration: Pick<AppContext['configuration'], 'names' | 'networks'>
}

/** An embedded network stamps a block with the time at which it is made, give or take this. */
const EMBEDDED_MS = 60_000

/**
 * Returns the networks of a campaign that are not final past its end yet, by id: their events could
 * still change. An embedded network makes blocks for transactions only: it is final past the end
 * once its head, read after it, is indexed and confirmed. Of others a block past the end counts
 * alone, because a network that stood still may add blocks with earlier times.
 */
export async function listUnsettled(
  database: Database,
  { configuration }: Pick<FreezeContext, 'configuration'>,
  { definition }: Pick<CampaignRow, 'definition'>,
): Promise<number[]> {
  const { chains, ends_at } = definition
  const heads = await listChainHeads(database, chains)
  const ends = Date.parse(ends_at)
  return chains.filter((id) => {
    const head = heads.find(({ chain_id }) => chain_id === id)
    if (!head?.is_backfilled) return true
    if ((head.confirmed_time?.getTime() ?? 0) >= ends) return false
    const isEmbedded = configuration.networks.some((one) => one.id === id && one.is_demo)
    const read = head.heartbeat_at?.getTime() ?? 0
    return !(isEmbedded && head.is_at_head && read >= ends + EMBEDDED_MS)
  })
}

/** Computes the final sums of a campaign and its board, inside a transaction. */
export async function settleCampaign(
  transaction: Database,
  context: FreezeContext,
  row: CampaignRow,
): Promise<void> {
  await recountCampaign(transaction, context, row)
  await makeBoard(transaction, row, context.clock())
}

/**
 * Makes the result final inside a transaction: counts once more, writes the file with its hash and
 * the inputs from which others recompute it, and closes the ledger.
 */
export async function freezeCampaign(
  transaction: Database,
  context: FreezeContext,
  row: CampaignRow,
): Promise<{ rows: number; sha256: string }> {
  await settleCampaign(transaction, context, row)
  const now = context.clock()
  const ranked = await listRanked(transaction, row.id)
  const file = formatResult(ranked)
  const heads = await listChainHeads(transaction, row.definition.chains)
  const last_blocks = Object.fromEntries(
    heads.map(({ chain_id, confirmed_number }) => [chain_id, confirmed_number]),
  )
  const inputs = await writeInputs(transaction, context, row, last_blocks)
  const result = { rows: ranked.length, sha256: hashText(file) }
  await deleteResult(transaction, row.id)
  await insertResult(transaction, {
    ...{ campaign_id: row.id, frozen_at: now, ...result, file, inputs, last_blocks },
  })
  await setStatus(transaction, row.id, { status: 'frozen' })
  return result
}

/** Returns everything that a recount needs besides the networks: rules, entries, lessons. */
async function writeInputs(
  transaction: Database,
  { configuration: { names, networks } }: FreezeContext,
  { id, definition, rules_version }: CampaignRow,
  lastBlocks: Record<string, number>,
): Promise<string> {
  const internal = definition.quests.flatMap(({ key, rule }) =>
    rule.kind === 'internal' ? key : [],
  )
  const entries = await listInputEntries(transaction, id)
  const facts = await listInternalCredits(transaction, id, internal)
  const home = networks.find(({ alias }) => alias === names?.chain)
  return `${canonicalJson({
    version: 1,
    rules_version,
    campaign: definition,
    chains: definition.chains.map((chain_id) => {
      const found = networks.find(({ id: known }) => known === chain_id)
      return {
        id: chain_id,
        alias: found?.alias ?? null,
        factory: found?.contracts?.factory.toLowerCase() ?? null,
        start_block: found?.contracts?.start_block ?? 0,
        last_block: lastBlocks[chain_id] ?? null,
        names_registry:
          home?.id === chain_id ? (names?.registry.toLowerCase() ?? null) : null,
      }
    }),
    entries: entries.map((entry) => ({
      ...entry,
      joined_at: entry.joined_at.toISOString(),
    })),
    internal: facts.map(({ event_time, ...fact }) => ({
      ...fact,
      at: event_time.toISOString(),
    })),
  })}\n`
}
