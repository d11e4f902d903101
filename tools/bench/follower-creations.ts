import type { CreateParams } from '@platemark/abi/create-params'
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { testChain } from '../../apps/server/test/chain.ts'
import { launcher } from '../../apps/server/test/collections/launch.ts'

/** One log without its place on a chain. */
export type BareLog = { address: Address; topics: readonly Hex[]; data: Hex }

export type Creation = {
  collection: Address
  isEdition: boolean
  /** It was made with a list. */
  hasList: boolean
  /** Everything the transaction that made it logged, in order. */
  logs: BareLog[]
}

/** What a real chain with the real contracts said while collections were made. */
export type Creations = {
  factory: Address
  factoryCode: Hex
  collections: Creation[]
}

const EDITION = 2
/** One in five: copies of one work, whose transfers are `TransferSingle`. */
const kinds = [0, 0, 1, 0, EDITION] as const

/** Makes `count` collections on an anvil of its own and keeps what was logged. */
export async function recordCreations(count: number): Promise<Creations> {
  const chain = await testChain()
  try {
    const launch = launcher(chain)
    const { factory } = chain.contracts
    const collections: Creation[] = []
    for (let index = 0; index < count; index += 1) {
      const kind = kinds[index % kinds.length] ?? 0
      const before = await chain.client.getBlockNumber({ cacheTime: 0 })
      const collection = await launch.create(chain.owner, paramsOf(index, kind))
      const logs = await chain.client.getLogs({ fromBlock: before + 1n })
      collections.push({
        collection: lower(collection),
        isEdition: kind === EDITION,
        hasList: isListed(index),
        logs: logs.map(({ address, topics, data }) => ({
          address: lower(address),
          topics,
          data,
        })),
      })
    }
    const factoryCode = await chain.client.getCode({ address: factory })
    if (!factoryCode) throw new Error('There is no factory.')
    return { factory: lower(factory), factoryCode, collections }
  } finally {
    await chain.stop()
  }
}

function paramsOf(index: number, kind: number): Partial<CreateParams> {
  const root = keccak256(toHex(`list ${index}`))
  return {
    kind,
    name: `Work ${index}`,
    symbol: `WORK${index}`,
    maxSupply: kind === 1 ? 0 : 200_000_000,
    ...(isListed(index) && { listRoot: root, listContentHash: keccak256(root) }),
  }
}

/** Every second one begins with a list, so that list mints have what they are sold under. */
function isListed(index: number): boolean {
  return index % 2 === 0
}

function lower(address: Address): Address {
  // Safe: lower-casing hex digits keeps an address an address.
  return address.toLowerCase() as Address
}
