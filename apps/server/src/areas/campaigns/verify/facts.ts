import type { CampaignEvent, RuleCondition } from '@platemark/api/campaign-rules'
import type { CampaignDefinition, QuestDefinition } from '../definition/campaign-file.ts'
import type { ChainEvent, ResultInputs } from './result-inputs.ts'

type Entry = ResultInputs['entries'][number]
type Rule = QuestDefinition['rule']
type EventRule = Extract<Rule, { kind: 'onchain' | 'count_distinct' | 'streak' }>

/** An event as a rule compares it, with the entry that it counts for. */
export type Fact = {
  address: string
  chain_id: number
  contract: string
  creator: string | null
  block: number
  log: number
  time: number
  identity: string
}

type Compared = Omit<Fact, 'address'> & {
  account: string
  minter: string
  token_id: string | null
  amount: number
  value_wei: bigint
}

/** Active entries by the wallets whose events count for them. */
export type Wallets = ReadonlyMap<string, { entry: Entry; chain_id: number | null }>

/** A recount from the networks is not possible; the message is a sentence. */
export class NotVerifiableError extends Error {
  override readonly name = 'NotVerifiableError'
}

/** Returns the active entries by their wallets. */
export function mapWallets(entries: readonly Entry[]): Wallets {
  const wallets = new Map<string, { entry: Entry; chain_id: number | null }>()
  for (const entry of entries) {
    if (entry.status !== 'active') continue
    for (const { wallet, chain_id } of entry.wallets)
      wallets.set(wallet, { entry, chain_id })
  }
  return wallets
}

/** Returns the times between which a quest counts for an entry, in milliseconds. */
export function findSpan(
  { starts_at, ends_at, counts_from }: CampaignDefinition,
  { opens_at, closes_at }: QuestDefinition,
  { joined_at }: Pick<Entry, 'joined_at'>,
): { from: number; until: number } {
  const opens = Math.max(Date.parse(starts_at), Date.parse(opens_at ?? starts_at))
  const until = Math.min(Date.parse(ends_at), Date.parse(closes_at ?? ends_at))
  // Block times are whole seconds: the second of joining counts as a whole.
  const joined = Math.floor(Date.parse(joined_at) / 1000) * 1000
  return { from: counts_from === 'joining' ? Math.max(opens, joined) : opens, until }
}

/** Returns the events that count for a quest, in the order of time. Throws `NotVerifiableError`. */
export function findFacts(
  { campaign, chains }: Pick<ResultInputs, 'campaign' | 'chains'>,
  wallets: Wallets,
  quest: QuestDefinition,
  rule: EventRule,
  events: readonly ChainEvent[],
): Fact[] {
  const networks = rule.chains.length > 0 ? rule.chains : campaign.chains
  const isCounted = filterContract(rule, chains)
  const facts: Fact[] = []
  for (const event of events) {
    if (!networks.includes(event.chain_id)) continue
    const compared = compare(rule.event, event)
    if (!compared || !isCounted(compared)) continue
    const owner = wallets.get(compared.account)
    if (!owner || (owner.chain_id !== null && owner.chain_id !== event.chain_id)) continue
    const { entry } = owner
    const { from, until } = findSpan(campaign, quest, entry)
    if (compared.time < from || compared.time >= until) continue
    const own = new Set(entry.wallets.map(({ wallet }) => wallet))
    if (!rule.where.every((one) => holds(campaign, one, compared, own))) continue
    const { chain_id, contract, creator, block, log, time, identity } = compared
    facts.push({
      ...{ address: entry.address, chain_id, contract, creator },
      ...{ block, log, time, identity },
    })
  }
  return facts.sort(byPlace)
}

/** Orders by time, then by network, block and log. */
export function byPlace(
  a: Pick<Fact, 'time' | 'chain_id' | 'block' | 'log'>,
  b: Pick<Fact, 'time' | 'chain_id' | 'block' | 'log'>,
): number {
  return a.time - b.time || a.chain_id - b.chain_id || a.block - b.block || a.log - b.log
}

function compare(wanted: CampaignEvent, event: ChainEvent): Compared | undefined {
  const { chain_id, contract, block, log, tx, time } = event
  const place = { chain_id, contract, block, log, time }
  switch (wanted) {
    case 'mint':
    case 'sale_bought':
    case 'sale_sold': {
      if (event.kind !== 'mint') return undefined
      const { creator, to, quantity, token_id } = event
      const price = BigInt(event.price_wei)
      if (wanted !== 'mint' && price === 0n) return undefined
      if (wanted === 'sale_sold' && to === creator) return undefined
      return {
        ...{ ...place, creator, minter: to, token_id, amount: quantity },
        account: wanted === 'sale_sold' ? creator : to,
        value_wei: price * BigInt(quantity),
        identity: token_id ?? `${tx}-${log}`,
      }
    }
    case 'transfer_in': {
      if (event.kind !== 'transfer') return undefined
      const { creator, from, to, quantity, token_id } = event
      return {
        ...{ ...place, creator, account: to, minter: from ?? '', token_id },
        ...{ amount: quantity, value_wei: 0n, identity: token_id ?? `${tx}-${log}` },
      }
    }
    case 'collection_created': {
      if (event.kind !== 'created') return undefined
      const { creator } = event
      return {
        ...{ ...place, log: 0, creator, account: creator, minter: creator },
        ...{ token_id: null, amount: 1, value_wei: 0n, identity: contract },
      }
    }
    case 'name_registered':
    case 'name_primary_set': {
      if (event.kind !== wanted) return undefined
      const { account, name } = event
      return {
        ...{ ...place, creator: null, account, minter: account, token_id: null },
        ...{ amount: 1, value_wei: 0n, identity: name },
      }
    }
  }
}

function filterContract(
  { contracts, event }: EventRule,
  chains: ResultInputs['chains'],
): (fact: Compared) => boolean {
  if (contracts === 'product' || event.startsWith('name_')) return () => true
  if (contracts === 'shown') {
    throw new NotVerifiableError(
      'A quest counts shown collections only: which ones are shown is on no network.',
    )
  }
  if (Array.isArray(contracts)) {
    const addresses = new Set(contracts.map((one) => one.toLowerCase()))
    return ({ contract }) => addresses.has(contract)
  }
  const [alias, name = ''] = contracts.slice('collection:'.length).split('/')
  const chain = chains.find((one) => one.alias === alias)
  if (!/^0x[0-9a-fA-F]{40}$/.test(name)) {
    throw new NotVerifiableError(
      `A quest names the collection ${name} by its address on this site, which is on no network.`,
    )
  }
  const address = name.toLowerCase()
  return ({ chain_id, contract }) => chain_id === chain?.id && contract === address
}

type Operator = RuleCondition['op']

function holds(
  campaign: CampaignDefinition,
  { field, op, value }: RuleCondition,
  fact: Compared,
  own: ReadonlySet<string>,
): boolean {
  const found = readField(field, fact)
  if (value === '$account') {
    const isOwn = typeof found === 'string' && own.has(found)
    return op === 'eq' ? isOwn : !isOwn
  }
  if (found === null) return false
  const values = [value].flat().map((one) => toComparable(campaign, field, one))
  if (op === 'in') return values.includes(found)
  const [first] = values
  return first !== undefined && decide(op, found, first)
}

function decide(op: Operator, a: string | bigint, b: string | bigint): boolean {
  const isBelow = a < b
  switch (op) {
    case 'eq':
      return a === b
    case 'ne':
      return a !== b
    case 'gt':
      return !isBelow && a !== b
    case 'gte':
      return !isBelow
    case 'lt':
      return isBelow
    default:
      return isBelow || a === b
  }
}

function readField(
  field: RuleCondition['field'],
  fact: Compared,
): string | bigint | null {
  switch (field) {
    case 'account':
    case 'recipient':
      return fact.account
    case 'minter':
      return fact.minter
    case 'creator':
      return fact.creator
    case 'contract':
      return fact.contract
    case 'token_id':
      return fact.token_id === null ? null : BigInt(fact.token_id)
    case 'amount':
      return BigInt(fact.amount)
    case 'value_wei':
      return fact.value_wei
    case 'chain_id':
      return BigInt(fact.chain_id)
    case 'block_time':
      return BigInt(fact.time)
  }
}

function toComparable(
  { starts_at, ends_at }: CampaignDefinition,
  field: RuleCondition['field'],
  value: string | number,
): string | bigint {
  if (field === 'block_time') {
    const times: Record<string, string> = {
      '$campaign.starts_at': starts_at,
      '$campaign.ends_at': ends_at,
    }
    return BigInt(Date.parse(times[String(value)] ?? String(value)))
  }
  if (['token_id', 'amount', 'value_wei', 'chain_id'].includes(field))
    return BigInt(value)
  return String(value).toLowerCase()
}
