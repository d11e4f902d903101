import { isAllowedPrice } from '@platemark/rules/price'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { InvalidLogError } from '../../../indexer/projection.ts'
import type { CollectionEvent } from '../collection-events.ts'
import { UNCAPPED } from '../decode-collection-log.ts'
import { type ChangeSet, findRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'

/**
 * Checks an event against the rules of the contract in this state. Throws
 * `InvalidLogError`; checks only what the contract checks, so that no real event is
 * rejected.
 */
export function assertValidEvent(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent,
): void {
  switch (event.kind) {
    case 'created': {
      const { public_phase, mint_fee_wei } = event.data
      if (public_phase) assertPrice(public_phase.price_wei, mint_fee_wei)
      return
    }
    case 'mint':
      assertNewTokens(state, event)
      assertMintTerms(state, event)
      return
    case 'airdrop':
      assertNewTokens(state, event)
      return
    case 'transfer':
      if (!state.is_transferable)
        throw new InvalidLogError('Transfer of a soulbound token')
      assertOwned(state, changes, event)
      return
    case 'burn':
      assertOwned(state, changes, event)
      return
    default:
      assertChange(state, changes, event)
  }
}

/**
 * Checks a change by the owner: lists, public phase, cap, metadata, royalty and
 * ownership.
 */
function assertChange(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent,
): void {
  switch (event.kind) {
    case 'list_removed':
      if (!findRow(changes.lists, state.id, event.data.root)?.list) {
        throw new InvalidLogError(`ListRemoved.root is unknown: got ${event.data.root}`)
      }
      return
    case 'public_phase_changed':
    case 'public_phase_scheduled':
      assertPrice(event.data.price_wei, state.mint_fee_wei)
      return
    case 'cap_lowered':
    case 'cap_scheduled':
      assertLowerCap(state, event.data.max_supply)
      return
    case 'cap_frozen': {
      const isSame = event.data.max_supply === state.max_supply
      if (state.is_cap_frozen || !isSame)
        throw new InvalidLogError(
          `CapFrozen.maxSupply does not match or was frozen before: got ${event.data.max_supply}, expected ${state.max_supply}`,
        )
      return
    }
    case 'metadata_frozen':
      if (state.is_metadata_frozen)
        throw new InvalidLogError('MetadataFrozen is repeated')
      return
    case 'royalty_changed':
      if (event.data.bps > state.royalty_ceiling_bps) {
        throw new InvalidLogError(
          `RoyaltyChanged.bps is above its ceiling: got ${event.data.bps}, expected at most ${state.royalty_ceiling_bps}`,
        )
      }
      return
    case 'owner_offered':
      if (event.data.from !== state.owner) {
        throw new InvalidLogError(
          `OwnershipTransferStarted.previousOwner is not the owner: got ${event.data.from}, expected ${state.owner}`,
        )
      }
      return
    case 'owner_changed':
      if (event.data.from !== state.owner) {
        throw new InvalidLogError(
          `OwnershipTransferred.previousOwner is not the owner: got ${event.data.from}, expected ${state.owner}`,
        )
      }
  }
}

function assertNewTokens(
  state: CollectionState,
  { data }: CollectionEvent & { kind: 'mint' | 'airdrop' },
): void {
  assertTokenKind(state, data.first_token_id)
  const isNext =
    data.first_token_id === null || Number(data.first_token_id) === state.minted + 1
  if (!isNext) {
    throw new InvalidLogError(
      `Transfer.tokenId is not the next: got ${data.first_token_id}, expected ${state.minted + 1}`,
    )
  }
  if (state.minted + data.quantity > (state.max_supply ?? UNCAPPED)) {
    throw new InvalidLogError(
      `mint exceeds maxSupply: got ${state.minted + data.quantity}, expected at most ${state.max_supply ?? UNCAPPED}`,
    )
  }
}

function assertMintTerms(
  state: CollectionState,
  { data }: CollectionEvent & { kind: 'mint' },
): void {
  if (state.is_paused) throw new InvalidLogError('mint in a paused collection')
  const { referrer } = data
  if (referrer && (referrer === data.to || referrer === state.creator)) {
    throw new InvalidLogError(
      `MintedByReferral.referrer is the minter or the creator: got ${referrer}`,
    )
  }
  if (data.phase_id !== PUBLIC_PHASE_ID) {
    assertPrice(data.price_wei ?? '0', state.mint_fee_wei)
    return
  }
  const phase = state.phases.get(PUBLIC_PHASE_ID)
  if (!phase || phase.max_per_wallet === 0) {
    throw new InvalidLogError('mint without a public phase')
  }
  if (data.price_wei !== null && data.price_wei !== phase.price_wei) {
    throw new InvalidLogError(
      `mint price does not match: got ${data.price_wei} wei, expected ${phase.price_wei} wei`,
    )
  }
  if (phase.max_supply !== null && phase.minted + data.quantity > phase.max_supply) {
    throw new InvalidLogError(
      `mint exceeds supplyCap of the public phase: got ${phase.minted + data.quantity}, expected at most ${phase.max_supply}`,
    )
  }
}

function assertOwned(
  state: CollectionState,
  changes: ChangeSet,
  { data }: CollectionEvent & { kind: 'transfer' | 'burn' },
): void {
  const { from, to, token_id, quantity } = data
  assertTokenKind(state, token_id)
  const held = findRow(changes.holdings, state.id, from)?.quantity ?? 0
  // A batch transfer can move the same copies to their own holder repeatedly.
  const isEnough = from === to ? held > 0 || quantity === 0 : held >= quantity
  if (!isEnough) {
    throw new InvalidLogError(
      `Transfer.value exceeds the balance: got ${quantity}, expected at most ${held}`,
    )
  }
  if (token_id === null) return
  const token = findRow(changes.tokens, state.id, token_id)
  const isTheirs = token ? token.owner === from : Number(token_id) <= state.minted
  if (!isTheirs) {
    throw new InvalidLogError(
      `Transfer.from is not the owner of token ${token_id}: got ${from}`,
    )
  }
}

function assertTokenKind({ kind }: CollectionState, tokenId: string | null): void {
  const isOfKind = (kind === 'edition') === (tokenId === null)
  if (!isOfKind) {
    throw new InvalidLogError(
      `Transfer does not fit the kind: got ${kind} with token ${tokenId}`,
    )
  }
}

function assertLowerCap(state: CollectionState, maxSupply: number | null): void {
  const cap = maxSupply ?? UNCAPPED
  const isLower = cap >= state.minted && cap <= (state.max_supply ?? UNCAPPED)
  if (state.is_cap_frozen || !isLower)
    throw new InvalidLogError(
      `CapLowered.maxSupply is impossible: got ${cap}, expected ${state.minted} to ${state.max_supply ?? UNCAPPED}`,
    )
}

function assertPrice(priceWei: string, mintFeeWei: string): void {
  if (!isAllowedPrice(BigInt(priceWei), BigInt(mintFeeWei))) {
    throw new InvalidLogError(
      `price is not allowed: got ${priceWei} wei with a mint fee of ${mintFeeWei} wei`,
    )
  }
}
