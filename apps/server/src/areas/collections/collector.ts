import type { CursorMeta } from '@platemark/wire/collection-reads'
import type { Collector, CollectorActivity } from '@platemark/wire/collector'
import { perPage } from '@platemark/wire/fields'
import type { Chain } from '../../platform/chains.ts'
import type { Database } from '../../platform/database.ts'
import { picture } from '../../platform/images.ts'
import type { Resources } from '../../platform/resources.ts'
import { toActivity } from './activity.ts'
import { checksummed, plateSeed } from './cards.ts'
import type { CodeFinder } from './contract-accounts.ts'
import { listedChains, readChains } from './list-criteria.ts'
import {
  type CollectorProfile,
  countCreated,
  type DeedPlace,
  type DeedRow,
  findFirstMint,
  findListedAt,
  findProfile,
  listDeeds,
  sumHeld,
} from './queries/collector.ts'
import type { ListedChain } from './queries/list-order.ts'
import { readBriefly } from './queries/read-indexes.ts'
import { cursorOf, placeIn } from './read-page.ts'

/** Collections that are counted for one account. */
const MOST_COUNTED = 500

/** What an account holds and created of listed collections, and what it says of itself. */
export async function getCollector(
  resources: Resources,
  { address }: { address: string },
  findCode: CodeFinder,
): Promise<Collector> {
  const account = address.toLowerCase()
  const listed = listedChains(resources, resources.chains)
  const { profile, held, seen, created, first, here } = await readBriefly(
    resources.database,
    (database) => readCollector(database, listed, account),
  )
  const networks = held.flatMap(({ chain_id, quantity }) => {
    const chain = resources.chains.find(({ id }) => id === chain_id)
    return chain ? [{ chain, quantity: Number(quantity) }] : []
  })
  const hasAccount = profile.user_id !== null
  const code = hasAccount
    ? undefined
    : await findCode(
        account,
        networks.map(({ chain }) => chain),
      )
  const place = here && resources.chains.find(({ id }) => id === here.chain_id)
  return {
    address: checksummed(account),
    ...toProfile(profile),
    has_account: hasAccount,
    is_blocked: profile.is_blocked,
    contract_on: code?.alias ?? null,
    collection: place
      ? { chain_alias: place.alias, path: here.alias ?? checksummed(account) }
      : null,
    collected: {
      quantity: networks.reduce((sum, { quantity }) => sum + quantity, 0),
      collections: held.reduce((sum, { collections }) => sum + collections, 0),
      is_exact: seen <= MOST_COUNTED,
      networks: networks.map(({ chain, quantity }) => ({
        chain_alias: chain.alias,
        quantity,
      })),
    },
    created: profile.is_blocked
      ? { collections: 0, is_exact: true }
      : {
          collections: Math.min(created, MOST_COUNTED),
          is_exact: created <= MOST_COUNTED,
        },
    first_mint_at: first?.toISOString() ?? null,
  }
}

async function readCollector(database: Database, chains: ListedChain[], account: string) {
  const profile = await findProfile(database, account)
  const { held, seen } = await sumHeld(database, chains, account, MOST_COUNTED)
  const created = await countCreated(database, chains, account, MOST_COUNTED)
  const first = await findFirstMint(database, chains, account, MOST_SEEN)
  const here = await findListedAt(database, chains, account)
  return { profile, held, seen, created, first, here }
}

function toProfile(
  profile: CollectorProfile,
): Pick<Collector, 'name' | 'avatar_url' | 'bio' | 'links'> {
  if (profile.is_blocked) return { name: null, avatar_url: null, bio: null, links: [] }
  const { username, avatar_file, bio } = profile
  const links = [
    { label: 'Website', url: profile.website_link },
    { label: 'X', url: profile.twitter_link },
    { label: 'Instagram', url: profile.instagram_link },
    { label: 'Farcaster', url: profile.warpcast_link },
    { label: 'Lens', url: profile.lens_link },
    { label: 'GitHub', url: profile.github_link },
  ]
  return {
    name: username,
    avatar_url: avatar_file && `/files/${avatar_file}`,
    bio,
    links: links.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  }
}

/** Events that are looked at for one page: all of them may be of unlisted collections. */
const MOST_SEEN = 200

/** What an account did and got of listed collections. Throws `validation_failed`. */
export async function listCollectorActivity(
  resources: Resources,
  { address }: { address: string },
  { cursor, chain: asked }: { cursor?: string | undefined; chain?: string | undefined },
  most = MOST_SEEN,
): Promise<{ data: CollectorActivity[]; meta: CursorMeta }> {
  const account = address.toLowerCase()
  const chains = readChains(resources, asked)
  const from = cursor === undefined ? undefined : placeIn(cursor, deedPlaceIn)
  const { rows, rest } = await readBriefly(resources.database, async (database) => {
    const { is_blocked } = await findProfile(database, account)
    const span = { from, creates: !is_blocked }
    const listed = listedChains(resources, chains)
    return readDeeds(most, (limit) => listDeeds(database, listed, account, span, limit))
  })
  const shown = rows.filter(({ is_shown }) => is_shown)
  const next = shown[perPage] ?? rest
  return {
    data: shown.slice(0, perPage).flatMap((row) => toDeed(chains, row)),
    meta: { per_page: perPage, next_cursor: next ? cursorOf(tellPlace(next)) : null },
  }
}

/**
 * About `most` events, and the place after them where there are more. That lies between two times,
 * because the event there may be one of which nothing is told. Of one time no more than ten times
 * as many are looked at; what is behind those is passed over.
 */
async function readDeeds(
  most: number,
  read: (limit: number) => Promise<DeedRow[]>,
): Promise<{ rows: DeedRow[]; rest: DeedPlace | undefined }> {
  const rows = await read(most + 1)
  if (rows.length <= most) return { rows, rest: undefined }
  const found = upToTime(rows)
  if (found) return found
  const many = await read(10 * most + 1)
  if (many.length <= 10 * most) return { rows: many, rest: undefined }
  const [{ time } = last] = many
  const before = { ...last, time: new Date(time.getTime() - 1) }
  return upToTime(many) ?? { rows: many, rest: before }
}

/** The rows before the last change of time; undefined: all are of one. */
function upToTime(rows: DeedRow[]): { rows: DeedRow[]; rest: DeedPlace } | undefined {
  const times = rows.map(({ time }) => time.getTime())
  const end = times.findLastIndex((time, index) => time < (times[index - 1] ?? 0))
  if (end < 0) return undefined
  const [later = 0, earlier = 0] = times.slice(end - 1)
  const time = new Date(timeBetween(earlier, later))
  return { rows: rows.slice(0, end), rest: { ...last, time } }
}

/** Behind all that happened at one time. */
const last: DeedPlace = {
  time: new Date(0),
  chain_id: 999_999_999_999_999,
  block_number: 999_999_999_999_999,
  log_index: 999_999_999,
}

/** The roundest time before `later` and not before `earlier`; within a minute it tells `later`. */
function timeBetween(earlier: number, later: number): number {
  const round = [86_400_000, 3_600_000, 60_000].map(
    (unit) => Math.ceil(earlier / unit) * unit,
  )
  return round.find((time) => time < later) ?? later - 1
}

function toDeed(chains: Chain[], row: DeedRow): CollectorActivity[] {
  const chain = chains.find(({ id }) => id === row.chain_id)
  if (!chain) return []
  return [
    {
      ...toActivity(row),
      change: null,
      chain_alias: chain.alias,
      collection: {
        contract_address: checksummed(row.address),
        alias: row.alias,
        name: row.name,
        image: picture(row.image_file, plateSeed(chain, row.address)),
        is_edition: row.collection_kind === 'edition',
        max_supply: row.max_supply,
      },
    },
  ]
}

function tellPlace({ time, chain_id, block_number, log_index }: DeedPlace): string {
  return [time.getTime(), chain_id, block_number, log_index].join('.')
}

function deedPlaceIn(cursor: string): DeedPlace | undefined {
  const parts = /^(\d{1,13})\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/.exec(cursor)
  if (!parts) return undefined
  const [time = 0, chain_id = 0, block_number = 0, log_index = 0] = parts
    .slice(1)
    .map(Number)
  return { time: new Date(time), chain_id, block_number, log_index }
}
