import type {
  CampaignEvent,
  CampaignRule,
  RuleCondition,
} from '@platemark/api/campaign-rules'
import { type RawBuilder, sql } from 'kysely'
import type { CampaignDefinition, QuestDefinition } from '../definition/campaign-file.ts'

type Sql = RawBuilder<unknown>

/** Rules over indexed events. */
export type EventRule = Extract<
  CampaignRule,
  { kind: 'onchain' | 'count_distinct' | 'streak' }
>

/** A campaign for statements that evaluate it. */
export type Evaluated = {
  id: string
  definition: CampaignDefinition
  /** Ids of the networks by alias. */
  chainIds: ReadonlyMap<string, number>
  /** Keys of quests without a credit yet; a quest leaves with its first ones. */
  uncredited: Set<string>
  /** The ledger is made from the start: sums of all entries are computed anew. */
  isWhole: boolean
}

/** Events that are read: those of blocks, or those of entries under review. */
export type Scope =
  | { kind: 'blocks'; chain_id: number; above: number; up_to: number }
  | { kind: 'reviews'; up_to: ReadonlyMap<number, number> }

const ZERO = `0x${'0'.repeat(40)}`

/** Second in which an entry `n` joined: block times are whole seconds, so it counts as a whole. */
export const joinedSecond: Sql = sql`date_trunc('second', n.joined_at)`

/**
 * Source of each event: account, chain_id, contract, creator, minter, token_id, amount, value_wei,
 * block_number, log_index, tx_hash, time, identity. Aliases: `s` is the row with the block.
 */
const sources: Record<
  CampaignEvent,
  { columns: Sql; from: Sql; account: Sql; block: Sql; isListed: Sql | null }
> = {
  mint: mintSource(sql`m.minter`, sql`true`),
  sale_bought: mintSource(sql`m.minter`, sql`m.price_wei > 0`),
  sale_sold: mintSource(sql`c.creator`, sql`m.price_wei > 0 and m.minter <> c.creator`),
  collection_created: {
    columns: sql`c.creator as account, c.chain_id, c.address as contract, c.creator,
      c.creator as minter, null::numeric as token_id, 1::numeric as amount,
      0::numeric as value_wei, c.created_block as block_number, 0 as log_index,
      c.created_tx as tx_hash, c.created_at as time, c.address as identity`,
    from: sql`collections c where true`,
    account: sql`c.creator`,
    block: sql`c.created_block`,
    isListed: sql`c.is_listed`,
  },
  transfer_in: {
    columns: sql`e.data ->> 'to' as account, e.chain_id, c.address as contract, c.creator,
      e.data ->> 'from' as minter, (e.data ->> 'token_id')::numeric as token_id,
      (e.data ->> 'quantity')::numeric as amount, 0::numeric as value_wei, e.block_number,
      e.log_index, e.tx_hash, e.time,
      coalesce(e.data ->> 'token_id', e.tx_hash || '-' || e.log_index) as identity`,
    from: sql`events e join collections c on c.id = e.collection_id where e.kind = 'transfer'`,
    account: sql`e.data ->> 'to'`,
    block: sql`e.block_number`,
    isListed: sql`c.is_listed`,
  },
  name_registered: nameSource(
    sql`e.data ->> 'to'`,
    sql`e.kind = 'transfer' and e.data ->> 'from' = ${sql.lit(ZERO)}`,
  ),
  name_primary_set: nameSource(
    sql`e.account`,
    sql`e.kind = 'primary' and e.name is not null`,
  ),
}

function mintSource(account: Sql, where: Sql) {
  return {
    columns: sql`${account} as account, m.chain_id, c.address as contract, c.creator, m.minter,
      (e.data ->> 'first_token_id')::numeric as token_id, m.quantity::numeric as amount,
      m.price_wei * m.quantity as value_wei, m.block_number, m.log_index, m.tx_hash, m.time,
      coalesce(e.data ->> 'first_token_id', m.tx_hash || '-' || m.log_index) as identity`,
    from: sql`mints m join collections c on c.id = m.collection_id
      left join events e on e.chain_id = m.chain_id and e.block_number = m.block_number
        and e.log_index = m.log_index
      where ${where}`,
    account,
    block: sql`m.block_number`,
    isListed: sql`c.is_listed`,
  }
}

function nameSource(account: Sql, where: Sql) {
  return {
    columns: sql`${account} as account, e.chain_id, 'names' as contract, null::text as creator,
      ${account} as minter, null::numeric as token_id, 1::numeric as amount,
      0::numeric as value_wei, e.block_number, e.log_index, e.tx_hash, e.time,
      e.name as identity`,
    from: sql`name_events e where ${where}`,
    account,
    block: sql`e.block_number`,
    isListed: null,
  }
}

/** Table of the rows with the network, by the alias that a source uses. */
function chainOf(event: CampaignEvent): Sql {
  if (event === 'collection_created') return sql`c.chain_id`
  return event === 'mint' || event.startsWith('sale') ? sql`m.chain_id` : sql`e.chain_id`
}

/**
 * Selects the events that count for a quest, with the entry that they count for: address, quest
 * points, chain_id, contract, creator, block_number, log_index, tx_hash, event_time, identity.
 */
export function selectFacts(
  { id, definition, chainIds }: Evaluated,
  quest: QuestDefinition,
  rule: EventRule,
  scope: Scope,
): Sql {
  const source = sources[rule.event]
  const chains = rule.chains.length > 0 ? rule.chains : definition.chains
  const chain = chainOf(rule.event)
  const inScope =
    scope.kind === 'blocks'
      ? sql`${chain} = ${scope.chain_id} and ${source.block} > ${scope.above}
          and ${source.block} <= ${scope.up_to}`
      : sql`${source.account} in (select w.wallet from campaign_wallets w
          join campaign_reviews r on r.campaign_id = w.campaign_id and r.address = w.address
          where w.campaign_id = ${id}) and ${withinHeads(chain, source.block, scope.up_to)}`
  const { from, until } = findWindow(definition, quest)
  const conditions = rule.where.map((condition) => toSql(id, definition, condition))
  return sql`
    select n.address, f.chain_id, f.contract, f.creator, f.block_number, f.log_index, f.tx_hash,
      f.time as event_time, f.identity
    from (select ${source.columns} from ${source.from}
      and ${chain} = any (${chains}::bigint[]) and ${inScope}
      ${contractFilter(rule, source.isListed, chainIds)}) f
    join campaign_wallets w on w.campaign_id = ${id} and w.wallet = f.account
      and (w.chain_id is null or w.chain_id = f.chain_id)
    join campaign_entries n on n.campaign_id = ${id} and n.address = w.address
      and n.status = 'active'
    where f.time >= ${from}::timestamptz and f.time < ${until}::timestamptz
      ${definition.counts_from === 'joining' ? sql`and f.time >= ${joinedSecond}` : sql``}
      ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}`
}

function withinHeads(chain: Sql, block: Sql, heads: ReadonlyMap<number, number>): Sql {
  if (heads.size === 0) return sql`false`
  const pairs = [...heads].map(
    ([id, head]) => sql`(${chain} = ${id} and ${block} <= ${head})`,
  )
  return sql`(${sql.join(pairs, sql` or `)})`
}

/** Returns the times between which a quest counts. */
export function findWindow(
  { starts_at, ends_at }: CampaignDefinition,
  { opens_at, closes_at }: QuestDefinition,
): { from: Date; until: Date } {
  const from = Math.max(Date.parse(starts_at), Date.parse(opens_at ?? starts_at))
  const until = Math.min(Date.parse(ends_at), Date.parse(closes_at ?? ends_at))
  return { from: new Date(from), until: new Date(until) }
}

function contractFilter(
  { contracts }: EventRule,
  isListed: Sql | null,
  chainIds: ReadonlyMap<string, number>,
): Sql {
  if (contracts === 'product' || isListed === null) return sql``
  if (contracts === 'shown') return sql`and ${isListed}`
  if (Array.isArray(contracts)) {
    return sql`and c.address = any (${contracts.map((one) => one.toLowerCase())}::text[])`
  }
  const [alias = '', name = ''] = contracts.slice('collection:'.length).split('/')
  return sql`and c.chain_id = ${chainIds.get(alias) ?? -1}
    and (c.address = ${name.toLowerCase()} or c.alias = ${name})`
}

const columns: Record<RuleCondition['field'], Sql> = {
  account: sql`f.account`,
  minter: sql`f.minter`,
  recipient: sql`f.account`,
  creator: sql`f.creator`,
  contract: sql`f.contract`,
  token_id: sql`f.token_id`,
  amount: sql`f.amount`,
  value_wei: sql`f.value_wei`,
  chain_id: sql`f.chain_id`,
  block_time: sql`f.time`,
}

const operators = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
} as const

function toSql(
  id: string,
  definition: CampaignDefinition,
  { field, op, value }: RuleCondition,
): Sql {
  const column = columns[field]
  if (value === '$account') {
    // Linked wallets are one person: what one of them made is also the other's own.
    const isOwn = sql`exists (select from campaign_wallets o
      where o.campaign_id = ${id} and o.address = n.address and o.wallet = ${column})`
    return op === 'eq' ? isOwn : sql`not ${isOwn}`
  }
  const values = [value].flat().map((one) => toValue(definition, field, one))
  if (op === 'in') return sql`${column} in (${sql.join(values)})`
  return sql`${column} ${operators[op]} ${values[0] ?? sql`null`}`
}

function toValue(
  { starts_at, ends_at }: CampaignDefinition,
  field: RuleCondition['field'],
  value: string | number,
): Sql {
  if (field === 'block_time') {
    const times: Record<string, string> = {
      '$campaign.starts_at': starts_at,
      '$campaign.ends_at': ends_at,
    }
    return sql`${times[String(value)] ?? value}::timestamptz`
  }
  if (['token_id', 'amount', 'value_wei', 'chain_id'].includes(field)) {
    return sql`${String(value)}::numeric`
  }
  return sql`${String(value).toLowerCase()}::text`
}
