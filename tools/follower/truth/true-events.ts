import type { CreateParams } from '@platemark/abi/create-params'
import { type Address, decodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import { contractsAbi, decodeLog, lower } from '../contract-logs.ts'
import type { Transaction } from './chain-record.ts'

/** What a log meant, in the words of the table `events`. */
export type TrueEvent = {
  collection: Address
  block: number
  logIndex: number
  hash: string
  time: number
  kind: string
  facts: Record<string, unknown>
}

export type Creation = {
  address: Address
  creator: Address
  params: CreateParams
  block: number
  hash: string
  time: number
}

export type TrueMint = {
  collection: Address
  block: number
  logIndex: number
  hash: string
  time: number
  minter: Address
  phaseId: number
  quantity: number
  priceWei: bigint
  referrer: Address | null
}

type Said = ReturnType<typeof decodeLog> & { logIndex: number }

const PUBLIC = 255
const kinds = ['drop', 'open_edition', 'edition']

/** What was created and what happened, told from transactions and the logs of their receipts. */
export function tellEvents(factory: Address, transactions: readonly Transaction[]) {
  const creations = new Map<Address, Creation>()
  const events: TrueEvent[] = []
  for (const transaction of transactions) {
    const said = new Map<Address, Said[]>()
    for (const log of transaction.logs) {
      const address = lower(log.address)
      if (address !== factory && !creations.has(address)) continue
      const event = { ...decodeLog(log), logIndex: Number(log.logIndex) }
      if (address === factory) {
        if (event.eventName !== 'CollectionCreated') continue
        const creation = creationOf(transaction, event.args)
        creations.set(creation.address, creation)
        events.push(createdEvent(creation, event))
        continue
      }
      const sayings = said.get(address) ?? []
      sayings.push(event)
      said.set(address, sayings)
    }
    for (const [address, sayings] of said) {
      const creation = creations.get(address)
      if (creation) events.push(...happened(creation, transaction, sayings))
    }
  }
  events.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
  return { creations, events }
}

/** The sales among the events. */
export function mintsIn(events: readonly TrueEvent[]): TrueMint[] {
  return events
    .filter(({ kind }) => kind === 'mint')
    .map(({ facts, kind: _, ...place }) => {
      // Safe: `soldEvent` wrote them.
      const sale = facts as ReturnType<typeof saleFacts>
      return {
        ...place,
        minter: sale.to,
        phaseId: sale.phase_id,
        quantity: sale.quantity,
        priceWei: BigInt(sale.price_wei),
        referrer: sale.referrer,
      }
    })
}

/** What the creator asked for, from the call itself. */
function creationOf(
  { to, input, block, hash, time }: Transaction,
  { collection, creator }: { collection: Address; creator: Address },
): Creation {
  const call = decodeFunctionData({ abi: contractsAbi, data: input })
  if (call.functionName !== 'create') throw new Error(`${to} was called otherwise.`)
  const [params] = call.args
  const address = lower(collection)
  return { address, creator: lower(creator), params, block, hash, time }
}

function createdEvent(
  { address, creator, params, block, hash, time }: Creation,
  { logIndex, args }: { logIndex: number; args: { salt: Hex } },
): TrueEvent {
  const { publicPhase } = params
  return {
    collection: address,
    block,
    logIndex,
    hash,
    time,
    kind: 'created',
    facts: {
      creator,
      salt: args.salt,
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
      ...(params.provenanceHash !== zeroHash && {
        provenance_hash: params.provenanceHash,
      }),
    },
  }
}

/** What the logs of one collection in one transaction say, mints as a whole. */
function happened(
  creation: Creation,
  transaction: Transaction,
  sayings: readonly Said[],
): TrueEvent[] {
  const { block, hash, time } = transaction
  const events: TrueEvent[] = []
  for (let at = 0; at < sayings.length; ) {
    const said = sayings[at]
    if (!said) break
    const sale = saleAt(creation, transaction, sayings, at)
    const fact = sale?.fact ?? factOf(said)
    const logIndex = sale?.logIndex ?? said.logIndex
    const place = { collection: creation.address, block, logIndex, hash, time }
    if (fact) events.push({ ...place, ...fact })
    at += sale?.length ?? 1
  }
  return events
}

type Fact = Pick<TrueEvent, 'kind' | 'facts'>

/** A sale or gift that begins here: what came of it, and how many logs it took. */
function saleAt(
  creation: Creation,
  transaction: Transaction,
  sayings: readonly Said[],
  at: number,
): { fact: Fact; logIndex: number; length: number } | undefined {
  const terms = termsIn(sayings[at])
  const first = at + (terms ? 1 : 0)
  const bought = tokensFrom(sayings, first, terms?.quantity)
  if (!bought) {
    if (terms) throw new Error(`${transaction.hash} names a sale of nothing.`)
    return undefined
  }
  const { to, quantity, firstTokenId: first_token_id, logIndex, length } = bought
  if (terms && quantity !== terms.quantity) {
    throw new Error(`${transaction.hash} sells ${quantity}, not ${terms.quantity}.`)
  }
  const tokens = { to, quantity, first_token_id }
  const total = (terms ? 1 : 0) + length
  if (terms?.isGift) {
    return { fact: { kind: 'airdrop', facts: tokens }, logIndex, length: total }
  }
  const paid = paidFor(transaction, creation)
  if (terms && terms.priceWei !== paid) {
    throw new Error(`${transaction.hash} paid ${paid}, and says ${terms.priceWei}.`)
  }
  const facts = saleFacts(tokens, terms, paid)
  return { fact: { kind: 'mint', facts }, logIndex, length: total }
}

function saleFacts(
  tokens: { to: Address; quantity: number; first_token_id: string | null },
  terms: { phaseId: number; referrer: Address | null } | undefined,
  priceWei: bigint,
) {
  return {
    ...tokens,
    phase_id: terms?.phaseId ?? PUBLIC,
    price_wei: priceWei.toString(),
    referrer: terms?.referrer ?? null,
  }
}

/** `sale`, from the lowest bit: price 80, quantity 16, phase id 8. */
function termsIn(said: Said | undefined) {
  if (said?.eventName === 'Airdropped') {
    const quantity = Number(said.args.quantity)
    return { isGift: true, quantity, phaseId: PUBLIC, priceWei: 0n, referrer: null }
  }
  if (said?.eventName !== 'Minted' && said?.eventName !== 'MintedByReferral') {
    return undefined
  }
  const { sale } = said.args
  return {
    isGift: false,
    priceWei: sale % 2n ** 80n,
    quantity: Number((sale / 2n ** 80n) % 2n ** 16n),
    phaseId: Number(sale / 2n ** 96n),
    referrer: said.eventName === 'MintedByReferral' ? lower(said.args.referrer) : null,
  }
}

/** The tokens that come into being from here on, one after the other, for one wallet. */
function tokensFrom(sayings: readonly Said[], start: number, most = Number.MAX_VALUE) {
  const copies = sayings[start]
  if (copies?.eventName === 'TransferSingle' && copies.args.from === zeroAddress) {
    const { to, value } = copies.args
    const { logIndex } = copies
    const quantity = Number(value)
    return { to: lower(to), quantity, firstTokenId: null, logIndex, length: 1 }
  }
  if (copies?.eventName !== 'Transfer' || copies.args.from !== zeroAddress) {
    return undefined
  }
  const { to, tokenId } = copies.args
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
  return {
    to: lower(to),
    quantity,
    firstTokenId: tokenId.toString(),
    logIndex: copies.logIndex,
    length: at - start,
  }
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
function factOf(said: Said): Fact | undefined {
  switch (said.eventName) {
    case 'Transfer': {
      const { from, to, tokenId } = said.args
      return moved(from, to, tokenId.toString(), 1n)
    }
    case 'TransferSingle':
      return moved(said.args.from, said.args.to, null, said.args.value)
    case 'TransferBatch': {
      const { from, to, values } = said.args
      return moved(
        from,
        to,
        null,
        values.reduce((sum, one) => sum + one, 0n),
      )
    }
    case 'ListAdded': {
      const { root, contentHash: content_hash } = said.args
      return { kind: 'list_added', facts: { root, content_hash } }
    }
    case 'ListRemoved': {
      const { root, until } = said.args
      return { kind: 'list_removed', facts: { root, until: Number(until) } }
    }
    case 'PublicPhaseChanged':
      return { kind: 'public_phase_changed', facts: phaseFacts(said.args.phase) }
    case 'PublicPhaseScheduled': {
      const applicable_at = Number(said.args.applicableAt)
      const facts = { ...phaseFacts(said.args.phase), applicable_at }
      return { kind: 'public_phase_scheduled', facts }
    }
    case 'PayeesChanged':
      return { kind: 'payees_changed', facts: { payees: payeeFacts(said.args.payees) } }
    case 'PayeesScheduled': {
      const applicable_at = Number(said.args.applicableAt)
      const facts = { payees: payeeFacts(said.args.payees), applicable_at }
      return { kind: 'payees_scheduled', facts }
    }
    default:
      return plainFactOf(said)
  }
}

function plainFactOf(said: Said): Fact | undefined {
  switch (said.eventName) {
    case 'CapLowered':
      return { kind: 'cap_lowered', facts: { max_supply: Number(said.args.maxSupply) } }
    case 'CapScheduled': {
      const max_supply = Number(said.args.maxSupply)
      const applicable_at = Number(said.args.applicableAt)
      return { kind: 'cap_scheduled', facts: { max_supply, applicable_at } }
    }
    case 'CapFrozen': {
      const max_supply = Number(said.args.maxSupply) || null
      return { kind: 'cap_frozen', facts: { max_supply } }
    }
    case 'PauseChanged':
      return { kind: 'pause_changed', facts: { is_paused: said.args.isPaused } }
    case 'Revealed':
      return { kind: 'revealed', facts: { manifest_hash: said.args.manifestHash } }
    case 'BaseUriChanged':
      return { kind: 'metadata_moved', facts: {} }
    case 'MetadataFrozen': {
      const { manifestHash: manifest_hash } = said.args
      return { kind: 'metadata_frozen', facts: { manifest_hash } }
    }
    case 'RoyaltyChanged':
      return { kind: 'royalty_changed', facts: { bps: Number(said.args.bps) } }
    case 'Released': {
      const amount_wei = said.args.amount.toString()
      return {
        kind: 'withdrawal',
        facts: { account: lower(said.args.account), amount_wei },
      }
    }
    case 'OwnershipTransferred': {
      const { previousOwner, newOwner } = said.args
      const facts = { from: lower(previousOwner), to: lower(newOwner) }
      return { kind: 'owner_changed', facts }
    }
    default:
      return undefined
  }
}

function moved(from: Address, to: Address, token_id: string | null, quantity: bigint) {
  return {
    kind: to === zeroAddress ? 'burn' : 'transfer',
    facts: { from: lower(from), to: lower(to), token_id, quantity: Number(quantity) },
  }
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
