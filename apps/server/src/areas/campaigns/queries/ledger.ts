import type { CampaignRule } from '@platemark/api/campaign-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { CampaignDefinition, QuestDefinition } from '../definition/campaign-file.ts'
import {
  type Evaluated,
  type EventRule,
  findWindow,
  joinedSecond,
  type Scope,
  selectFacts,
} from './facts.ts'

type Sql = RawBuilder<unknown>
type HoldingRule = Extract<CampaignRule, { kind: 'holding' }>
type InternalRule = Extract<CampaignRule, { kind: 'internal' }>

/**
 * Lets the statements of a transaction sort and join a batch of many events in memory: a million
 * need some 250 MB, few need as little as ever.
 */
export async function useSortMemory(transaction: Database): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(transaction)
}

const order = sql`event_time, chain_id, block_number, log_index`

/**
 * Writes credits from a select of address, dedupe_key and the place of the event, and marks their
 * entries as stale, unless all sums are computed anew. A block at or below the confirmed one is
 * final; without a network there is none to replace. The campaign is locked, so that no other
 * statement inserts.
 */
async function writeCredits(
  transaction: Database,
  { id, uncredited }: Evaluated,
  quest: QuestDefinition,
  select: Sql,
): Promise<void> {
  const credits = sql`
    select s.*, coalesce(s.block_number <= k.confirmed_number, s.chain_id is null) as is_final
    from (${select}) s left join chain_cursors k on k.chain_id = s.chain_id`
  if (uncredited.delete(quest.key)) return insertFirst(transaction, id, quest, credits)
  await mergeCredits(id, quest, credits).execute(transaction)
}

const inserted = sql`insert into campaign_credits (campaign_id, quest, address, dedupe_key,
  chain_id, block_number, log_index, tx_hash, event_time, points, is_final)`

/** Inserts the first credits of a quest, which need no comparison with earlier ones. */
async function insertFirst(
  transaction: Database,
  id: string,
  { key, points }: QuestDefinition,
  credits: Sql,
): Promise<void> {
  await sql`
    ${inserted}
    select ${id}::uuid, ${key}, x.address, x.dedupe_key, x.chain_id, x.block_number, x.log_index,
      x.tx_hash, x.event_time, ${points}, x.is_final
    from (${credits}) x`.execute(transaction)
}

/** Inserts credits beside others of their quest: of two with one key the earlier one stays. */
function mergeCredits(id: string, { key, points }: QuestDefinition, credits: Sql): Sql {
  // Without `on conflict`, whose check of each row is slow.
  return sql`
    with x as materialized (${credits}), earlier as (
      update campaign_credits c set chain_id = x.chain_id, block_number = x.block_number,
        log_index = x.log_index, tx_hash = x.tx_hash, event_time = x.event_time,
        is_final = x.is_final
      from x
      where c.campaign_id = ${id} and c.address = x.address and c.quest = ${key}
        and c.dedupe_key = x.dedupe_key
        and (x.event_time, x.chain_id, x.block_number, x.log_index)
          < (c.event_time, c.chain_id, c.block_number, c.log_index)
    ), written as (
      ${inserted}
      select ${id}::uuid, ${key}, x.address, x.dedupe_key, x.chain_id, x.block_number,
        x.log_index, x.tx_hash, x.event_time, ${points}, x.is_final
      from x
      where not exists (select from campaign_credits c where c.campaign_id = ${id}
        and c.address = x.address and c.quest = ${key} and c.dedupe_key = x.dedupe_key)
    )
    update campaign_entries e set is_stale = true
    where e.campaign_id = ${id} and not e.is_stale and e.address in (select address from x)`
}

const keys: Record<QuestDefinition['per'], Sql> = {
  event: sql`f.chain_id || ':' || f.contract || ':' || f.identity`,
  day: sql`to_char(f.event_time at time zone 'UTC', 'YYYY-MM-DD')`,
  contract: sql`f.chain_id || ':' || f.contract`,
  campaign: sql`'once'::text`,
}

/** Credits single events: of each dedupe key the earliest one, whatever the order of reading. */
export async function creditEvents(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: EventRule,
  scope: Scope,
): Promise<void> {
  const key = keys[quest.per]
  await writeCredits(
    transaction,
    campaign,
    quest,
    sql`select distinct on (f.address, ${key}) f.address, ${key} as dedupe_key, f.chain_id,
        f.block_number, f.log_index, f.tx_hash, f.event_time
      from (${selectFacts(campaign, quest, rule, scope)}) f
      order by f.address, ${key}, ${order}`,
  )
}

/** Puts entries with events of a rule under review: it depends on more than one of them. */
export async function reviewByEvents(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: EventRule,
  scope: Scope,
): Promise<void> {
  await sql`
    insert into campaign_reviews (campaign_id, address)
    select distinct ${campaign.id}::uuid, f.address
    from (${selectFacts(campaign, quest, rule, scope)}) f
    on conflict do nothing`.execute(transaction)
}

const inReview = (id: string) =>
  sql`(select r.address from campaign_reviews r where r.campaign_id = ${id})`

/** Deletes the credits of a quest of entries under review, and inserts those of a select. */
async function replaceCredits(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  select: Sql,
): Promise<void> {
  const { id } = campaign
  await sql`
    delete from campaign_credits
    where campaign_id = ${id} and quest = ${quest.key} and address in ${inReview(id)}`.execute(
    transaction,
  )
  await writeCredits(transaction, campaign, quest, select)
}

const values: Record<Extract<EventRule, { kind: 'count_distinct' }>['of'], Sql> = {
  contract: sql`f.chain_id || ':' || f.contract`,
  creator: sql`f.creator`,
  chain: sql`f.chain_id::text`,
  day: sql`to_char(f.event_time at time zone 'UTC', 'YYYY-MM-DD')`,
}

/** Credits the event with which an entry under review reached so many distinct values. */
export async function creditDistinct(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: Extract<EventRule, { kind: 'count_distinct' }>,
  scope: Scope,
): Promise<void> {
  const value = values[rule.of]
  await replaceCredits(
    transaction,
    campaign,
    quest,
    sql`select address, 'once' as dedupe_key, chain_id, block_number, log_index, tx_hash, event_time
      from (
        select *, row_number() over (partition by address order by ${order}) as n
        from (select distinct on (f.address, ${value}) f.*
          from (${selectFacts(campaign, quest, rule, scope)}) f
          order by f.address, ${value}, ${order}) firsts
      ) numbered where n = ${rule.target}`,
  )
}

/** Credits the first event of the day on which a row of days in UTC is complete. */
export async function creditStreak(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: Extract<EventRule, { kind: 'streak' }>,
  scope: Scope,
): Promise<void> {
  const day = sql`(f.event_time at time zone 'UTC')::date`
  await replaceCredits(
    transaction,
    campaign,
    quest,
    sql`select distinct on (address) address, 'once' as dedupe_key, chain_id, block_number,
        log_index, tx_hash, event_time
      from (
        select *, row_number() over (partition by address, run order by day) as length
        from (select *, day - (row_number() over (partition by address order by day))::integer
            as run
          from (select distinct on (f.address, ${day}) f.*, ${day} as day
            from (${selectFacts(campaign, quest, rule, scope)}) f
            order by f.address, ${day}, ${order}) firsts) runs
      ) days where length = ${rule.days}
      order by address, day`,
  )
}

/** Puts entries under review whose wallets took part in transfers of a contract in these blocks. */
export async function reviewHolders(
  transaction: Database,
  { id }: Evaluated,
  rule: HoldingRule,
  scope: Extract<Scope, { kind: 'blocks' }>,
): Promise<void> {
  if (rule.chain_id !== scope.chain_id) return
  await sql`
    insert into campaign_reviews (campaign_id, address)
    select distinct ${id}::uuid, w.address
    from events e
    join collections c on c.id = e.collection_id and c.chain_id = ${rule.chain_id}
      and c.address = ${rule.contract.toLowerCase()}
    join campaign_wallets w on w.campaign_id = ${id}
      and w.wallet in (e.data ->> 'to', e.data ->> 'from')
    where e.chain_id = ${rule.chain_id} and e.block_number > ${scope.above}
      and e.block_number <= ${scope.up_to} and e.kind in ('mint', 'airdrop', 'transfer', 'burn')
    on conflict do nothing`.execute(transaction)
}

/**
 * Credits entries under review that hold enough tokens of a contract in the time of the quest: at
 * the moment from which they do. With a block, those that hold them in that block.
 */
export async function creditHolding(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: HoldingRule,
  upTo: ReadonlyMap<number, number>,
): Promise<void> {
  const { id, definition } = campaign
  const { from, until } = findWindow(definition, quest)
  const start =
    definition.counts_from === 'joining'
      ? sql`greatest(${from}::timestamptz, ${joinedSecond})`
      : sql`${from}::timestamptz`
  const head = upTo.get(rule.chain_id) ?? -1
  const last = rule.block === null ? head : Math.min(Number(rule.block), head)
  const isRead = rule.block === null || Number(rule.block) <= head
  await replaceCredits(
    transaction,
    campaign,
    quest,
    sql`select distinct on (b.address) b.address, 'once' as dedupe_key,
        ${rule.chain_id}::bigint as chain_id, b.block_number, b.log_index, b.tx_hash,
        greatest(b.time, ${start}) as event_time
      from (
        select address, block_number, log_index, tx_hash, time,
          sum(delta) over (partition by address order by block_number, log_index) as balance,
          lead(time) over (partition by address order by block_number, log_index) as next_time
        from (
          select w.address, e.block_number, e.log_index, e.tx_hash, e.time,
            sum((case when w.wallet = e.data ->> 'to' and e.kind <> 'burn' then 1 else 0 end
              - case when w.wallet = e.data ->> 'from' and e.kind in ('transfer', 'burn')
                then 1 else 0 end) * (e.data ->> 'quantity')::bigint) as delta
          from events e
          join collections c on c.id = e.collection_id and c.chain_id = ${rule.chain_id}
            and c.address = ${rule.contract.toLowerCase()}
          join campaign_wallets w on w.campaign_id = ${id}
            and w.wallet in (e.data ->> 'to', e.data ->> 'from')
            and (w.chain_id is null or w.chain_id = ${rule.chain_id})
          where e.kind in ('mint', 'airdrop', 'transfer', 'burn') and e.block_number <= ${last}
            and w.address in ${inReview(id)}
          group by w.address, e.block_number, e.log_index, e.tx_hash, e.time
        ) flows
      ) b
      join campaign_entries n on n.campaign_id = ${id} and n.address = b.address
        and n.status = 'active'
      where ${isRead} and b.balance >= ${rule.at_least}
        and greatest(b.time, ${start}) < coalesce(b.next_time, 'infinity')
        and greatest(b.time, ${start}) < ${until}::timestamptz
        ${rule.block === null ? sql`` : sql`and b.next_time is null`}
      order by b.address, b.block_number, b.log_index`,
  )
}

/** Credits facts that are recorded here: finished lessons, primary names, profiles. */
export async function creditInternal(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: InternalRule,
  now: Date,
): Promise<void> {
  const { id, definition } = campaign
  const { from, until } = findWindow(definition, quest)
  await writeCredits(
    transaction,
    campaign,
    quest,
    sql`select n.address, 'once' as dedupe_key, null::bigint as chain_id,
        null::bigint as block_number, null::integer as log_index, null::text as tx_hash,
        min(f.time) as event_time
      from (${internalFacts(rule, now)}) f
      join campaign_wallets w on w.campaign_id = ${id} and w.wallet = f.account
        and w.chain_id is not distinct from f.auth_chain_id
      join campaign_entries n on n.campaign_id = ${id} and n.address = w.address
        and n.status = 'active'
      where f.time >= ${from}::timestamptz and f.time < ${until}::timestamptz
        ${definition.counts_from === 'joining' ? sql`and f.time >= n.joined_at` : sql``}
        and not exists (select from campaign_credits c where c.campaign_id = ${id}
          and c.address = n.address and c.quest = ${quest.key})
      group by n.address`,
  )
}

function internalFacts({ event, alias }: InternalRule, now: Date): Sql {
  switch (event) {
    case 'academy_completed':
      return sql`select u.address as account, u.auth_chain_id, p.completed_at as time
        from academy_progress p join users u on u.id = p.user_id
        where p.alias = ${alias ?? ''} and p.state = 'completed'`
    case 'name_primary_set':
      return sql`select a.account, null::bigint as auth_chain_id,
          greatest(a.onchain_at, a.chosen_at) as time
        from name_accounts a
        join primary_names p on p.chain_id = a.chain_id and p.account = a.account`
    case 'profile_completed':
      return sql`select u.address as account, u.auth_chain_id, ${now}::timestamptz as time
        from users u where u.username is not null and u.bio is not null
          and u.avatar_file is not null`
  }
}

const isChanged = ({ id, isWhole }: Evaluated) =>
  isWhole
    ? sql`true`
    : sql`address in (select e.address from campaign_entries e
        where e.campaign_id = ${id} and e.is_stale)`

/** Credits quests that are made of others, for entries whose credits changed. */
export async function creditComposite(
  transaction: Database,
  campaign: Evaluated,
  quest: QuestDefinition,
  rule: Extract<CampaignRule, { kind: 'all_of' | 'any_of' }>,
): Promise<void> {
  const { id, definition } = campaign
  const { from, until } = findWindow(definition, quest)
  await sql`
    delete from campaign_credits
    where campaign_id = ${id} and quest = ${quest.key} and ${isChanged(campaign)}`.execute(
    transaction,
  )
  const keys = [...new Set(rule.quests)]
  const [time, least] =
    rule.kind === 'all_of' ? [sql`max(at)`, keys.length] : [sql`min(at)`, 1]
  await writeCredits(
    transaction,
    campaign,
    quest,
    sql`select address, 'once' as dedupe_key, null::bigint as chain_id,
        null::bigint as block_number, null::integer as log_index, null::text as tx_hash,
        ${time} as event_time
      from (
        select address, quest, min(event_time) as at from campaign_credits
        where campaign_id = ${id} and quest = any (${keys}::text[]) and ${isChanged(campaign)}
        group by address, quest
      ) firsts
      group by address
      having count(*) >= ${least} and ${time} >= ${from}::timestamptz
        and ${time} < ${until}::timestamptz`,
  )
}

/** Marks the credits of blocks that were confirmed meanwhile as final. */
export async function finalizeCredits(transaction: Database, id: string): Promise<void> {
  await sql`
    update campaign_credits c set is_final = true
    from chain_cursors k
    where c.campaign_id = ${id} and not c.is_final and k.chain_id = c.chain_id
      and c.block_number <= k.confirmed_number`.execute(transaction)
}

/**
 * Sums of entries by these rows: credits beyond the cap of their quest, or before the quests that
 * it requires, are not counted.
 */
export function sumCredits(
  id: string,
  { quests }: CampaignDefinition,
  credits: Sql,
): Sql {
  const rules = quests.map(({ key, max_completions, requires }) => ({
    key,
    cap: max_completions,
    requires,
  }))
  // Without a cap nothing has to be sorted.
  const place = quests.every(({ max_completions }) => max_completions === null)
    ? sql`1`
    : sql`row_number() over (partition by c.address, c.quest order by c.event_time, c.dedupe_key)`
  return sql`
    select address, sum(points)::bigint as points, count(distinct quest)::integer as stamps,
      max(event_time) as last_credit_at
    from (
      select c.address, c.quest, c.points, c.event_time, q.cap, ${place} as n
      from (${credits}) c
      join jsonb_to_recordset(${JSON.stringify(rules)}::text::jsonb)
        as q(key text, cap bigint, requires jsonb) on q.key = c.quest
      where jsonb_array_length(q.requires) = 0 or not exists (
        select from jsonb_array_elements_text(q.requires) as r(key)
        where not exists (select from campaign_credits d where d.campaign_id = ${id}
          and d.address = c.address and d.quest = r.key and d.event_time <= c.event_time))
    ) numbered
    where n <= coalesce(cap, n)
    group by address`
}

/** Computes the sums of entries whose credits changed, and returns how many there were. */
export async function updateSums(
  transaction: Database,
  { id, definition, isWhole }: Evaluated,
  now: Date,
): Promise<number> {
  const all = sql`select address, quest, points, event_time, dedupe_key from campaign_credits
    where campaign_id = ${id}`
  // Few entries are added up one by one, all of them in one pass.
  const [sums, isDue] = isWhole
    ? [
        sql`(${sumCredits(id, definition, all)}) s on s.address = o.address`,
        sql`(o.is_stale or (o.points, o.stamps, o.last_credit_at) is distinct from
          (coalesce(s.points, 0), coalesce(s.stamps, 0), s.last_credit_at))`,
      ]
    : [
        sql`lateral (${sumCredits(id, definition, sql`${all} and address = o.address`)}) s on true`,
        sql`o.is_stale`,
      ]
  // The planner knows nothing of rows of this transaction, and would compare each with each.
  if (isWhole) await sql`set local enable_nestloop = off`.execute(transaction)
  const { numAffectedRows } = await sql`
    update campaign_entries e set points = coalesce(s.points, 0), stamps = coalesce(s.stamps, 0),
      last_credit_at = s.last_credit_at, is_stale = false,
      team_locked_at = case when s.points > 0 then coalesce(e.team_locked_at, ${now})
        else e.team_locked_at end
    from campaign_entries o left join ${sums}
    where o.campaign_id = ${id} and ${isDue}
      and e.campaign_id = o.campaign_id and e.address = o.address`.execute(transaction)
  if (isWhole) await sql`set local enable_nestloop to default`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** Returns whether the ledger of a campaign has a row. */
export async function hasCredits(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('campaign_credits')
    .select('quest')
    .where('campaign_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
