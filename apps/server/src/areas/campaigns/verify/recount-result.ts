import type { CampaignDefinition, QuestDefinition } from '../definition/campaign-file.ts'
import type { RankedRow } from '../service/result-file.ts'
import { type Fact, findFacts, findSpan, mapWallets, type Wallets } from './facts.ts'
import type { ChainEvent, ResultInputs } from './result-inputs.ts'

const DAY = 86_400_000

/** A credit of an entry; `time` in milliseconds. */
type Credit = { address: string; quest: string; key: string; time: number }

/**
 * Counts a campaign from its inputs and the events of its networks, without the ledger and its
 * database: an implementation of the rules of its own. Returns the rows of the result by place.
 * Throws `NotVerifiableError` for a quest that no network records.
 */
export function recountFromEvents(
  inputs: ResultInputs,
  events: readonly ChainEvent[],
): RankedRow[] {
  const { campaign, entries } = inputs
  const wallets = mapWallets(entries)
  const credits = new Map<string, Credit[]>()
  for (const quest of campaign.quests) {
    for (const credit of creditQuest(inputs, wallets, quest, events)) add(credits, credit)
  }
  for (const { address, quest, at } of inputs.internal) {
    add(credits, { address, quest, key: 'once', time: Date.parse(at) })
  }
  for (const quest of campaign.quests) {
    for (const entry of entries) {
      const time = combine(quest, credits.get(entry.address) ?? [])
      const { from, until } = findSpan(
        { ...campaign, counts_from: 'start' },
        quest,
        entry,
      )
      if (time !== null && time >= from && time < until)
        add(credits, { address: entry.address, quest: quest.key, key: 'once', time })
    }
  }
  const rows = entries.flatMap(({ address, team, status }) => {
    if (status !== 'active') return []
    const { points, last } = sum(campaign, credits.get(address) ?? [])
    const least = campaign.scoring.min_points_to_rank
    return points < least ? [] : [{ address, team, points, last }]
  })
  return rank(rows)
}

function add(credits: Map<string, Credit[]>, credit: Credit): void {
  const known = credits.get(credit.address)
  if (known) known.push(credit)
  else credits.set(credit.address, [credit])
}

function creditQuest(
  inputs: ResultInputs,
  wallets: Wallets,
  quest: QuestDefinition,
  events: readonly ChainEvent[],
): Credit[] {
  const { rule } = quest
  switch (rule.kind) {
    case 'onchain':
      return firstOfEach(findFacts(inputs, wallets, quest, rule, events), (fact) =>
        creditKey(quest.per, fact),
      ).map(({ fact, key }) => toCredit(quest, fact, key))
    case 'count_distinct':
      return byEntry(findFacts(inputs, wallets, quest, rule, events), (facts) => {
        const firsts = firstOfEach(facts, (fact) => distinctValue(rule.of, fact))
        return firsts[rule.target - 1]?.fact
      }).map((fact) => toCredit(quest, fact))
    case 'streak':
      return byEntry(findFacts(inputs, wallets, quest, rule, events), (facts) =>
        findStreak(facts, rule.days),
      ).map((fact) => toCredit(quest, fact))
    case 'holding':
      return creditHolders(inputs, wallets, quest, rule, events)
    default:
      return []
  }
}

const toCredit = (
  quest: QuestDefinition,
  { address, time }: Fact,
  key = 'once',
): Credit => ({
  ...{ address, quest: quest.key, key, time },
})

/** Returns the first fact of each entry and key; facts are in the order of time. */
function firstOfEach(
  facts: readonly Fact[],
  toKey: (fact: Fact) => string,
): { fact: Fact; key: string }[] {
  const found = new Map<string, { fact: Fact; key: string }>()
  for (const fact of facts) {
    const key = toKey(fact)
    const of = `${fact.address} ${key}`
    if (!found.has(of)) found.set(of, { fact, key })
  }
  return [...found.values()]
}

/** Chooses a fact of each entry. */
function byEntry(
  facts: readonly Fact[],
  choose: (facts: Fact[]) => Fact | undefined,
): Fact[] {
  const entries = new Map<string, Fact[]>()
  for (const fact of facts) {
    const known = entries.get(fact.address)
    if (known) known.push(fact)
    else entries.set(fact.address, [fact])
  }
  return [...entries.values()].flatMap((own) => choose(own) ?? [])
}

const dayOf = ({ time }: Fact) => Math.floor(time / DAY)

function creditKey(per: QuestDefinition['per'], fact: Fact): string {
  const { chain_id, contract, identity } = fact
  switch (per) {
    case 'event':
      return `${chain_id}:${contract}:${identity}`
    case 'day':
      return String(dayOf(fact))
    case 'contract':
      return `${chain_id}:${contract}`
    case 'campaign':
      return 'once'
  }
}

function distinctValue(of: 'contract' | 'creator' | 'chain' | 'day', fact: Fact): string {
  switch (of) {
    case 'contract':
      return `${fact.chain_id}:${fact.contract}`
    case 'creator':
      return String(fact.creator)
    case 'chain':
      return String(fact.chain_id)
    case 'day':
      return String(dayOf(fact))
  }
}

function findStreak(facts: readonly Fact[], days: number): Fact | undefined {
  let length = 0
  let before = Number.NaN
  for (const { fact } of firstOfEach(facts, (one) => String(dayOf(one)))) {
    length = dayOf(fact) === before + 1 ? length + 1 : 1
    before = dayOf(fact)
    if (length === days) return fact
  }
  return undefined
}

function creditHolders(
  { campaign, entries, chains }: ResultInputs,
  wallets: Wallets,
  quest: QuestDefinition,
  rule: Extract<QuestDefinition['rule'], { kind: 'holding' }>,
  events: readonly ChainEvent[],
): Credit[] {
  const last = chains.find(({ id }) => id === rule.chain_id)?.last_block ?? -1
  if (rule.block !== null && Number(rule.block) > last) return []
  const upTo = rule.block === null ? last : Number(rule.block)
  const flows = new Map<string, { time: number; delta: number }[]>()
  const contract = rule.contract.toLowerCase()
  const moved = events.filter(
    (event) =>
      event.chain_id === rule.chain_id &&
      event.contract === contract &&
      event.block <= upTo,
  )
  for (const event of moved.sort((a, b) => a.block - b.block || a.log - b.log)) {
    for (const [address, delta] of flowsOf(wallets, event)) {
      const flow = { time: event.time, delta }
      const known = flows.get(address)
      if (known) known.push(flow)
      else flows.set(address, [flow])
    }
  }
  return entries.flatMap((entry): Credit[] => {
    if (entry.status !== 'active') return []
    const { from, until } = findSpan(campaign, quest, entry)
    const own = flows.get(entry.address) ?? []
    let balance = 0
    for (const [at, { time, delta }] of own.entries()) {
      balance += delta
      const next = own[at + 1]?.time ?? Number.POSITIVE_INFINITY
      const since = Math.max(time, from)
      const isHeld = balance >= rule.at_least && since < next && since < until
      const isInBlock = rule.block === null || at === own.length - 1
      if (isHeld && isInBlock)
        return [{ address: entry.address, quest: quest.key, key: 'once', time: since }]
    }
    return []
  })
}

/** Returns the change of balance of each entry by an event; both sides may be one entry. */
function flowsOf(wallets: Wallets, event: ChainEvent): Map<string, number> {
  const changes = new Map<string, number>()
  if (!('quantity' in event)) return changes
  const change = (wallet: string | null, delta: number) => {
    const owner = wallet === null ? undefined : wallets.get(wallet)
    if (!owner || (owner.chain_id !== null && owner.chain_id !== event.chain_id)) return
    const { address } = owner.entry
    changes.set(address, (changes.get(address) ?? 0) + delta)
  }
  if (event.kind !== 'burn') change(event.to, event.quantity)
  if (event.kind === 'transfer' || event.kind === 'burn')
    change(event.from, -event.quantity)
  return changes
}

/** Returns when a quest that is made of others is done; null: it is not, or is a single one. */
function combine({ rule }: QuestDefinition, credits: readonly Credit[]): number | null {
  if (rule.kind !== 'all_of' && rule.kind !== 'any_of') return null
  const firsts = [...new Set(rule.quests)].flatMap((key) => {
    const times = credits.filter(({ quest }) => quest === key).map(({ time }) => time)
    return times.length > 0 ? [Math.min(...times)] : []
  })
  if (rule.kind === 'any_of') return firsts.length > 0 ? Math.min(...firsts) : null
  return firsts.length === new Set(rule.quests).size ? Math.max(...firsts) : null
}

/** Adds up the credits that count: after the quests that theirs requires, and within its cap. */
function sum(
  { quests }: CampaignDefinition,
  credits: readonly Credit[],
): { points: number; last: number | null } {
  let points = 0
  let last: number | null = null
  for (const { key, max_completions, requires, points: each } of quests) {
    const counted = credits
      .filter(
        (credit) =>
          credit.quest === key &&
          requires.every((needed) =>
            credits.some(({ quest, time }) => quest === needed && time <= credit.time),
          ),
      )
      .sort((a, b) => a.time - b.time)
      .slice(0, max_completions ?? credits.length)
    points += each * counted.length
    for (const { time } of counted) last = Math.max(last ?? time, time)
  }
  return { points, last }
}

type Sum = { address: string; team: string | null; points: number; last: number | null }

/** Orders by points, the earlier last credit, then the address; equal points share a rank. */
function rank(rows: readonly Sum[]): RankedRow[] {
  const sorted = rows.toSorted(
    (a, b) =>
      b.points - a.points ||
      (a.last ?? 0) - (b.last ?? 0) ||
      (a.address < b.address ? -1 : 1),
  )
  let shared = 0
  return sorted.map(({ address, team, points, last }, at) => {
    if (at === 0 || sorted[at - 1]?.points !== points) shared = at + 1
    return {
      ...{ rank: shared, address, team, points },
      last_credit_at: last === null ? null : new Date(last),
    }
  })
}
