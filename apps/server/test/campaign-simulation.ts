import { runCampaigns } from '../src/areas/campaigns/jobs.ts'
import { withCampaigns } from '../src/areas/campaigns/projection.ts'
import { setStatus } from '../src/areas/campaigns/queries/campaigns.ts'
import { addReviews } from '../src/areas/campaigns/queries/cursors.ts'
import { insertEntry, linkToEntry } from '../src/areas/campaigns/queries/entries.ts'
import { formatResult } from '../src/areas/campaigns/service/result-file.ts'
import { recountFromEvents } from '../src/areas/campaigns/verify/recount-result.ts'
import type { ChainEvent } from '../src/areas/campaigns/verify/result-inputs.ts'
import { readInputs } from '../src/areas/campaigns/verify/verify-result.ts'
import type { Chain } from '../src/configuration/chains.ts'
import type { Projection } from '../src/indexer/projection.ts'
import { eventWriter, rowProjection } from './campaign-events.ts'
import { campaignFields, openCampaign } from './campaigns.ts'
import { createPrng, type Prng } from './fuzz/prng.ts'
import type { TestServer } from './server.ts'

const HOUR = 3_600_000
const DAYS = 6
const CHAINS = [31_337, 31_338]
/** Blocks below the head that no reorganisation reaches. */
const CONFIRMATIONS = 6

const wallet = (number: number) => `0x${String(number).padStart(40, '0')}`
const people = Array.from({ length: 14 }, (_, index) => wallet(index + 1))
const collections = ['a', 'b', 'c', 'd', 'e'].map((digit, index) => ({
  address: `0x${digit.repeat(40)}`,
  // Some creators take part, and so does one whose wallet is linked to another.
  creator: people[index * 2] ?? wallet(99),
}))

const others = { where: [{ field: 'creator', op: 'ne', value: '$account' }] }
const onchain = (event: string, more: object = {}) => ({
  kind: 'onchain',
  event,
  ...more,
})

function listQuests(held: number) {
  const quest = (key: string, per: string, rule: object, more: object = {}) => ({
    ...{ key, title: key, points: key.length, per, rule, ...more },
  })
  return [
    quest('each', 'event', onchain('mint', others), { max_completions: 5 }),
    quest('daily', 'day', onchain('mint', others)),
    quest('other', 'contract', onchain('mint'), { requires: ['each'] }),
    quest('buy', 'event', onchain('sale_bought', { chains: [31_338] })),
    quest('dear', 'campaign', {
      ...onchain('mint'),
      where: [{ field: 'value_wei', op: 'gte', value: '20' }],
    }),
    quest('sell', 'event', onchain('sale_sold', {}), { max_completions: 3 }),
    quest('make', 'campaign', onchain('collection_created')),
    quest('receive', 'contract', onchain('transfer_in', { contracts: [address(0)] })),
    quest('broad', 'campaign', {
      ...{ kind: 'count_distinct', of: 'creator', event: 'mint', target: 3 },
    }),
    quest('chains', 'campaign', {
      ...{ kind: 'count_distinct', of: 'chain', event: 'mint', target: 2, ...others },
    }),
    quest('streak', 'campaign', { kind: 'streak', days: 3, event: 'mint' }),
    quest('hold', 'campaign', {
      ...{ kind: 'holding', chain_id: 31_337, contract: address(0), at_least: 2 },
    }),
    quest('holdthen', 'campaign', {
      ...{ kind: 'holding', chain_id: 31_337, contract: address(1) },
      block: String(held),
    }),
    quest('all', 'campaign', { kind: 'all_of', quests: ['daily', 'chains'] }),
    quest('any', 'campaign', { kind: 'any_of', quests: ['sell', 'receive', 'streak'] }),
  ]
}

function address(index: number): string {
  return collections[index]?.address ?? ''
}

/** A network as it is, and how much of it the index has. */
type SimulatedChain = { id: number; block: number; events: ChainEvent[]; indexed: number }

/** A result beside its independent recount. */
export type SimulatedResult = {
  file: string
  recount: string
  events: number
  reorganisations: number
}

/**
 * Runs a campaign on two simulated networks from a seed: mints, transfers, reorganisations, late
 * indexers, pauses, reads from the start, joins and linked wallets. Returns its published file, and
 * the one that follows from the networks as they are at the end.
 */
export async function simulateCampaign(
  server: TestServer,
  seed: number,
  steps = 120,
): Promise<SimulatedResult> {
  await server.reset()
  const prng = createPrng(seed)
  const start = Math.floor((Date.now() - 10 * 24 * HOUR) / 1000) * 1000
  server.clock.advance(start - HOUR - Date.now())
  const write = eventWriter(server.database)
  const chains = CHAINS.map(
    (id): SimulatedChain => ({ id, block: 1, events: [], indexed: 0 }),
  )
  for (const { id, events } of chains) {
    for (const { creator, address: contract } of collections) {
      const at = new Date(start - HOUR)
      await write.collection({ chain_id: id, address: contract, creator, at })
      events.push({
        ...{ chain_id: id, contract, block: 1, log: 0, tx: '0x', time: at.getTime() },
        ...{ kind: 'created', creator },
      })
    }
  }
  const id = await openCampaign(server, {
    ...campaignFields(CHAINS[0] ?? 0),
    ...{ chains: CHAINS, quests: listQuests(prng.whole(3, 40)), rewards: [] },
    counts_from: prng.pick(['start', 'joining']),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + DAYS * 24 * HOUR).toISOString(),
    review_hours: 0,
  })
  const run = { server, prng, write, chains, id, joined: [] as string[], reorganised: 0 }
  for (let step = 0; step < steps; step += 1) await takeStep(run)
  return finish(run, start + DAYS * 24 * HOUR)
}

type Simulation = {
  server: TestServer
  prng: Prng
  write: ReturnType<typeof eventWriter>
  chains: SimulatedChain[]
  id: string
  joined: string[]
  reorganised: number
}

async function takeStep(run: Simulation): Promise<void> {
  const { server, prng, chains, id } = run
  const chain = prng.pick(chains)
  server.clock.advance(prng.whole(10, 140) * 60_000)
  const roll = prng.whole(1, 20)
  if (roll <= 9) return mine(run, chain)
  if (roll <= 13) return index(run, chain)
  if (roll <= 15) return reorganise(run, chain)
  if (roll <= 17) return join(run)
  if (roll === 18) {
    const status = prng.pick(['live', 'paused'] as const)
    return setStatus(server.database, id, { status })
  }
  if (roll === 19) {
    // As after a start with an older database: every block is read again.
    await server.database
      .updateTable('campaign_cursors')
      .set({ block_number: -1 })
      .execute()
  }
  await runCampaigns(server.context)
}

function mine({ server, prng }: Simulation, chain: SimulatedChain): void {
  chain.block += prng.whole(1, 3)
  const time = Math.floor(server.context.clock().getTime() / 1000) * 1000
  const count = prng.whole(1, 4)
  for (let log = 0; log < count; log += 1) {
    const { address: contract, creator } = prng.pick(collections)
    const tx = `0x${`${chain.id}${chain.block}${log}`.padStart(64, '0')}`
    const place = { chain_id: chain.id, contract, block: chain.block, log, tx, time }
    const [from, to] = [prng.pick(people), prng.pick(people)]
    const moved = { creator, to, quantity: 1 }
    chain.events.push(
      prng.chance(0.75)
        ? {
            ...{ ...place, ...moved, kind: 'mint', from: null, token_id: null },
            ...{ quantity: prng.whole(1, 3), price_wei: String(prng.whole(0, 9)) },
          }
        : { ...place, ...moved, kind: 'transfer', from, token_id: '1', price_wei: '0' },
    )
  }
}

/** Brings the index to the head of a network: it may be many blocks late. */
async function index(
  { server, write }: Simulation,
  chain: SimulatedChain,
): Promise<void> {
  const { database, context } = server
  for (const event of chain.events) {
    if (event.block <= chain.indexed || event.kind === 'created') continue
    if (!('quantity' in event)) continue
    const { chain_id, block, log, contract: collection, to } = event
    const place = { chain_id, block, log, collection, to, at: new Date(event.time) }
    if (event.kind === 'mint') {
      const { quantity, price_wei } = event
      event.token_id = await write.mint({ ...place, quantity, price_wei })
    } else await write.transfer({ ...place, from: event.from ?? '' })
  }
  chain.indexed = chain.block
  const confirmed = Math.max(chain.block - CONFIRMATIONS, 0)
  const { block } = chain
  await write.head(chain.id, { block, confirmed, at: context.clock() })
  await database.updateTable('chain_cursors').set({ is_backfilled: true }).execute()
  await runCampaigns(context)
}

async function reorganise(run: Simulation, chain: SimulatedChain): Promise<void> {
  const kept = chain.block - run.prng.whole(1, CONFIRMATIONS)
  if (kept < 1) return
  run.reorganised += 1
  chain.events = chain.events.filter(({ block }) => block <= kept)
  chain.block = kept
  if (chain.indexed <= kept) return
  chain.indexed = kept
  // Safe: only `revert` is called, with the id of the network.
  const projection = withCampaigns(rowProjection as Projection)
  await run.server.database
    .transaction()
    .execute((transaction) =>
      projection.revert(transaction, { id: chain.id } as Chain, kept, new Date()),
    )
}

async function join({ server, prng, id, joined }: Simulation): Promise<void> {
  const { database, context } = server
  const found = people.find((one) => !joined.includes(one) && prng.chance(0.4))
  if (!found) return
  joined.push(found)
  const now = context.clock()
  const owner = joined.length > 3 && prng.chance(0.2) ? joined[0] : undefined
  await database.transaction().execute(async (transaction) => {
    const added = { address: found, chain_id: null, team: null, now }
    if (!owner) await insertEntry(transaction, id, added)
    else {
      const linked = { wallet: found, chain_id: null, address: owner, now }
      await linkToEntry(transaction, id, linked)
      await addReviews(transaction, id, [owner])
    }
  })
}

async function finish(run: Simulation, end: number): Promise<SimulatedResult> {
  const { server, chains, id, write } = run
  const { database, context } = server
  await setStatus(database, id, { status: 'live' })
  server.clock.advance(Math.max(0, end + HOUR - context.clock().getTime()))
  for (const chain of chains) {
    await index(run, chain)
    const { block } = chain
    await write.head(chain.id, { block: block + CONFIRMATIONS, at: context.clock() })
  }
  for (let round = 0; round < 4; round += 1) await runCampaigns(context)
  const { file, inputs } = await database
    .selectFrom('campaign_results')
    .select(['file', 'inputs'])
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow()
  const events = chains.flatMap((chain) => chain.events)
  return {
    file,
    recount: formatResult(recountFromEvents(readInputs(inputs), events)),
    events: events.length,
    reorganisations: run.reorganised,
  }
}
