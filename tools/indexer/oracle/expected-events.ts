import type { CreateParams } from '@platemark/abi/create-params'
import { type Address, decodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import { contractsAbi, decodeLog, lower } from '../contract-logs.ts'
import type { Transaction } from './transactions.ts'

/** A row of the table `events`; `collection` is an address. */
export type TrueEvent = {
  collection: Address
  block_number: number
  log_index: number
  tx_hash: string
  time: Date
  kind: string
  facts: Record<string, unknown>
}

export type Creation = {
  address: Address
  creator: Address
  params: CreateParams
  transaction: Transaction
}

/** A row of the table `mints`; `collection` is an address. */
export type TrueMint = ReturnType<typeof mintOf>

type Said = ReturnType<typeof decodeLog> & { address: Address; logIndex: number }
type Fact = Pick<TrueEvent, 'kind' | 'facts'>

/** Phase id of the public phase. */
export const PUBLIC = 255
/** Names of the kinds of collections, in the order of their numbers. */
export const kinds = ['drop', 'open_edition', 'edition']

/** Returns the creations and events of transactions, from their input and their logs. */
export function tellEvents(factory: Address, transactions: readonly Transaction[]) {
  const creations = new Map<Address, Creation>()
  const events: TrueEvent[] = []
  for (const transaction of transactions) {
    const sayings: Said[] = []
    for (const log of transaction.logs) {
      const address = lower(log.address)
      if (address !== factory && !creations.has(address)) continue
      const said = { ...decodeLog(log), address, logIndex: Number(log.logIndex) }
      sayings.push(said)
      if (said.eventName !== 'CollectionCreated') continue
      const creation = creationOf(transaction, said.args)
      creations.set(creation.address, creation)
      events.push(eventAt(creation, transaction, said, createdFact(creation, said.args)))
    }
    for (const [address, own] of Map.groupBy(sayings, (said) => said.address)) {
      const creation = creations.get(address)
      if (creation) events.push(...happened(creation, transaction, own))
    }
  }
  events.sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index)
  return { creations, events }
}

/** Returns the sales among the events. */
export function mintsIn(events: readonly TrueEvent[]): TrueMint[] {
  return events.filter(({ kind }) => kind === 'mint').map(mintOf)
}

function mintOf({ kind: _, facts, ...place }: TrueEvent) {
  // Safe: `saleFact` wrote them.
  const { to, phase_id, quantity, price_wei, referrer } = facts as SaleFacts
  return { ...place, minter: to, phase_id, quantity, price_wei, referrer }
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
  { logIndex: log_index }: Said,
  fact: Fact,
): TrueEvent {
  return { collection, block_number, log_index, tx_hash, time, ...fact }
}

/** What the creator asked for, from the call itself. */
function creationOf(
  transaction: Transaction,
  { collection, creator }: { collection: Address; creator: Address },
): Creation {
  const { to, input } = transaction
  const call = decodeFunctionData({ abi: contractsAbi, data: input })
  if (call.functionName !== 'create') throw new Error(`${to} was called otherwise.`)
  const [params] = call.args
  return { address: lower(collection), creator: lower(creator), params, transaction }
}

function createdFact({ creator, params }: Creation, { salt }: { salt: Hex }): Fact {
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
    ...(provenanceHash !== zeroHash && { provenance_hash: provenanceHash }),
  })
}

/** Returns the events of one collection in one transaction, each sale or gift as a whole. */
function happened(creation: Creation, transaction: Transaction, sayings: Said[]) {
  const events: TrueEvent[] = []
  for (let at = 0; at < sayings.length; ) {
    const terms = termsIn(sayings[at])
    const first = at + (terms ? 1 : 0)
    const said = sayings[first]
    if (!said) throw new Error(`${transaction.hash} names a sale of nothing.`)
    const tokens = tokensFrom(sayings, first, terms?.quantity)
    if (terms && tokens?.quantity !== terms.quantity) {
      const { hash } = transaction
      throw new Error(`${hash} sells ${tokens?.quantity}, not ${terms.quantity}.`)
    }
    const told = tokens ? saleFact(creation, transaction, tokens, terms) : factOf(said)
    if (told) events.push(eventAt(creation, transaction, said, told))
    at = first + (tokens?.length ?? 1)
  }
  return events
}

function saleFact(
  creation: Creation,
  transaction: Transaction,
  { length: _, ...tokens }: NonNullable<ReturnType<typeof tokensFrom>>,
  terms: ReturnType<typeof termsIn>,
): Fact {
  if (terms?.isGift) return fact('airdrop', tokens)
  const paid = paidFor(transaction, creation)
  if (terms && terms.priceWei !== paid) {
    throw new Error(`${transaction.hash} paid ${paid}, and says ${terms.priceWei}.`)
  }
  return fact('mint', {
    ...tokens,
    phase_id: terms?.phaseId ?? PUBLIC,
    price_wei: paid.toString(),
    referrer: terms?.referrer ?? null,
  })
}

/** `sale`, from the lowest bit: price 80, quantity 16, phase id 8. */
function termsIn(said: Said | undefined) {
  if (said?.eventName === 'Airdropped') {
    const quantity = Number(said.args.quantity)
    return { isGift: true, quantity, phaseId: PUBLIC, priceWei: 0n, referrer: null }
  }
  if (said?.eventName !== 'Minted' && said?.eventName !== 'MintedByReferral') return
  const { sale } = said.args
  return {
    isGift: false,
    priceWei: sale % 2n ** 80n,
    quantity: Number((sale / 2n ** 80n) % 2n ** 16n),
    phaseId: Number(sale / 2n ** 96n),
    referrer: said.eventName === 'MintedByReferral' ? lower(said.args.referrer) : null,
  }
}

/** Returns the tokens minted from `start` on, one after the other, for one wallet. */
function tokensFrom(sayings: readonly Said[], start: number, most = Number.MAX_VALUE) {
  const first = sayings[start]
  if (first?.eventName === 'TransferSingle' && first.args.from === zeroAddress) {
    const { to, value } = first.args
    return { to: lower(to), quantity: Number(value), first_token_id: null, length: 1 }
  }
  if (first?.eventName !== 'Transfer' || first.args.from !== zeroAddress) return
  const { to, tokenId } = first.args
  let quantity = 0
  let at = start
  for (; at < sayings.length && quantity < most; at += 1) {
    const said = sayings[at]
    // A soulbound token says after each transfer that it stays.
    if (said?.eventName === 'Locked') continue
    const isNext =
      said?.eventName === 'Transfer' &&
      said.args.from === zeroAddress &&
      said.args.to === to &&
      said.args.tokenId === tokenId + BigInt(quantity)
    if (!isNext) break
    quantity += 1
  }
  const first_token_id = tokenId.toString()
  return { to: lower(to), quantity, first_token_id, length: at - start }
}

/** What one token cost without the fee, from the payment that the call came with. */
function paidFor({ to, input, value, hash }: Transaction, creation: Creation): bigint {
  if (to !== creation.address) throw new Error(`${hash} mints through a stranger.`)
  const { functionName, args } = decodeFunctionData({ abi: contractsAbi, data: input })
  const fee = creation.params.mintFee
  if (functionName === 'mint') return value / args[0] - fee
  if (functionName === 'mintTo') return value / args[2] - fee
  if (functionName !== 'mintAllowlist') throw new Error(`${hash} mints by other means.`)
  const isExact = args.length === 3
  return value / (isExact ? args[0] : args[1]) - fee
}

/** What any other log means; undefined for those that are not kept. */
function factOf({ eventName, args }: Said): Fact | undefined {
  switch (eventName) {
    case 'Transfer':
      return movedFact(args, args.tokenId.toString(), 1n)
    case 'TransferSingle':
      return movedFact(args, null, args.value)
    case 'TransferBatch': {
      const quantity = args.values.reduce((sum, one) => sum + one, 0n)
      return movedFact(args, null, quantity)
    }
    case 'ListAdded':
      return fact('list_added', { root: args.root, content_hash: args.contentHash })
    case 'ListRemoved':
      return fact('list_removed', { root: args.root, until: Number(args.until) })
    case 'PublicPhaseChanged':
      return fact('public_phase_changed', phaseFacts(args.phase))
    case 'PublicPhaseScheduled': {
      const applicable_at = Number(args.applicableAt)
      return fact('public_phase_scheduled', { ...phaseFacts(args.phase), applicable_at })
    }
    case 'PayeesChanged':
      return fact('payees_changed', { payees: payeeFacts(args.payees) })
    case 'PayeesScheduled': {
      const applicable_at = Number(args.applicableAt)
      return fact('payees_scheduled', { payees: payeeFacts(args.payees), applicable_at })
    }
    case 'CapLowered':
      return fact('cap_lowered', { max_supply: Number(args.maxSupply) })
    case 'CapScheduled': {
      const applicable_at = Number(args.applicableAt)
      return fact('cap_scheduled', { max_supply: Number(args.maxSupply), applicable_at })
    }
    case 'CapFrozen':
      return fact('cap_frozen', { max_supply: Number(args.maxSupply) || null })
    case 'PauseChanged':
      return fact('pause_changed', { is_paused: args.isPaused })
    case 'Revealed':
      return fact('revealed', { manifest_hash: args.manifestHash })
    case 'BaseUriChanged':
      return fact('metadata_moved', {})
    case 'MetadataFrozen':
      return fact('metadata_frozen', { manifest_hash: args.manifestHash })
    case 'RoyaltyChanged':
      return fact('royalty_changed', { bps: Number(args.bps) })
    case 'Released': {
      const amount_wei = args.amount.toString()
      return fact('withdrawal', { account: lower(args.account), amount_wei })
    }
    case 'OwnershipTransferred': {
      const { previousOwner, newOwner } = args
      return fact('owner_changed', { from: lower(previousOwner), to: lower(newOwner) })
    }
    default:
      return undefined
  }
}

function fact(kind: string, facts: TrueEvent['facts']): Fact {
  return { kind, facts }
}

function movedFact(
  { from, to }: { from: Address; to: Address },
  token_id: string | null,
  quantity: bigint,
): Fact {
  const facts = { from: lower(from), to: lower(to), token_id, quantity: Number(quantity) }
  return fact(to === zeroAddress ? 'burn' : 'transfer', facts)
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
