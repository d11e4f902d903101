import { type CreatedParams, decodeCreateParams } from '@platemark/abi/create-params'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import {
  type Address,
  type Hex,
  type Log,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { add, amountIn, type Books, openBooks } from './books.ts'

export type Replayed = {
  /** Who holds each token of a drop; burned ones are missing. */
  owners: Map<number, Address>
  balances: Map<Address, bigint>
  minted: bigint
  burned: bigint
  /** What each wallet received in each phase, by phase id. */
  received: Map<number, Map<Address, bigint>>
  /** Minted in the public phase while it had a cap. */
  publicMinted: bigint
  books: Books
  released: Map<Address, bigint>
}

/** Tokens whose transfers are still to come: to whom, once that is known, and in which phase. */
type Expected = { left: bigint; phaseId: number | null; recipient?: Address }

/** Every event of drops and editions. */
const events = [
  ...dropCollectionAbi,
  ...parseAbi([
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
    'event URI(string value, uint256 indexed id)',
  ]),
]

/**
 * What became of a collection, told by its logs alone: who holds what, who minted how much in
 * which phase, and whom the money belongs to. Throws when the logs contradict themselves.
 */
export function replay(
  created: { creator: Address; args: Hex },
  platform: Address,
  logs: readonly Log[],
): Replayed {
  const params = decodeCreateParams(created.args)
  const told = emptyTale(params, created.creator, platform)
  const happened = parseEventLogs({ abi: events, logs: [...logs] })
  if (happened.length !== logs.length) throw new Error('Some logs mean nothing.')
  const { books, released } = told
  let publicPhase = params.publicPhase
  let expected: Expected = { left: 0n, phaseId: null }

  const move = (from: Address, to: Address, value: bigint, tokenId?: bigint) => {
    if (from === zeroAddress) {
      if (expected.left === 0n) {
        books.sold({ quantity: Number(value), priceWei: publicPhase.price })
        expected = { left: value, phaseId: PUBLIC_PHASE_ID }
      }
      const { phaseId, recipient = to } = expected
      if (to !== recipient) throw new Error(`${recipient} was told to get it, not ${to}.`)
      receive(told, to, value, phaseId)
      if (phaseId === PUBLIC_PHASE_ID && publicPhase.supplyCap) told.publicMinted += value
      expected = { phaseId, recipient, left: expected.left - value }
      if (expected.left < 0n) throw new Error('More was minted than was told.')
    } else {
      give(told, from, value)
      if (to === zeroAddress) told.burned += value
    }
    if (to !== zeroAddress) add(told.balances, to, value)
    if (tokenId !== undefined) own(told, from, to, Number(tokenId))
  }

  for (const { eventName, args } of happened) {
    if (eventName === 'Transfer') move(args.from, args.to, 1n, args.tokenId)
    else if (eventName === 'TransferSingle') move(args.from, args.to, args.value)
    else if (eventName === 'TransferBatch') {
      for (const value of args.values) move(args.from, args.to, value)
    } else if (eventName === 'Minted' || eventName === 'MintedByReferral') {
      const referrer = eventName === 'MintedByReferral' ? args.referrer : undefined
      const { phaseId, ...sale } = saleIn(args.sale)
      books.sold({ ...sale, referrer })
      expected = { left: BigInt(sale.quantity), phaseId }
    } else if (eventName === 'Airdropped') {
      expected = { left: args.quantity, phaseId: null, recipient: args.recipient }
    } else if (eventName === 'PublicPhaseChanged') publicPhase = args.phase
    else if (eventName === 'PayeesChanged') books.changePayees(args.payees)
    else if (eventName === 'Released') add(released, args.account, args.amount)
  }
  if (expected.left !== 0n) throw new Error('Fewer were minted than was told.')
  return told
}

function emptyTale(
  { mintFee, payees }: CreatedParams,
  creator: Address,
  platform: Address,
): Replayed {
  const alone = [{ account: creator, bps: 10_000 }]
  return {
    owners: new Map(),
    balances: new Map(),
    minted: 0n,
    burned: 0n,
    received: new Map(),
    publicMinted: 0n,
    books: openBooks({
      mintFeeWei: mintFee,
      platform,
      payees: payees.length ? payees : alone,
    }),
    released: new Map(),
  }
}

/** The word of a sale: price 80 | quantity 16 | phase id 8, from the lowest bit. */
function saleIn(word: bigint) {
  const field = (shift: bigint, bits: bigint) => (word >> shift) & ((1n << bits) - 1n)
  return {
    priceWei: field(0n, 80n),
    quantity: Number(field(80n, 16n)),
    phaseId: Number(field(96n, 8n)),
  }
}

function receive(told: Replayed, to: Address, value: bigint, phaseId: number | null) {
  told.minted += value
  if (phaseId === null) return
  const inPhase = told.received.get(phaseId) ?? new Map<Address, bigint>()
  add(inPhase, to, value)
  told.received.set(phaseId, inPhase)
}

function give({ balances }: Replayed, from: Address, value: bigint) {
  add(balances, from, -value)
  if (amountIn(balances, from) < 0n) throw new Error(`${from} had too few.`)
}

function own({ owners, minted }: Replayed, from: Address, to: Address, tokenId: number) {
  const holder = owners.get(tokenId) ?? zeroAddress
  if (holder !== from) throw new Error(`${tokenId} belonged to ${holder}, not ${from}.`)
  const isNew = from === zeroAddress
  if (isNew && BigInt(tokenId) !== minted) throw new Error(`${tokenId} is not the next.`)
  if (to === zeroAddress) owners.delete(tokenId)
  else owners.set(tokenId, to)
}
