import { isAllowedPrice } from '@platemark/rules/price'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { InvalidLogError } from '../../../indexer/projection.ts'
import type { CollectionEvent } from '../collection-events.ts'
import { UNCAPPED } from '../decode-collection-log.ts'
import { type ChangeSet, findRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'

/**
 * Throws `BadLog` for what cannot happen to a collection in this state, by the rules of its
 * contract. Asks only for what the contract asks for too: nothing that happened is refused.
 */
export function assertValidEvent(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent,
): void {
  switch (happening.kind) {
    case 'created': {
      const { public_phase, mint_fee_wei } = happening.facts
      if (public_phase) requirePrice(public_phase.price_wei, mint_fee_wei)
      return
    }
    case 'mint':
      assertNewTokens(account, happening)
      assertMintTerms(account, happening)
      return
    case 'airdrop':
      assertNewTokens(account, happening)
      return
    case 'transfer':
      if (!account.is_transferable) throw new InvalidLogError('A soulbound token moved.')
      assertOwned(account, books, happening)
      return
    case 'burn':
      assertOwned(account, books, happening)
      return
    default:
      assertChange(account, books, happening)
  }
}

/** What an owner does to a collection: its lists, phase, cap, metadata, royalty and owner. */
function assertChange(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent,
): void {
  switch (happening.kind) {
    case 'list_removed':
      if (!findRow(books.lists, account.id, happening.facts.root)?.list) {
        throw new InvalidLogError('A list ended that never began.')
      }
      return
    case 'public_phase_changed':
    case 'public_phase_scheduled':
      requirePrice(happening.facts.price_wei, account.mint_fee_wei)
      return
    case 'cap_lowered':
    case 'cap_scheduled':
      requireLowerCap(account, happening.facts.max_supply)
      return
    case 'cap_frozen': {
      const isSame = happening.facts.max_supply === account.max_supply
      if (account.is_cap_frozen || !isSame)
        throw new InvalidLogError('This cap was not frozen.')
      return
    }
    case 'metadata_frozen':
      if (account.is_metadata_frozen)
        throw new InvalidLogError('Metadata was frozen twice.')
      return
    case 'royalty_changed':
      if (happening.facts.bps > account.royalty_ceiling_bps) {
        throw new InvalidLogError('A royalty went beyond its ceiling.')
      }
      return
    case 'owner_changed':
      if (happening.facts.from !== account.owner) {
        throw new InvalidLogError('Somebody gave away a collection of another owner.')
      }
  }
}

function assertNewTokens(
  account: CollectionState,
  { facts }: CollectionEvent & { kind: 'mint' | 'airdrop' },
): void {
  requireKind(account, facts.first_token_id)
  const isNext =
    facts.first_token_id === null || Number(facts.first_token_id) === account.minted + 1
  if (!isNext) throw new InvalidLogError('A token was minted out of turn.')
  if (account.minted + facts.quantity > (account.max_supply ?? UNCAPPED)) {
    throw new InvalidLogError('More was minted than there can be.')
  }
}

function assertMintTerms(
  account: CollectionState,
  { facts }: CollectionEvent & { kind: 'mint' },
): void {
  if (account.is_paused) throw new InvalidLogError('A paused collection sold something.')
  const { referrer } = facts
  if (referrer && (referrer === facts.to || referrer === account.creator)) {
    throw new InvalidLogError('Minters and creators cannot be referrers.')
  }
  if (facts.phase_id !== PUBLIC_PHASE_ID) {
    requirePrice(facts.price_wei ?? '0', account.mint_fee_wei)
    return
  }
  const phase = account.phases.get(PUBLIC_PHASE_ID)
  if (!phase || phase.max_per_wallet === 0) {
    throw new InvalidLogError('There is no public phase to mint in.')
  }
  if (facts.price_wei !== null && facts.price_wei !== phase.price_wei) {
    throw new InvalidLogError('A token was sold at another price.')
  }
  if (phase.max_supply !== null && phase.minted + facts.quantity > phase.max_supply) {
    throw new InvalidLogError('A phase sold more than it has.')
  }
}

function assertOwned(
  account: CollectionState,
  books: ChangeSet,
  { facts }: CollectionEvent & { kind: 'transfer' | 'burn' },
): void {
  const { from, to, token_id, quantity } = facts
  requireKind(account, token_id)
  const held = findRow(books.holdings, account.id, from)?.quantity ?? 0
  // In one batch the same copies can go to their own holder again and again.
  const isEnough = from === to ? held > 0 || quantity === 0 : held >= quantity
  if (!isEnough) throw new InvalidLogError('Somebody gave away more than they had.')
  if (token_id === null) return
  const token = findRow(books.tokens, account.id, token_id)
  const isTheirs = token ? token.owner === from : Number(token_id) <= account.minted
  if (!isTheirs) throw new InvalidLogError('Somebody gave away a token of another owner.')
}

function requireKind({ kind }: CollectionState, tokenId: string | null): void {
  const isOfKind = (kind === 'edition') === (tokenId === null)
  if (!isOfKind) throw new InvalidLogError('Copies have no numbers, and tokens have.')
}

function requireLowerCap(account: CollectionState, cap: number): void {
  const isLower = cap >= account.minted && cap <= (account.max_supply ?? UNCAPPED)
  if (account.is_cap_frozen || !isLower)
    throw new InvalidLogError('A cap cannot become this one.')
}

function requirePrice(priceWei: string, mintFeeWei: string): void {
  if (!isAllowedPrice(BigInt(priceWei), BigInt(mintFeeWei))) {
    throw new InvalidLogError('A price cannot be this one.')
  }
}
