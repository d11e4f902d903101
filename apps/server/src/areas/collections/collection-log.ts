import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import {
  type Address,
  decodeEventLog,
  type Hex,
  hexToBigInt,
  slice,
  toEventSelector,
} from 'viem'
import type { FollowedLog } from '../../platform/projection.ts'

/** Terms of a phase as kept with an event: wei as decimal strings, unix seconds. */
export type PublicTerms = {
  price_wei: string
  start: number
  end: number
  max_per_wallet: number
  max_supply: number | null
}

/**
 * What the next `left` tokens were minted on; without a phase: a gift. Without a recipient: they
 * go to whoever gets the first of them.
 */
export type MintTerms = {
  recipient: Address | null
  left: number
  phase: { phase_id: number; price_wei: string; referrer: Address | null } | null
}

type Moved = { from: Address; to: Address; token_id: string | null; quantity: number }

/** What one log of a collection says, in the form in which it is kept. */
export type CollectionLog =
  | { kind: 'transfer' | 'burn'; facts: Moved }
  | { kind: 'list_added'; facts: { root: Hex; content_hash: Hex } }
  | { kind: 'list_removed'; facts: { root: Hex; until: number } }
  | { kind: 'public_phase_changed'; facts: PublicTerms }
  | { kind: 'public_phase_scheduled'; facts: PublicTerms & { applicable_at: number } }
  | { kind: 'cap_lowered'; facts: { max_supply: number } }
  | { kind: 'cap_scheduled'; facts: { max_supply: number; applicable_at: number } }
  | { kind: 'cap_frozen'; facts: { max_supply: number | null } }
  | { kind: 'pause_changed'; facts: { is_paused: boolean } }
  | { kind: 'revealed'; facts: { manifest_hash: Hex } }
  | { kind: 'metadata_moved'; facts: Record<never, never> }
  | { kind: 'metadata_frozen'; facts: { manifest_hash: Hex } }
  | { kind: 'royalty_changed'; facts: { bps: number } }
  | { kind: 'payees_changed'; facts: { payees: { account: Address; bps: number }[] } }
  | {
      kind: 'payees_scheduled'
      facts: { payees: { account: Address; bps: number }[]; applicable_at: number }
    }
  | { kind: 'withdrawal'; facts: { account: Address; amount_wei: string } }
  | { kind: 'owner_changed'; facts: { from: Address; to: Address } }

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/**
 * Reads one log of a collection; `terms` speak about the transfers that follow. Undefined for
 * logs that change nothing here (approvals, metadata notices).
 */
export function readCollectionLog(
  log: FollowedLog,
): CollectionLog | { kind: 'terms'; facts: MintTerms } | undefined {
  const [signature, from, to, tokenId] = log.topics
  if (!signature) return undefined
  if (signature === TRANSFER && from && to && tokenId) {
    // By hand, because nearly all logs are of this kind.
    const token_id = hexToBigInt(tokenId).toString()
    const facts = { from: addressIn(from), to: addressIn(to), token_id, quantity: 1 }
    return { kind: 'transfer', facts }
  }
  const decoded = decode(signature, log)
  if (!decoded) return undefined
  const { eventName, args } = decoded
  switch (eventName) {
    case 'TransferSingle':
      return moved(args.from, args.to, args.value)
    case 'TransferBatch':
      return moved(
        args.from,
        args.to,
        args.values.reduce((sum, value) => sum + value, 0n),
      )
    case 'Minted':
      return { kind: 'terms', facts: soldBy(null, args.sale) }
    case 'MintedByReferral':
      return { kind: 'terms', facts: soldBy(lower(args.referrer), args.sale) }
    case 'Airdropped': {
      const left = Number(args.quantity)
      const recipient = lower(args.recipient)
      return { kind: 'terms', facts: { recipient, left, phase: null } }
    }
    case 'ListAdded':
      return {
        kind: 'list_added',
        facts: { root: args.root, content_hash: args.contentHash },
      }
    case 'ListRemoved':
      return {
        kind: 'list_removed',
        facts: { root: args.root, until: Number(args.until) },
      }
    case 'PublicPhaseChanged':
      return { kind: 'public_phase_changed', facts: termsOf(args.phase) }
    case 'PublicPhaseScheduled': {
      const applicable_at = Number(args.applicableAt)
      return {
        kind: 'public_phase_scheduled',
        facts: { ...termsOf(args.phase), applicable_at },
      }
    }
    case 'CapLowered':
      return { kind: 'cap_lowered', facts: { max_supply: Number(args.maxSupply) } }
    case 'CapScheduled': {
      const applicable_at = Number(args.applicableAt)
      const max_supply = Number(args.maxSupply)
      return { kind: 'cap_scheduled', facts: { max_supply, applicable_at } }
    }
    case 'CapFrozen':
      return { kind: 'cap_frozen', facts: { max_supply: Number(args.maxSupply) || null } }
    case 'PauseChanged':
      return { kind: 'pause_changed', facts: { is_paused: args.isPaused } }
    case 'Revealed':
      return { kind: 'revealed', facts: { manifest_hash: args.manifestHash } }
    case 'BaseUriChanged':
      return { kind: 'metadata_moved', facts: {} }
    case 'MetadataFrozen':
      return { kind: 'metadata_frozen', facts: { manifest_hash: args.manifestHash } }
    case 'RoyaltyChanged':
      return { kind: 'royalty_changed', facts: { bps: Number(args.bps) } }
    case 'PayeesChanged':
      return { kind: 'payees_changed', facts: { payees: payeesOf(args.payees) } }
    case 'PayeesScheduled': {
      const applicable_at = Number(args.applicableAt)
      const payees = payeesOf(args.payees)
      return { kind: 'payees_scheduled', facts: { payees, applicable_at } }
    }
    case 'Released': {
      const facts = { account: lower(args.account), amount_wei: args.amount.toString() }
      return { kind: 'withdrawal', facts }
    }
    case 'OwnershipTransferred': {
      const facts = { from: lower(args.previousOwner), to: lower(args.newOwner) }
      return { kind: 'owner_changed', facts }
    }
    default:
      return undefined
  }
}

const abi = [...dropCollectionAbi, ...editionCollectionAbi] as const

const abiOfTopic = new Map(
  abi.flatMap((item) =>
    item.type === 'event' ? [[toEventSelector(item), [item]] as const] : [],
  ),
)

function decode(signature: Hex, { topics, data }: FollowedLog) {
  const known = abiOfTopic.get(signature)
  if (!known) return undefined
  // Safe: the entry is one of `abi`'s events, and the topics begin with its signature.
  const event = known as unknown as typeof abi
  return decodeEventLog({ abi: event, topics: topics as [Hex, ...Hex[]], data })
}

/** `sale`, from the lowest bit: price 80 | quantity 16 | phase id 8. */
function soldBy(referrer: Address | null, sale: bigint): MintTerms {
  return {
    recipient: null,
    left: Number(BigInt.asUintN(16, sale >> 80n)),
    phase: {
      phase_id: Number(BigInt.asUintN(8, sale >> 96n)),
      price_wei: BigInt.asUintN(80, sale).toString(),
      referrer,
    },
  }
}

function moved(from: Address, to: Address, value: bigint): CollectionLog {
  const quantity = Number(value)
  const facts = { from: lower(from), to: lower(to), token_id: null, quantity }
  return { kind: 'transfer', facts }
}

function payeesOf(payees: readonly { account: Address; bps: number }[]) {
  return payees.map(({ account, bps }) => ({ account: lower(account), bps }))
}

function addressIn(topic: Hex): Address {
  return slice(topic, 12)
}

export function termsOf(phase: {
  price: bigint
  start: number
  end: number
  walletLimit: number
  supplyCap: number
}): PublicTerms {
  return {
    price_wei: phase.price.toString(),
    start: phase.start,
    end: phase.end,
    max_per_wallet: phase.walletLimit,
    max_supply: phase.supplyCap || null,
  }
}

/** Text of a stranger, fit for a line on a page: cleaned of control characters and cut. */
export function cleanText(text: string, length: number): string {
  const visible = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b-\u200f\ufeff]/gu, '')
    .trim()
  return [...visible].slice(0, length).join('').trim()
}

export function lower(address: Address): Address {
  // Safe: lower-casing hex digits keeps an address an address.
  return address.toLowerCase() as Address
}
