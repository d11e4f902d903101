import {
  type Address,
  concat,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
  toEventSelector,
  zeroHash,
} from 'viem'
import type { Scene, Sent } from './context.ts'

const CELEBRITY: Address = '0xce1eb0000000000000000000000000000000ce1e'

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = toEventSelector(
  'TransferSingle(address,address,address,uint256,uint256)',
)
const MINTED = toEventSelector('Minted(uint256)')
const LIST_ADDED = toEventSelector('ListAdded(bytes32,bytes32)')
const CREATED = toEventSelector('CollectionCreated(address,address,bytes32,uint8,bytes)')

/** Returns a call that lets a foreign contract log what ours never did. */
export function forge(scene: Scene): Sent {
  const { random, world, forgers, people } = scene
  const twin = random.anyOf(world.recent)
  const created = world.recent.find(({ topics }) => topics[0] === CREATED)
  const claimed = random.anyOf([...world.collections.keys(), ...forgers]) ?? CELEBRITY
  const someone = pad(random.oneOf(people))
  const id = numberToHex(random.between(1, 100), { size: 32 })
  const most = numberToHex(maxUint256, { size: 32 })
  const forged = random.oneOf<[topics: Hex[], data: Hex]>([
    // The very topics and data that a contract of ours has logged.
    [twin?.topics ?? [TRANSFER], twin?.data ?? '0x'],
    // Another factory claims to have created a collection.
    [[CREATED, pad(claimed), someone], created?.data ?? '0x'],
    // Tokens of a well-known wallet.
    [[TRANSFER, zeroHash, pad(CELEBRITY), id], '0x'],
    [[TRANSFER, pad(CELEBRITY), someone, id], '0x'],
    // Values beyond every column.
    [[MINTED], most],
    [[TRANSFER, zeroHash, someone, most], '0x'],
    [[TRANSFER_SINGLE, someone, zeroHash, someone], concat([most, most])],
    // Too few topics or bytes, or no signature.
    [[], '0x'],
    [[TRANSFER], '0x01'],
    [[LIST_ADDED], zeroHash],
    [[CREATED, zeroHash, zeroHash], '0xff'],
  ])
  return {
    from: random.oneOf(people),
    to: random.oneOf(forgers),
    data: toForger(...forged),
  }
}

/** Creation code of a contract that logs its calldata: a count, four topics, then data. */
export const loggingContract = concat([
  // Copies the 52 bytes of code behind these 11 to memory and returns them.
  '0x603480600b6000396000f3',
  '0x60613560413560213560013560813603806081600037600060003560001a600302602501565ba0005ba1005ba2005ba3005ba400',
])

function toForger(topics: readonly Hex[], data: Hex): Hex {
  const count = numberToHex(topics.length, { size: 1 })
  const words = Array.from({ length: 4 }, (_, at) => topics[at] ?? zeroHash)
  return concat([count, ...words, data])
}
