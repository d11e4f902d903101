import type { CreateParams } from '@platemark/abi/create-params'
import { toLowerAddress as lower } from '@platemark/rules/addresses'
import {
  type Address,
  decodeFunctionData,
  type Hex,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import { contractsAbi, decodeLog } from '../contract-logs.ts'
import type { Transaction } from './transactions.ts'

/** A row of the table `events`; `collection` is an address. */
export type ExpectedEvent = {
  collection: Address
  block_number: number
  log_index: number
  tx_hash: string
  time: Date
  kind: string
  data: Record<string, unknown>
}

export type Creation = {
  address: Address
  creator: Address
  params: CreateParams
  transaction: Transaction
}

/** A row of the table `mints`; `collection` is an address. */
export type ExpectedMint = ReturnType<typeof mintOf>

type DecodedLog = ReturnType<typeof decodeLog> & { address: Address; logIndex: number }
type Fact = Pick<ExpectedEvent, 'kind' | 'data'>

/** Phase id of the public phase. */
export const PUBLIC = 255
/** Names of the kinds of collections, in the order of their numbers. */
export const kinds = ['drop', 'open_edition', 'edition']

/** Returns the creations and events of transactions, from their input and their logs. */
export function deriveEvents(factory: Address, transactions: readonly Transaction[]) {
  const creations = new Map<Address, Creation>()
  const events: ExpectedEvent[] = []
  for (const transaction of transactions) {
    const decodedLogs: DecodedLog[] = []
    for (const log of transaction.logs) {
      const address = lower(log.address)
      if (address !== factory && !creations.has(address)) continue
      const decoded = { ...decodeLog(log), address, logIndex: Number(log.logIndex) }
      decodedLogs.push(decoded)
      if (decoded.eventName !== 'CollectionCreated') continue
      const creation = creationOf(transaction, decoded.args)
      creations.set(creation.address, creation)
      events.push(
        eventAt(creation, transaction, decoded, createdFact(creation, decoded.args)),
      )
    }
    for (const [address, own] of Map.groupBy(decodedLogs, (decoded) => decoded.address)) {
      const creation = creations.get(address)
      if (creation) events.push(...collectionEvents(creation, transaction, own))
    }
  }
  events.sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index)
  return { creations, events }
}

/** Returns the sales among the events. */
export function mintEvents(events: readonly ExpectedEvent[]): ExpectedMint[] {
  return events.filter(({ kind }) => kind === 'mint').map(mintOf)
}

function mintOf({ kind: _, data, ...position }: ExpectedEvent) {
  // Safe: `saleFact` wrote them.
  const { to, phase_id, quantity, price_wei, referrer } = data as SaleFacts
  return { ...position, minter: to, phase_id, quantity, price_wei, referrer }
}

type SaleFacts = {
  to: Address
  phase_id: number
  quantity: number
  price_wei: string
  referrer: Address | null
}

function eventAt(
  { address: collection }: Creation,
  { block: block_number, hash: tx_hash, time }: Transaction,
  { logIndex: log_index }: DecodedLog,
  fact: Fact,
): ExpectedEvent {
  return { collection, block_number, log_index, tx_hash, time, ...fact }
}

/** Returns the parameters of a creation, from the call itself. */
function creationOf(
  transaction: Transaction,
  { collection, creator }: { collection: Address; creator: Address },
): Creation {
  const { to, input } = transaction
  const call = decodeFunctionData({ abi: contractsAbi, data: input })
  if (call.functionName !== 'create') {
    throw new Error(`Call to ${to} is no creation: got ${call.functionName}`)
  }
  const [params] = call.args
  return { address: lower(collection), creator: lower(creator), params, transaction }
}

function createdFact(
  { creator, params }: Creation,
  { salt, args }: { salt: Hex; args: Hex },
): Fact {
  const { publicPhase, provenanceHash } = params
  return fact('created', {
    creator,
    salt,
    kind: kinds[params.kind],
    name: params.name,
    symbol: params.symbol,
    max_supply: params.maxSupply || null,
    mint_fee_wei: params.mintFee.toString(),
    royalty_bps: params.royaltyBps,
    royalty_ceiling_bps: params.royaltyCeilingBps,
    notice_seconds: params.notice,
    is_transferable: params.transferable,
    payees: payeeFacts(params.payees),
    public_phase: publicPhase.end === 0 ? null : phaseFacts(publicPhase),
    public_title: 'Public',
    ...(params.hasRoyaltySplit && { royalty_split: readRoyaltySplit(params, args) }),
    ...(provenanceHash !== zeroHash && { provenance_hash: provenanceHash }),
  })
}

/** Reads the address behind first word, cap, fixed terms, list and provenance hash. */
function readRoyaltySplit({ listRoot, provenanceHash }: CreateParams, args: Hex): Hex {
  const list = listRoot === zeroHash ? 0 : 36
  const start = 36 + 52 + list + (provenanceHash === zeroHash ? 0 : 32)
  return slice(args, start, start + 20)
}

/** Returns the events of one collection in one transaction, each sale or gift as a whole. */
function collectionEvents(
  creation: Creation,
  transaction: Transaction,
  decodedLogs: DecodedLog[],
) {
  const events: ExpectedEvent[] = []
  for (let at = 0; at < decodedLogs.length; ) {
    const terms = decodeSale(decodedLogs[at])
    const first = at + (terms ? 1 : 0)
    const decoded = decodedLogs[first]
    if (!decoded) {
      throw new Error(`Sale in ${transaction.hash} has no mint: got end of logs`)
    }
    const tokens = mintedTokens(decodedLogs, first, terms?.quantity)
    if (terms && tokens?.quantity !== terms.quantity) {
      throw new Error(
        `Sale in ${transaction.hash} has another quantity: got ${tokens?.quantity}, expected ${terms.quantity}`,
      )
    }
    const event = tokens
      ? saleFact(creation, transaction, tokens, terms)
      : factOf(decoded)
    if (event) events.push(eventAt(creation, transaction, decoded, event))
    at = first + (tokens?.length ?? 1)
  }
  return events
}

function saleFact(
  creation: Creation,
  transaction: Transaction,
  { length: _, ...tokens }: NonNullable<ReturnType<typeof mintedTokens>>,
  terms: ReturnType<typeof decodeSale>,
): Fact {
  if (terms?.isGift) return fact('airdrop', tokens)
  const paid = paidPerToken(transaction, creation)
  if (terms && terms.priceWei !== paid) {
    throw new Error(
      `Sale in ${transaction.hash} has another price: got ${terms.priceWei}, expected ${paid}`,
    )
  }
  return fact('mint', {
    ...tokens,
    phase_id: terms?.phaseId ?? PUBLIC,
    price_wei: paid.toString(),
    referrer: terms?.referrer ?? null,
  })
}

/** Decodes `sale`: from the lowest bit, price 80 bits, quantity 16, phase id 8. */
function decodeSale(decoded: DecodedLog | undefined) {
  if (decoded?.eventName === 'Airdropped') {
    const quantity = Number(decoded.args.quantity)
    return { isGift: true, quantity, phaseId: PUBLIC, priceWei: 0n, referrer: null }
  }
  if (decoded?.eventName !== 'Minted' && decoded?.eventName !== 'MintedByReferral') return
  const { sale } = decoded.args
  return {
    isGift: false,
    priceWei: sale % 2n ** 80n,
    quantity: Number((sale / 2n ** 80n) % 2n ** 16n),
    phaseId: Number(sale / 2n ** 96n),
    referrer:
      decoded.eventName === 'MintedByReferral' ? lower(decoded.args.referrer) : null,
  }
}

/** Returns the tokens minted from `start` on, one after the other, for one wallet. */
function mintedTokens(
  decodedLogs: readonly DecodedLog[],
  start: number,
  maxCount = Number.MAX_VALUE,
) {
  const first = decodedLogs[start]
  if (first?.eventName === 'TransferSingle' && first.args.from === zeroAddress) {
    const { to, value } = first.args
    return { to: lower(to), quantity: Number(value), first_token_id: null, length: 1 }
  }
  if (first?.eventName !== 'Transfer' || first.args.from !== zeroAddress) return
  const { to, tokenId } = first.args
  let quantity = 0
  let at = start
  for (; at < decodedLogs.length && quantity < maxCount; at += 1) {
    const decoded = decodedLogs[at]
    // A soulbound token emits `Locked` after each transfer.
    if (decoded?.eventName === 'Locked') continue
    const isNext =
      decoded?.eventName === 'Transfer' &&
      decoded.args.from === zeroAddress &&
      decoded.args.to === to &&
      decoded.args.tokenId === tokenId + BigInt(quantity)
    if (!isNext) break
    quantity += 1
  }
  const first_token_id = tokenId.toString()
  return { to: lower(to), quantity, first_token_id, length: at - start }
}

/** Returns the price of one token without the fee, from the value of the call. */
function paidPerToken(
  { to, input, value, hash }: Transaction,
  creation: Creation,
): bigint {
  if (to !== creation.address)
    throw new Error(`Mint in ${hash} has another target: got ${to}`)
  const { functionName, args } = decodeFunctionData({ abi: contractsAbi, data: input })
  const fee = creation.params.mintFee
  if (functionName === 'mint') return value / args[0] - fee
  if (functionName === 'mintTo') return value / args[2] - fee
  if (functionName !== 'mintAllowlist') {
    throw new Error(`Mint in ${hash} has an unknown function: got ${functionName}`)
  }
  const isExact = args.length === 3
  return value / (isExact ? args[0] : args[1]) - fee
}

/** The event of any other log by its name; logs of other names are not stored. */
const facts: {
  [Name in DecodedLog['eventName']]?: (
    args: Extract<DecodedLog, { eventName: Name }>['args'],
  ) => Fact | undefined
} = {
  Transfer: (args) => movedFact(args, args.tokenId.toString(), 1n),
  TransferSingle: (args) => movedFact(args, null, args.value),
  TransferBatch: (args) => {
    const quantity = args.values.reduce((sum, one) => sum + one, 0n)
    return movedFact(args, null, quantity)
  },
  ListAdded: ({ root, contentHash }) =>
    fact('list_added', { root, content_hash: contentHash }),
  ListRemoved: ({ root, until }) => fact('list_removed', { root, until: Number(until) }),
  PublicPhaseChanged: ({ phase }) => fact('public_phase_changed', phaseFacts(phase)),
  PublicPhaseScheduled: ({ phase, applicableAt }) =>
    scheduledFact('public_phase_scheduled', phaseFacts(phase), applicableAt),
  PayeesChanged: (args) => fact('payees_changed', { payees: payeeFacts(args.payees) }),
  PayeesScheduled: ({ payees, applicableAt }) =>
    scheduledFact('payees_scheduled', { payees: payeeFacts(payees) }, applicableAt),
  CapLowered: (args) => fact('cap_lowered', { max_supply: Number(args.maxSupply) }),
  CapScheduled: ({ maxSupply, applicableAt }) =>
    scheduledFact('cap_scheduled', { max_supply: Number(maxSupply) }, applicableAt),
  CapFrozen: (args) => fact('cap_frozen', { max_supply: Number(args.maxSupply) || null }),
  PauseChanged: (args) => fact('pause_changed', { is_paused: args.isPaused }),
  Revealed: (args) => fact('revealed', { manifest_hash: args.manifestHash }),
  BaseUriChanged: () => fact('metadata_moved', {}),
  MetadataFrozen: (args) => fact('metadata_frozen', { manifest_hash: args.manifestHash }),
  RoyaltyChanged: (args) => fact('royalty_changed', { bps: Number(args.bps) }),
  Released: ({ account, amount }) =>
    fact('withdrawal', { account: lower(account), amount_wei: amount.toString() }),
  OwnershipTransferStarted: ({ previousOwner, newOwner }) => {
    const to = newOwner === zeroAddress ? null : lower(newOwner)
    return fact('owner_offered', { from: lower(previousOwner), to })
  },
  OwnershipTransferred: ({ previousOwner, newOwner }) =>
    fact('owner_changed', { from: lower(previousOwner), to: lower(newOwner) }),
}

function factOf({ eventName, args }: DecodedLog): Fact | undefined {
  const byName: Record<string, (args: never) => Fact | undefined> = facts
  // Safe: a log has the arguments of its event.
  return byName[eventName]?.(args as never)
}

function scheduledFact(kind: string, terms: object, applicableAt: bigint): Fact {
  return fact(kind, { ...terms, applicable_at: Number(applicableAt) })
}

function fact(kind: string, data: ExpectedEvent['data']): Fact {
  return { kind, data }
}

/** Returns the event of a transfer; undefined where it moves nothing. */
function movedFact(
  { from, to }: { from: Address; to: Address },
  token_id: string | null,
  quantity: bigint,
): Fact | undefined {
  if (quantity === 0n) return undefined
  const data = { from: lower(from), to: lower(to), token_id, quantity: Number(quantity) }
  return fact(to === zeroAddress ? 'burn' : 'transfer', data)
}

function phaseFacts(phase: CreateParams['publicPhase']) {
  return {
    price_wei: phase.price.toString(),
    start: phase.start,
    end: phase.end,
    max_per_wallet: phase.walletLimit,
    max_supply: phase.supplyCap || null,
  }
}

function payeeFacts(payees: readonly { account: Address; bps: number }[]) {
  return payees.map(({ account, bps }) => ({ account: lower(account), bps }))
}
