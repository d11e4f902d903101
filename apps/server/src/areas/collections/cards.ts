import { toInstant } from '@platemark/api/collection-terms'
import type { Card, Creator, Phase } from '@platemark/api/collections'
import {
  collectionState,
  NEVER_ENDS,
  nextChangeAt,
  offerAt,
} from '@platemark/rules/collection-state'
import { getAddress } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import { pictureUrls } from '../../files/images.ts'
import { toCollectionFacts, toUnixSeconds } from '../indexing/collection-facts.ts'
import type { CardRow } from './queries/card-rows.ts'
import type { PhaseRow } from './queries/collections.ts'

/** Maps a row to the card shown in lists at `now`; `label` is the promotion label. */
export function toCard(
  chain: Chain,
  row: CardRow,
  now: Date,
  label: string | null = null,
): Card {
  const { priceWei, isAllowlistOnly, endsAt } = offerAt(
    toCollectionFacts(row),
    toUnixSeconds(now),
  )
  return {
    ...toSharedFields(chain, row, now),
    ends_at: endsAt === null || endsAt >= NEVER_ENDS ? null : toInstant(endsAt),
    price_wei: priceWei === null ? null : priceWei.toString(),
    is_allowlist_only: isAllowlistOnly,
    mint_fee_wei: row.mint_fee_wei,
    promoted_label: label,
  }
}

/** Returns the fields that cards and collection pages share. */
export function toSharedFields(chain: Chain, row: CardRow, now: Date) {
  const facts = toCollectionFacts(row)
  const seconds = toUnixSeconds(now)
  const changeAt = nextChangeAt(facts, seconds)
  return {
    contract_id: row.id,
    chain_alias: chain.alias,
    contract_address: toChecksumAddress(row.address),
    alias: row.alias,
    kind: row.kind,
    name: row.name,
    image: pictureUrls(row.image_file, plateSeed(chain, row.address)),
    creator: toCreator(chain, row),
    currency: chain.nativeCurrency.symbol,
    minted: row.minted,
    max_supply: row.max_supply,
    state: collectionState(facts, seconds),
    next_change_at: changeAt === null ? null : toInstant(changeAt),
    created_at: row.created_at.toISOString(),
  }
}

/** Maps a phase row to the API's phase. */
export function toPhase(row: PhaseRow & { collection_id?: string }): Phase {
  const {
    collection_id: _,
    list_root,
    list_hash,
    list_entries,
    starts_at,
    ends_at,
    ...phase
  } = row
  const list = list_root &&
    list_hash && {
      root: list_root,
      url: `/lists/${list_hash.replace(/^0x/, '')}.json`,
      entries: list_entries ?? 0,
    }
  return {
    ...phase,
    start: starts_at.toISOString(),
    end: ends_at.toISOString(),
    list: list || null,
  }
}

/** Returns the seed from which a collection's plate is generated. */
export function plateSeed(chain: Chain, address: string): string {
  return `${chain.alias}-${address}`
}

export function toChecksumAddress(address: string): string {
  // Safe: the database holds lower-case addresses only.
  return getAddress(address as `0x${string}`)
}

function toCreator({ alias }: Chain, row: CardRow): Creator {
  return {
    address: toChecksumAddress(row.creator),
    name: row.creator_name,
    avatar_url: row.creator_avatar && `/files/${row.creator_avatar}`,
    account_chain: row.is_creator_contract ? alias : null,
  }
}
