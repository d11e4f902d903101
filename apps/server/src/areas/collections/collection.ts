import type { Collection, Commitment } from '@platemark/api/collections'
import { zeroHash } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { fileUrl, pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { plateSeed, toChecksumAddress, toPhase, toSharedFields } from './cards.ts'
import {
  type CollectionRow,
  findLastEvent,
  findManifestHash,
  listMilestones,
  type Milestone,
} from './queries/collections.ts'
import { isHidden, shownAlias } from './queries/visible.ts'

/** Maps a row to the fields of a collection page that everyone may read. */
export async function toCollection(
  { database, clock }: AppContext,
  chain: Chain,
  row: CollectionRow,
): Promise<Collection> {
  const [milestones, dates] = await Promise.all([
    listMilestones(database, row.id),
    datesOf(database, row),
  ])
  const manifestHash = await findBoundHash(database, row, milestones)
  return {
    ...toSharedFields(chain, row, clock()),
    alias: shownAlias(row),
    chain_id: chain.id,
    symbol: row.symbol,
    description: row.description,
    animation_url: fileUrl(row.animation_file),
    cover: row.cover_file
      ? pictureUrls(row.cover_file, plateSeed(chain, row.address))
      : null,
    links: linksOf(row),
    owner: toChecksumAddress(row.owner),
    phases: row.phases.map(toPhase),
    mint_fee_wei: row.mint_fee_wei,
    royalty_bps: row.royalty_bps,
    royalty_ceiling_bps: row.royalty_ceiling_bps,
    royalty_split: row.royalty_split && toChecksumAddress(row.royalty_split),
    notice_seconds: row.notice_seconds,
    is_transferable: row.is_transferable,
    is_paused: row.is_paused,
    ...dates,
    is_cap_frozen: row.is_cap_frozen,
    is_metadata_frozen: row.is_metadata_frozen,
    manifest_hash: manifestHash,
    holders: row.holders,
    unique_minters: row.unique_minters,
    volume_wei: row.volume_wei,
    commitments: commitmentsOf(row, milestones, manifestHash),
    status: isProvisional(row) ? 'provisional' : 'confirmed',
    hidden: isHidden(row),
    created_block: String(row.created_block),
    created_tx: row.created_tx,
  }
}

function linksOf({ links }: CollectionRow): Collection['links'] {
  return {
    website: links.website ?? null,
    x: links.x ?? null,
    discord: links.discord ?? null,
    instagram: links.instagram ?? null,
    farcaster: links.farcaster ?? null,
  }
}

/** Returns the times of the pause and the sell-out, where they apply. */
async function datesOf(
  database: Database,
  row: CollectionRow,
): Promise<Pick<Collection, 'paused_at' | 'sold_out_at'>> {
  const last = (kind: Parameters<typeof findLastEvent>[2]) =>
    findLastEvent(database, row.id, kind)
  const isSoldOut = row.max_supply !== null && row.minted >= row.max_supply
  const [pause, ...mints] = await Promise.all([
    row.is_paused ? last('pause_changed') : undefined,
    isSoldOut ? last('mint') : undefined,
    isSoldOut ? last('airdrop') : undefined,
  ])
  const times = mints.flatMap((mint) => mint?.time.toISOString() ?? [])
  return {
    paused_at: pause?.time.toISOString() ?? null,
    sold_out_at: times.toSorted().at(-1) ?? null,
  }
}

/** Finds the hash that a reveal or a freeze bound all later metadata to; null without one. */
async function findBoundHash(
  database: Database,
  { id, is_metadata_frozen }: CollectionRow,
  milestones: Milestone[],
): Promise<string | null> {
  const isRevealed = milestones.some(({ kind }) => kind === 'revealed')
  if (!is_metadata_frozen && !isRevealed) return null
  const kind = is_metadata_frozen ? 'metadata_frozen' : 'revealed'
  const hash = await findManifestHash(database, id, kind)
  return hash === undefined || hash === zeroHash ? null : hash
}

/**
 * Returns the commitments enforced by the contract and the block since which each holds.
 */
function commitmentsOf(
  row: CollectionRow,
  milestones: Milestone[],
  manifestHash: string | null,
): Commitment[] {
  const created = row.created_block
  const since = (...kinds: Milestone['kind'][]) =>
    milestones.find(({ kind }) => kinds.includes(kind))?.block_number
  const promise = (kind: Commitment['kind'], is_promised: boolean, block = created) => ({
    kind,
    is_promised,
    since_block: is_promised ? String(block) : null,
  })
  const isCapped = row.is_cap_frozen || row.max_supply !== null
  return [
    promise('supply', isCapped, since('cap_frozen')),
    promise(
      'metadata',
      row.is_metadata_frozen || manifestHash !== null,
      since('metadata_frozen', 'revealed'),
    ),
    promise('royalty', true),
    // That tokens never move is held as well.
    promise('transfers', true),
    promise('mint_fee', true),
    promise('notice', row.notice_seconds > 0),
    promise('pausing', false),
    promise('owner', true, since('owner_changed')),
  ]
}

function isProvisional({ created_block, confirmed_number }: CollectionRow): boolean {
  return created_block > (confirmed_number ?? -1)
}
