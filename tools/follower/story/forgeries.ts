import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
  size,
  toEventSelector,
  zeroHash,
} from 'viem'
import { anyOf, type Deed, type Scene } from './scene.ts'

/** A wallet that everybody knows; the key is nobody's. */
const CELEBRITY: Address = '0xce1eb0000000000000000000000000000000ce1e'

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = toEventSelector(
  'TransferSingle(address,address,address,uint256,uint256)',
)
const MINTED = toEventSelector('Minted(uint256)')
const LIST_ADDED = toEventSelector('ListAdded(bytes32,bytes32)')
const CREATED = toEventSelector('CollectionCreated(address,address,bytes32,uint8,bytes)')

/** A stranger's contract logs what ours never said. */
export function forge(scene: Scene): Deed {
  const { random, people } = scene
  const kinds = [twin, impostorFactory, celebrity, absurd, nonsense] as const
  const { kind, topics, data } = random.oneOf(kinds)(scene)
  return {
    kind: `forgery: ${kind}`,
    from: anyOf(random, people) ?? people[0],
    to: random.oneOf(scene.forgers),
    data: toForger(topics, data),
    about: `${topics.length} topics, ${size(data)} bytes`,
  }
}

type Forged = { kind: string; topics: Hex[]; data: Hex }

/** The very words that a contract of ours has logged. */
function twin({ random, world }: Scene): Forged {
  const log = anyOf(random, world.recent)
  if (!log) return { kind: 'twin', topics: [TRANSFER], data: '0x' }
  return { kind: 'twin', topics: log.topics, data: log.data }
}

/** A factory of somebody else claims to have made a collection, even one of ours. */
function impostorFactory({ random, world, forgers, people }: Scene): Forged {
  const claimed = [...world.collections.keys(), ...forgers]
  const made = world.recent.find(({ topics }) => topics[0] === CREATED)
  const args: Hex = random.isLucky(50) ? '0x' : '0xffffffffffffffff'
  const types = [{ type: 'bytes32' }, { type: 'uint8' }, { type: 'bytes' }] as const
  return {
    kind: 'impostor factory',
    topics: [
      CREATED,
      pad(anyOf(random, claimed) ?? CELEBRITY),
      pad(anyOf(random, people) ?? CELEBRITY),
    ],
    data: made?.data ?? encodeAbiParameters(types, [zeroHash, 0, args]),
  }
}

/** Tokens seem to come from or to go to somebody famous. */
function celebrity({ random, people }: Scene): Forged {
  const other = random.isLucky(50) ? zeroHash : pad(anyOf(random, people) ?? CELEBRITY)
  const [from, to] = random.isLucky(50)
    ? [other, pad(CELEBRITY)]
    : [pad(CELEBRITY), other]
  const id = numberToHex(random.between(1, 100), { size: 32 })
  return { kind: 'celebrity', topics: [TRANSFER, from, to, id], data: '0x' }
}

/** Values that no number of ours can hold. */
function absurd({ random }: Scene): Forged {
  const most = numberToHex(maxUint256, { size: 32 })
  const someone = pad(CELEBRITY)
  return random.oneOf<Forged>([
    { kind: 'absurd', topics: [MINTED], data: most },
    { kind: 'absurd', topics: [TRANSFER, zeroHash, someone, most], data: '0x' },
    {
      kind: 'absurd',
      topics: [TRANSFER_SINGLE, someone, zeroHash, someone],
      data: concat([most, most]),
    },
  ])
}

/** Known signatures with too few topics or bytes, and logs without any signature. */
function nonsense({ random }: Scene): Forged {
  return random.oneOf<Forged>([
    { kind: 'nonsense', topics: [], data: '0x' },
    { kind: 'nonsense', topics: [TRANSFER], data: '0x01' },
    { kind: 'nonsense', topics: [LIST_ADDED], data: zeroHash },
    { kind: 'nonsense', topics: [CREATED, zeroHash, zeroHash], data: '0xff' },
  ])
}

/** What `loggingContract` is to be called with. */
function toForger(topics: readonly Hex[], data: Hex): Hex {
  const count = numberToHex(topics.length, { size: 1 })
  const words = Array.from({ length: 4 }, (_, at) => topics[at] ?? zeroHash)
  return concat([count, ...words, data])
}
