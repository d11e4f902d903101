import { createHash } from 'node:crypto'
import { type Address, concat, type Hex, pad, toEventSelector, toHex } from 'viem'
import { price } from '../../apps/server/test/collections/launch.ts'
import { type Random, randomOf } from '../agreement/random.ts'
import type { BareLog, Creation, Creations } from './follower-creations.ts'

/** A chain as a node tells it, its logs ready as JSON. */
export type History = {
  head: number
  logs: number
  headerOf(number: number): Record<string, unknown>
  /** Logs of `addresses` in blocks `from` to `to`: what stands between the brackets. */
  logsIn(from: number, to: number, addresses: Set<string>): Buffer
}

const GENESIS_TIME = 1_700_000_000
const BLOCK_SECONDS = 12
const PEOPLE = 20_000
/** Blocks between two creations: all of them lie in the first few hundred blocks. */
const CREATION_GAP = 4
const FIRST_CREATION = 5

/**
 * The same past for the same arguments: `logs` logs of collections made by the real factory, in
 * blocks of which about a third hold none and the others one to four transactions (about five
 * logs a block over all). Of the transactions
 *
 * - 60 in 100 are mints of 1 to 10 tokens (most of one or two), a tenth of them from a list and
 *   another tenth by referral, with the `Minted` or `MintedByReferral` log before their transfers;
 * - 35 in 100 are transfers of one token from its holder to somebody else;
 * - 1 in 100 burns a token, and 4 in 100 are approvals, which change nothing.
 *
 * Some collections and some of the 20,000 people are far busier than others. Token ids of a
 * drop follow each other, and whoever sends something has it: a reader may be as strict as it
 * likes.
 */
export function makeHistory(creations: Creations, logs: number): History {
  const past = startPast(creations)
  while (past.places.length < logs) addBlock(past, logs)
  for (let block = 0; block < 20; block += 1) closeBlock(past, [])
  return finish(past, creations)
}

/** What is written so far, and what it makes true. */
type Past = {
  random: Random
  people: Address[]
  waiting: Creation[]
  made: Shelf[]
  addresses: Map<string, number>
  chunks: Buffer[]
  /** Where each log begins in the text, how long it is, and whose it is. */
  places: { start: number; length: number; address: number }[]
  bytes: number
  /** Number of the first log of each block. */
  firstLogs: number[]
  transactions: number
}

/** A collection and who holds each token or copy of it; undefined once burned. */
type Shelf = { creation: Creation; owners: (Address | undefined)[] }

type Transaction = BareLog[]

function startPast({ factory, collections }: Creations): Past {
  const random = randomOf(20_261_122, 0)
  const addresses = [factory, ...collections.map(({ collection }) => collection)]
  return {
    random,
    people: Array.from({ length: PEOPLE }, (_, index) => addressOf(`person ${index}`)),
    waiting: [...collections],
    made: [],
    addresses: new Map(addresses.map((address, index) => [address, index])),
    chunks: [],
    places: [],
    bytes: 0,
    firstLogs: [],
    transactions: 0,
  }
}

function addBlock(past: Past, most: number): void {
  const { random, firstLogs, waiting } = past
  const number = firstLogs.length
  const isCreation =
    number >= FIRST_CREATION && (number - FIRST_CREATION) % CREATION_GAP === 0
  const creation = isCreation ? waiting.shift() : undefined
  const transactions: Transaction[] = []
  if (creation) {
    past.made.push({ creation, owners: [] })
    transactions.push(creation.logs)
  }
  const count = random.isLucky(33) ? 0 : random.between(1, 4)
  for (let index = 0; index < count && past.made.length > 0; index += 1) {
    transactions.push(transactionOf(past))
  }
  const logs = transactions.reduce((sum, { length }) => sum + length, 0)
  // The last block is cut between two transactions, so that sizes come out exactly.
  if (past.places.length + logs <= most) closeBlock(past, transactions)
  else closeBlock(past, fill(past, most - past.places.length))
}

function fill(past: Past, logs: number): Transaction[] {
  return Array.from({ length: logs }, () => approval(past, shelfOf(past)))
}

function transactionOf(past: Past): Transaction {
  const { random } = past
  const shelf = shelfOf(past)
  const kind = random.between(1, 100)
  if (kind <= 60) return mint(past, shelf)
  if (kind <= 95) return move(past, shelf, personOf(past)) ?? mint(past, shelf)
  if (kind <= 96) return move(past, shelf, NOBODY) ?? mint(past, shelf)
  return approval(past, shelf)
}

/** The first ones are busier: half of what happens happens to a quarter of them. */
function shelfOf({ random, made }: Past): Shelf {
  const fraction = random.between(0, 999_999) / 1_000_000
  const shelf = made[Math.floor(fraction ** 2 * made.length)]
  if (!shelf) throw new Error('No collection was made yet.')
  return shelf
}

function personOf({ random, people }: Past): Address {
  const fraction = random.between(0, 999_999) / 1_000_000
  return people[Math.floor(fraction ** 1.5 * people.length)] ?? NOBODY
}

const NOBODY: Address = '0x0000000000000000000000000000000000000000'
const quantities = [1, 1, 1, 1, 2, 2, 2, 3, 5, 10] as const
const LISTED = 0n
const PUBLIC_SALE = 255n
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const SINGLE = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
const MINTED = toEventSelector('Minted(uint256)')
const REFERRED = toEventSelector('MintedByReferral(address,uint256)')
const APPROVED = toEventSelector('ApprovalForAll(address,address,bool)')

function mint(past: Past, { creation, owners }: Shelf): Transaction {
  const { collection, isEdition } = creation
  const to = personOf(past)
  const quantity = past.random.oneOf(quantities)
  const first = owners.length + 1
  for (let index = 0; index < quantity; index += 1) owners.push(to)
  const logs = saleOf(past, creation, to, quantity)
  if (isEdition) return [...logs, single(collection, NOBODY, to, quantity)]
  for (let id = first; id <= owners.length; id += 1) {
    logs.push(transfer(collection, NOBODY, to, id))
  }
  return logs
}

/** What stands before the transfers of a mint that was not a plain one. */
function saleOf(
  past: Past,
  { collection: address, hasList }: Creation,
  to: Address,
  quantity: number,
): BareLog[] {
  const kind = past.random.between(1, 10)
  const saleIn = (phase: bigint) =>
    word(price | (BigInt(quantity) << 80n) | (phase << 96n))
  if (kind <= 2 && hasList) return [{ address, topics: [MINTED], data: saleIn(LISTED) }]
  const referrer = personOf(past)
  if (kind !== 3 || referrer === to) return []
  return [{ address, topics: [REFERRED, pad(referrer)], data: saleIn(PUBLIC_SALE) }]
}

/** Sends or burns one token of the collection; undefined where there is none to send. */
function move(past: Past, { creation, owners }: Shelf, to: Address) {
  const index = past.random.between(0, Math.max(0, owners.length - 1))
  const from = owners[index]
  if (!from || from === to) return undefined
  owners[index] = to === NOBODY ? undefined : to
  const { collection, isEdition } = creation
  return [
    isEdition
      ? single(collection, from, to, 1)
      : transfer(collection, from, to, index + 1),
  ]
}

function approval(past: Past, { creation }: Shelf): Transaction {
  const topics = [APPROVED, pad(personOf(past)), pad(personOf(past))]
  return [{ address: creation.collection, topics, data: word(1n) }]
}

function transfer(address: Address, from: Address, to: Address, id: number): BareLog {
  return { address, topics: [TRANSFER, pad(from), pad(to), word(BigInt(id))], data: '0x' }
}

function single(address: Address, from: Address, to: Address, quantity: number): BareLog {
  const sender = from === NOBODY ? to : from
  const data = concat([word(1n), word(BigInt(quantity))])
  return { address, topics: [SINGLE, pad(sender), pad(from), pad(to)], data }
}

function word(value: bigint): Hex {
  return toHex(value, { size: 32 })
}

function addressOf(name: string): Address {
  return `0x${digestOf(name).slice(0, 40)}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hashOf(number: number): Hex {
  return number < 0 ? word(0n) : `0x${digestOf(`block ${number}`)}`
}

function timeOf(number: number): Hex {
  return toHex(GENESIS_TIME + number * BLOCK_SECONDS)
}

/** Writes down a block; other contracts' logs lie between ours, so their numbers have gaps. */
function closeBlock(past: Past, transactions: Transaction[]): void {
  const number = past.firstLogs.length
  past.firstLogs.push(past.places.length)
  let logIndex = 0
  for (const [index, logs] of transactions.entries()) {
    past.transactions += 1
    logIndex += past.random.between(0, 20)
    const place = {
      blockHash: hashOf(number),
      blockNumber: toHex(number),
      blockTimestamp: timeOf(number),
      transactionHash: `0x${digestOf(`transaction ${past.transactions}`)}`,
      transactionIndex: toHex(index * 3),
    }
    for (const log of logs) {
      write(past, log, { ...place, logIndex: toHex(logIndex), removed: false })
      logIndex += 1
    }
  }
}

function write(past: Past, log: BareLog, place: Record<string, unknown>): void {
  const { address, topics, data } = log
  const text = Buffer.from(`${JSON.stringify({ address, topics, data, ...place })},`)
  past.chunks.push(text)
  past.places.push({
    start: past.bytes,
    length: text.length - 1,
    address: past.addresses.get(address) ?? -1,
  })
  past.bytes += text.length
}

function finish(past: Past, { factory }: Creations): History {
  const { places, addresses, firstLogs } = past
  const text = Buffer.concat(past.chunks)
  const head = firstLogs.length - 1
  const logsIn: History['logsIn'] = (from, to, asked) => {
    const wanted = new Set([...asked].map((address) => addresses.get(address)))
    const first = firstLogs[from] ?? places.length
    const found = places.slice(first, firstLogs[to + 1] ?? places.length)
    const [start, end] = [found[0], found.at(-1)]
    if (!start || !end) return Buffer.alloc(0)
    if (found.every(({ address }) => wanted.has(address))) {
      return text.subarray(start.start, end.start + end.length)
    }
    const kept = found.filter(({ address }) => wanted.has(address))
    const whole = Buffer.concat(
      kept.map((one) => text.subarray(one.start, one.start + one.length + 1)),
    )
    return whole.subarray(0, Math.max(0, whole.length - 1))
  }
  return { head, logs: places.length, headerOf: headerFor(factory), logsIn }
}

/** Headers with all that nodes send, so that they are as long as real ones. */
function headerFor(miner: Address): History['headerOf'] {
  return (number) => ({
    number: toHex(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: timeOf(number),
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    baseFeePerGas: '0x3b9aca00',
    gasLimit: '0x2255100',
    gasUsed: '0x1000000',
    size: '0x4000',
    extraData: '0x',
    miner,
    mixHash: hashOf(number),
    sha3Uncles: hashOf(number),
    stateRoot: hashOf(number),
    transactionsRoot: hashOf(number),
    receiptsRoot: hashOf(number),
    logsBloom: `0x${'f'.repeat(512)}`,
    transactions: [],
    uncles: [],
  })
}
