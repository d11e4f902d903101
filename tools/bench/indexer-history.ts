import { createHash } from 'node:crypto'
import { toLowerAddress } from '@platemark/rules/addresses'
import { type Address, type Hex, toHex, zeroAddress, zeroHash } from 'viem'
import { testChain } from '../../apps/server/test/chain.ts'
import { launcher, price } from '../../apps/server/test/collections/launch.ts'
import { type Emitted, emit } from '../../apps/server/test/collections/logs.ts'
import { createRandom, type Random } from '../random.ts'

/** A chain as a node returns it: headers, and the JSON of each log by block. */
export type History = {
  factory: Address
  factoryCode: Hex
  collections: Address[]
  logCount: number
  blocks: { address: Address; json: string }[][]
}

/** A collection and the holder of each token or copy; undefined once burned. */
type Collection = {
  address: Address
  isEdition: boolean
  /** The logs of its creation. */
  logs: Emitted[]
  owners: (Address | undefined)[]
}

const COLLECTIONS = 50
const EDITION = 2
const kinds = [0, 0, 1, 0, EDITION] as const
const quantities = [1, 1, 1, 1, 2, 2, 2, 3, 5, 10] as const

const PUBLIC_SALE = 255n

/**
 * Makes the same history for the same `logCount`: collections of the real factory, then in two of
 * three blocks one to four transactions: 60 % mints of 1 to 10 tokens (a tenth by referral), 35 %
 * transfers, 1 % burns, 4 % approvals.
 */
export async function makeHistory(logCount: number): Promise<History> {
  const random = createRandom(1, 0)
  const { collections, ...contracts } = await createCollections()
  const people = Array.from({ length: 20_000 }, (_, at) => addressOf(`person ${at}`))
  const blocks: History['blocks'] = []
  const created: Collection[] = []
  let left = logCount
  const closeBlock = (transactions: Emitted[][]) => {
    const kept = transactions.flatMap((logs, transaction) =>
      logs.map((log) => ({ ...log, transaction })),
    )
    const number = blocks.length
    blocks.push(
      kept.map((log, at) => ({
        address: log.address,
        json: jsonOf(log, number, log.transaction, at),
      })),
    )
    left -= kept.length
  }
  while (left > 0) {
    const transactions: Emitted[][] = []
    const next = blocks.length % 4 === 1 ? collections[created.length] : undefined
    if (next) {
      created.push(next)
      transactions.push(next.logs)
    }
    const count = random.isLucky(33) ? 0 : random.between(1, 4)
    for (let at = 0; at < count && created.length > 0; at += 1) {
      transactions.push(transactionOf(random, created, people))
    }
    // The last block is approvals, so that the count is exact.
    const isOver = transactions.flat().length > left
    closeBlock(
      isOver
        ? Array.from({ length: left }, () => [
            approvalOf(collections[0]?.address ?? zeroAddress, zeroAddress),
          ])
        : transactions,
    )
  }
  for (let block = 0; block < 20; block += 1) closeBlock([])
  const addresses = collections.map(({ address }) => address)
  return { ...contracts, collections: addresses, logCount, blocks }
}

/** Creates collections on a real chain and records their logs. */
async function createCollections() {
  const chain = await testChain()
  try {
    const launch = launcher(chain)
    const { factory } = chain.contracts
    const collections: Collection[] = []
    for (let at = 0; at < COLLECTIONS; at += 1) {
      const kind = kinds[at % kinds.length] ?? 0
      const maxSupply = kind === 1 ? 0 : 200_000_000
      const before = await chain.client.getBlockNumber({ cacheTime: 0 })
      const address = toLowerAddress(
        await launch.create(chain.owner, { kind, maxSupply }),
      )
      const logs = await chain.client.getLogs({ fromBlock: before + 1n })
      collections.push({
        address,
        isEdition: kind === EDITION,
        logs: logs.map((log) => ({ ...log, address: toLowerAddress(log.address) })),
        owners: [],
      })
    }
    const factoryCode = (await chain.client.getCode({ address: factory })) ?? '0x'
    return { factory: toLowerAddress(factory), factoryCode, collections }
  } finally {
    await chain.stop()
  }
}

function transactionOf(
  random: Random,
  created: Collection[],
  people: Address[],
): Emitted[] {
  // The first ones are busier.
  const busy = <T>(choices: T[], power: number, none: T) => {
    const fraction = random.between(0, 999_999) / 1_000_000
    return choices[Math.floor(fraction ** power * choices.length)] ?? none
  }
  const [first] = created
  if (!first)
    throw new Error('Created collections are missing: got 0, expected at least 1')
  const collection = busy(created, 2, first)
  const { address, owners } = collection
  const to = busy(people, 1.5, zeroAddress)
  const kind = random.between(1, 100)
  if (kind > 96) return [approvalOf(address, to)]
  const index = random.between(0, Math.max(0, owners.length - 1))
  const from = owners[index]
  if (kind > 60 && from && from !== to) {
    const recipient = kind === 96 ? zeroAddress : to
    owners[index] = kind === 96 ? undefined : to
    return [transferOf(collection, from, recipient, index + 1)]
  }
  const quantity = random.oneOf(quantities)
  const logs: Emitted[] = []
  const referrer = busy(people, 1.5, zeroAddress)
  if (random.isLucky(10) && referrer !== to) {
    const sale = price | (BigInt(quantity) << 80n) | (PUBLIC_SALE << 96n)
    logs.push(emit(address, 'MintedByReferral', referrer, sale))
  }
  for (let left = quantity; left > 0; left -= 1) {
    owners.push(to)
    if (!collection.isEdition)
      logs.push(transferOf(collection, zeroAddress, to, owners.length))
  }
  if (collection.isEdition)
    logs.push(transferOf(collection, zeroAddress, to, 1, quantity))
  return logs
}

function approvalOf(address: Address, owner: Address): Emitted {
  return emit(address, 'ApprovalForAll', owner, owner, true)
}

function transferOf(
  { address, isEdition }: Collection,
  from: Address,
  to: Address,
  id: number,
  quantity = 1,
): Emitted {
  if (!isEdition) return emit(address, 'Transfer', from, to, BigInt(id))
  const sender = from === zeroAddress ? to : from
  return emit(address, 'TransferSingle', sender, from, to, 1n, BigInt(quantity))
}

function jsonOf(
  log: Emitted,
  number: number,
  transaction: number,
  index: number,
): string {
  return JSON.stringify({
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockHash: hashOf(number),
    blockNumber: toHex(number),
    blockTimestamp: timeOf(number),
    transactionHash: `0x${digestOf(`transaction ${number} ${transaction}`)}`,
    transactionIndex: toHex(transaction),
    logIndex: toHex(index),
    removed: false,
  })
}

/** Returns a header with all fields of a node, so that it is as long as a real one. */
export function toHeader(number: number): Record<string, unknown> {
  const hash = hashOf(number)
  return {
    number: toHex(number),
    hash,
    parentHash: hashOf(number - 1),
    timestamp: timeOf(number),
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    baseFeePerGas: '0x3b9aca00',
    gasLimit: '0x2255100',
    gasUsed: '0x1000000',
    size: '0x4000',
    extraData: '0x',
    miner: zeroAddress,
    mixHash: hash,
    sha3Uncles: hash,
    stateRoot: hash,
    transactionsRoot: hash,
    receiptsRoot: hash,
    logsBloom: `0x${'f'.repeat(512)}`,
    transactions: [],
    uncles: [],
  }
}

function hashOf(number: number): Hex {
  return number < 0 ? zeroHash : `0x${digestOf(`block ${number}`)}`
}

function timeOf(number: number): Hex {
  return toHex(1_700_000_000 + number * 12)
}

function addressOf(name: string): Address {
  return `0x${digestOf(name).slice(0, 40)}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
