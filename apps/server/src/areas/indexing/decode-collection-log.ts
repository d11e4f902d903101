import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { toLowerAddress } from '@platemark/rules/addresses'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, type Hex, toEventSelector, zeroAddress, zeroHash } from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'
import {
  createEventDecoder,
  decodeAddress,
  decodeNumber,
  type EventDecoder,
  hasWordCount,
  splitWords,
} from './decode-event.ts'

/** Stored terms of a phase: wei as decimal strings, unix seconds. */
export type PublicTerms = {
  price_wei: string
  start: number
  end: number
  max_per_wallet: number
  max_supply: number | null
}

/**
 * Terms of the next `left` minted tokens; without a phase they are an airdrop. Without a
 * recipient, the first transfer sets it.
 */
export type MintTerms = {
  recipient: Address | null
  left: number
  phase: { phase_id: number; price_wei: string; referrer: Address | null } | null
}

type Moved = { from: Address; to: Address; token_id: string | null; quantity: number }
type Payees = { payees: { account: Address; bps: number }[] }

/** One decoded log of a collection, in the form in which it is stored. */
export type CollectionLog =
  | { kind: 'transfer' | 'burn'; data: Moved }
  | { kind: 'list_added'; data: { root: Hex; content_hash: Hex } }
  | { kind: 'list_removed'; data: { root: Hex; until: number } }
  | { kind: 'public_phase_changed'; data: PublicTerms }
  | { kind: 'public_phase_scheduled'; data: PublicTerms & { applicable_at: number } }
  | { kind: 'cap_lowered'; data: { max_supply: number | null } }
  | { kind: 'cap_scheduled'; data: { max_supply: number; applicable_at: number } }
  | { kind: 'cap_frozen'; data: { max_supply: number | null } }
  | { kind: 'pause_changed'; data: { is_paused: boolean } }
  | { kind: 'revealed'; data: { manifest_hash: Hex } }
  | { kind: 'metadata_moved'; data: Record<never, never> }
  | { kind: 'metadata_frozen'; data: { manifest_hash: Hex } }
  | { kind: 'royalty_changed'; data: { bps: number } }
  | { kind: 'payees_changed'; data: Payees }
  | { kind: 'payees_scheduled'; data: Payees & { applicable_at: number } }
  | { kind: 'withdrawal'; data: { account: Address; amount_wei: string } }
  | { kind: 'owner_offered'; data: { from: Address; to: Address | null } }
  | { kind: 'owner_changed'; data: { from: Address; to: Address } }

type DecodedLog = CollectionLog | { kind: 'terms'; data: MintTerms }

/** Cap value that stands for no cap; no collection reaches it. */
export const UNCAPPED = 2 ** 28 - 1

/** Largest quantity of one mint, and of one airdrop. */
const MAX_PER_MINT = 50
const MAX_PER_AIRDROP = 255

/**
 * Decodes one log of a collection; undefined for logs that change nothing here
 * (approvals, metadata notices). Throws `InvalidLogError` for a log that no collection
 * emits in any state.
 */
export function decodeCollectionLog(log: IndexedLog): DecodedLog | undefined {
  const [signature = '0x'] = log.topics
  // Decoded by hand, because nearly all logs are of these kinds.
  if (signature === TRANSFER) return decodeTransfer(log)
  if (signature === TRANSFER_SINGLE) return decodeTransferSingle(log)
  if (signature === MINTED) return { kind: 'terms', data: decodeMinted(log) }
  if (signature === MINTED_BY_REFERRAL)
    return { kind: 'terms', data: decodeMintedByReferral(log) }
  return decoders.get(signature)?.(log)
}

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = toEventSelector(
  'TransferSingle(address,address,address,uint256,uint256)',
)
const MINTED = toEventSelector('Minted(uint256)')
const MINTED_BY_REFERRAL = toEventSelector('MintedByReferral(address,uint256)')

function decodeTransfer({ topics, data }: IndexedLog): DecodedLog {
  if (topics.length !== 4 || data !== '0x')
    throw new InvalidLogError('Transfer has a wrong number of topics or data')
  const from = decodeAddress(topics[1])
  const to = decodeAddress(topics[2])
  const id = decodeNumber(topics[3], UNCAPPED)
  if (id === 0) throw new InvalidLogError('Transfer.tokenId is 0')
  if (from === to && from === zeroAddress)
    throw new InvalidLogError('Transfer.from and Transfer.to are the zero address')
  return { kind: 'transfer', data: { from, to, token_id: String(id), quantity: 1 } }
}

function decodeTransferSingle({ topics, data }: IndexedLog): DecodedLog {
  if (topics.length !== 4 || !hasWordCount(data, 2))
    throw new InvalidLogError('TransferSingle has a wrong number of topics or data')
  decodeAddress(topics[1])
  const [id, value] = splitWords(data)
  if (decodeNumber(id, 1) !== 1)
    throw new InvalidLogError('TransferSingle.id is unknown: got 0, expected 1')
  return toCopiesTransfer(
    decodeAddress(topics[2]),
    decodeAddress(topics[3]),
    decodeNumber(value, UNCAPPED),
  )
}

function toCopiesTransfer(from: Address, to: Address, quantity: number): DecodedLog {
  if (from === to && from === zeroAddress)
    throw new InvalidLogError(
      'TransferSingle.from and TransferSingle.to are the zero address',
    )
  if (from === zeroAddress && (quantity === 0 || quantity > MAX_PER_AIRDROP)) {
    throw new InvalidLogError(
      `TransferSingle.value is impossible for a mint: got ${quantity}, expected 1 to ${MAX_PER_AIRDROP}`,
    )
  }
  return { kind: 'transfer', data: { from, to, token_id: null, quantity } }
}

function decodeMinted({ topics, data }: IndexedLog): MintTerms {
  if (topics.length !== 1 || !hasWordCount(data, 1))
    throw new InvalidLogError('Minted has a wrong number of topics or data')
  const terms = unpackMintTerms(null, BigInt(data))
  if (terms.phase?.phase_id === PUBLIC_PHASE_ID) {
    throw new InvalidLogError(`Minted.sale has the public phase id ${PUBLIC_PHASE_ID}`)
  }
  return terms
}

function decodeMintedByReferral({ topics, data }: IndexedLog): MintTerms {
  if (topics.length !== 2 || !hasWordCount(data, 1))
    throw new InvalidLogError('MintedByReferral has a wrong number of topics or data')
  const referrer = decodeAddress(topics[1])
  if (referrer === zeroAddress)
    throw new InvalidLogError('MintedByReferral.referrer is the zero address')
  return unpackMintTerms(referrer, BigInt(data))
}

/** Unpacks `sale`, from the lowest bit: price 80 | quantity 16 | phase id 8. */
function unpackMintTerms(referrer: Address | null, sale: bigint): MintTerms {
  if (sale >> 104n !== 0n)
    throw new InvalidLogError('sale has bits above the phase id: expected 104 bits')
  const left = Number(BigInt.asUintN(16, sale >> 80n))
  if (left === 0 || left > MAX_PER_MINT)
    throw new InvalidLogError(
      `sale quantity is impossible: got ${left}, expected 1 to ${MAX_PER_MINT}`,
    )
  const price = BigInt.asUintN(80, sale)
  return {
    recipient: null,
    left,
    phase: {
      phase_id: Number(sale >> 96n),
      price_wei: assertGwei(price).toString(),
      referrer,
    },
  }
}

const event = createEventDecoder([...dropCollectionAbi, ...editionCollectionAbi])

const decoders = new Map<string, EventDecoder<DecodedLog>>([
  event('TransferBatch', ({ from, to, ids, values }) => {
    if (ids.length !== values.length || ids.some((id) => id !== 1n)) {
      throw new InvalidLogError('TransferBatch.ids are unknown: expected only 1')
    }
    if (toLowerAddress(from) === zeroAddress || toLowerAddress(to) === zeroAddress) {
      throw new InvalidLogError(
        'TransferBatch.from or TransferBatch.to is the zero address',
      )
    }
    const quantities = values.map((value) => bounded(value, UNCAPPED))
    const quantity = quantities.reduce((sum, one) => sum + one, 0)
    const data = {
      from: toLowerAddress(from),
      to: toLowerAddress(to),
      token_id: null,
      quantity,
    }
    return { kind: 'transfer', data }
  }),
  event('Airdropped', ({ recipient, quantity }) => {
    const left = bounded(quantity, MAX_PER_AIRDROP)
    if (left === 0 || recipient === zeroAddress) {
      throw new InvalidLogError(`Airdropped is empty: got ${left} tokens to ${recipient}`)
    }
    return {
      kind: 'terms',
      data: { recipient: toLowerAddress(recipient), left, phase: null },
    }
  }),
  event('ListAdded', ({ root, contentHash }) => {
    if (root === zeroHash) throw new InvalidLogError('ListAdded.root is zero')
    return { kind: 'list_added', data: { root, content_hash: contentHash } }
  }),
  event('ListRemoved', ({ root, until }) => ({
    kind: 'list_removed',
    data: { root, until: bounded(until, 2 ** 32 - 1) },
  })),
  event('PublicPhaseChanged', ({ phase }) => ({
    kind: 'public_phase_changed',
    data: decodeTerms(phase),
  })),
  event('PublicPhaseScheduled', ({ phase, applicableAt }) => ({
    kind: 'public_phase_scheduled',
    data: { ...decodeTerms(phase), applicable_at: toTime(applicableAt) },
  })),
  event('CapLowered', ({ maxSupply }) => ({
    kind: 'cap_lowered',
    // The cap that stands for none: every token that can exist without a cap was minted.
    data: { max_supply: maxSupply === BigInt(UNCAPPED) ? null : toCap(maxSupply) },
  })),
  event('CapScheduled', ({ maxSupply, applicableAt }) => ({
    kind: 'cap_scheduled',
    data: { max_supply: toCap(maxSupply), applicable_at: toTime(applicableAt) },
  })),
  event('CapFrozen', ({ maxSupply }) => ({
    kind: 'cap_frozen',
    data: { max_supply: maxSupply === 0n ? null : toCap(maxSupply) },
  })),
  event('PauseChanged', ({ isPaused }) => ({
    kind: 'pause_changed',
    data: { is_paused: isPaused },
  })),
  event('Revealed', ({ manifestHash }) => ({
    kind: 'revealed',
    data: { manifest_hash: manifestHash },
  })),
  event('BaseUriChanged', () => ({ kind: 'metadata_moved', data: {} })),
  event('MetadataFrozen', ({ manifestHash }) => ({
    kind: 'metadata_frozen',
    data: { manifest_hash: manifestHash },
  })),
  event('RoyaltyChanged', ({ bps }) => ({
    kind: 'royalty_changed',
    data: { bps: bounded(bps, MAX_ROYALTY_BPS) },
  })),
  event('PayeesChanged', ({ payees }) => ({
    kind: 'payees_changed',
    data: { payees: decodePayees(payees) },
  })),
  event('PayeesScheduled', ({ payees, applicableAt }) => ({
    kind: 'payees_scheduled',
    data: { payees: decodePayees(payees), applicable_at: toTime(applicableAt) },
  })),
  event('Released', ({ account, amount }) => {
    if (amount === 0n) throw new InvalidLogError('Released.amount is 0')
    const data = { account: toLowerAddress(account), amount_wei: amount.toString() }
    return { kind: 'withdrawal', data }
  }),
  event('OwnershipTransferStarted', ({ previousOwner, newOwner }) => ({
    kind: 'owner_offered',
    data: {
      from: toLowerAddress(previousOwner),
      // An offer to no account withdraws the one before.
      to: newOwner === zeroAddress ? null : toLowerAddress(newOwner),
    },
  })),
  event('OwnershipTransferred', ({ previousOwner, newOwner }) => {
    if (newOwner === zeroAddress)
      throw new InvalidLogError('OwnershipTransferred.newOwner is the zero address')
    return {
      kind: 'owner_changed',
      data: { from: toLowerAddress(previousOwner), to: toLowerAddress(newOwner) },
    }
  }),
])

/** Highest possible royalty. */
export const MAX_ROYALTY_BPS = 1000

/** Checks and lower-cases the payees of a collection. Throws `InvalidLogError`. */
export function decodePayees(payees: readonly { account: Address; bps: number }[]) {
  const named = payees.map(({ account, bps }) => ({
    account: toLowerAddress(account),
    bps,
  }))
  const accounts = new Set(named.map(({ account }) => account))
  const sum = named.reduce((total, { bps }) => total + bps, 0)
  const isPossible =
    named.length <= 16 &&
    accounts.size === named.length &&
    !accounts.has(zeroAddress) &&
    named.every(({ bps }) => bps > 0) &&
    sum === 10_000
  if (!isPossible)
    throw new InvalidLogError(
      `payees are invalid: got ${named.length} with ${sum} bps, expected at most 16 distinct ones with 10000 bps`,
    )
  return named
}

/** Checks the terms of a public phase, all zero for none. Throws `InvalidLogError`. */
export function decodeTerms(phase: {
  price: bigint
  start: number
  end: number
  walletLimit: number
  supplyCap: number
}): PublicTerms {
  const { price, start, end, walletLimit, supplyCap } = phase
  const isNone = price === 0n && !start && !end && !walletLimit && !supplyCap
  if (!isNone && (start >= end || walletLimit === 0)) {
    throw new InvalidLogError(
      `public phase is invalid: got start ${start}, end ${end}, walletLimit ${walletLimit}`,
    )
  }
  return {
    price_wei: assertGwei(price).toString(),
    start,
    end,
    max_per_wallet: walletLimit,
    max_supply: supplyCap || null,
  }
}

function assertGwei(price: bigint): bigint {
  if (price % 1_000_000_000n !== 0n)
    throw new InvalidLogError(`price is not a whole number of gwei: got ${price} wei`)
  return price
}

function toCap(maxSupply: bigint): number {
  const cap = bounded(maxSupply, UNCAPPED - 1)
  if (cap === 0) throw new InvalidLogError('maxSupply is 0')
  return cap
}

function toTime(applicableAt: bigint): number {
  return bounded(applicableAt, 2 ** 40 - 1)
}

function bounded(value: bigint, most: number): number {
  if (value > BigInt(most))
    throw new InvalidLogError(
      `value is too large: got ${value}, expected at most ${most}`,
    )
  return Number(value)
}
