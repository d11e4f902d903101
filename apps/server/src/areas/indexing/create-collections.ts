import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { InvalidLogError } from '../../indexer/projection.ts'
import { lockBlockedDates } from '../moderation/service.ts'
import { claimDeployment, listDraftSalts, markDeployed } from '../studio/service.ts'
import type { CollectionEvent } from './collection-events.ts'
import {
  claimOrphaned,
  insertCollections,
  listExisting,
  listOrphaned,
} from './queries/projection.ts'

type Creation = CollectionEvent & { kind: 'created' }

/** Inserts new collections and returns their addresses. Throws `InvalidLogError`. */
export async function createCollections(
  transaction: Database,
  chain: Chain,
  events: CollectionEvent[],
): Promise<Set<Address>> {
  const creations = events.filter((event): event is Creation => event.kind === 'created')
  const created = new Set(creations.map(({ collection }) => collection))
  if (creations.length === 0) return created
  const known = await listExisting(transaction, chain.id, [...created])
  if (created.size < creations.length || known.length > 0) {
    throw new InvalidLogError(
      `CollectionCreated.collection exists already: got ${known[0] ?? 'a repeated address'}`,
    )
  }
  const isOurs = await findDrafted(transaction, chain, creations)
  const blocked = await findBlocked(transaction, chain, creations)
  const others = creations.filter((creation) => !isOurs(creation))
  await insertCollections(
    transaction,
    others.map((creation) => rowOf(chain, creation, blocked)),
  )
  for (const creation of creations.filter(isOurs)) {
    await insertFromDraft(transaction, chain, creation, blocked)
  }
  return created
}

/**
 * Returns a predicate for the few creations that have a draft or stored decisions here.
 */
async function findDrafted(
  transaction: Database,
  chain: Chain,
  creations: Creation[],
): Promise<(creation: Creation) => boolean> {
  const addresses = creations.map(({ collection }) => collection)
  const drafted = await listDraftSalts(transaction, {
    chainId: chain.id,
    owners: creations.map(({ data }) => data.creator),
    salts: creations.map(({ data }) => data.salt),
  })
  const decided = await listOrphaned(transaction, chain.id, addresses)
  return ({ collection, data }) => drafted.has(data.salt) || decided.has(collection)
}

/** Block dates of blocked collections, by address. */
type Blocked = Map<string, Date>

function findBlocked(
  transaction: Database,
  chain: Chain,
  creations: Creation[],
): Promise<Blocked> {
  const made = creations.map(({ collection, data }) => ({
    address: collection,
    creator: data.creator,
  }))
  return lockBlockedDates(transaction, chain.id, made)
}

async function insertFromDraft(
  transaction: Database,
  chain: Chain,
  creation: Creation,
  blocked: Blocked,
): Promise<void> {
  const { collection: address, data } = creation
  const { creator, salt } = data
  const draft = await claimDeployment(transaction, {
    chainId: chain.id,
    creator,
    salt,
    address,
  })
  const row = rowOf(chain, creation, blocked)
  if (draft) {
    data.public_title = draft.publicPhaseTitle ?? data.public_title
    Object.assign(row, {
      id: draft.id,
      alias: draft.alias,
      description: draft.description,
      links: JSON.stringify(draft.links),
      image_file: draft.image_file,
      animation_file: draft.animation_file,
      cover_file: draft.cover_file,
      visibility: draft.visibility,
      is_unlisted: false,
    })
  }
  const decisions = await claimOrphaned(transaction, chain.id, address)
  await insertCollections(transaction, [{ ...row, ...decisions }])
  if (draft) await markDeployed(transaction, draft.id, row.id)
}

/** Returns the row of a collection without a draft. */
function rowOf(
  chain: Chain,
  { collection: address, data, block, transaction: hash, time }: Creation,
  blocked: Blocked,
) {
  const { creator } = data
  return {
    id: idOf(chain.id, address),
    chain_id: chain.id,
    address,
    alias: null,
    kind: data.kind,
    name: data.name,
    symbol: data.symbol,
    description: '',
    links: '{}',
    image_file: null,
    animation_file: null,
    cover_file: null,
    creator,
    owner: creator,
    max_supply: data.max_supply,
    mint_fee_wei: data.mint_fee_wei,
    royalty_bps: data.royalty_bps,
    royalty_ceiling_bps: data.royalty_ceiling_bps,
    royalty_split: data.royalty_split ?? null,
    notice_seconds: data.notice_seconds,
    is_transferable: data.is_transferable,
    is_unlisted: true,
    blocked_at: blocked.get(address) ?? null,
    created_at: time,
    created_block: block,
    created_tx: hash,
    updated_at: time,
  }
}

/**
 * The id is derived from chain and address, so that a collection keeps it after a reorg.
 */
function idOf(chainId: number, address: Address): string {
  const hex = createHash('sha256').update(`${chainId}:${address}`).digest('hex')
  // Version 8 UUID: own bits, version and variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
