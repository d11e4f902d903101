import {
  type Address,
  bytesToBigInt,
  bytesToHex,
  bytesToNumber,
  bytesToString,
  type ContractFunctionArgs,
  encodeAbiParameters,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseGwei,
  slice,
  zeroHash,
} from 'viem'
import type { collectionFactoryAbi } from './collection-factory.ts'

/** The parameters of a new collection for the factory: wei, unix seconds, basis points. */
export type CreateParams = ContractFunctionArgs<
  typeof collectionFactoryAbi,
  'nonpayable',
  'create'
>[0]

/** `CreateParams` without the hash of the first list's file, which is in `ListAdded` only. */
export type CreatedParams = Omit<CreateParams, 'listContentHash'> & {
  /** The contract that shares the royalties; absent: they go to the owner. */
  royaltySplit?: Address
}

/**
 * Reads `args` of `CollectionCreated`: the collection's first storage word, the supply cap of its
 * public phase and the terms in its code. Throws when they are too short or invalid.
 */
export function decodeCreateParams(args: Hex): CreatedParams {
  const read = createReader(args)
  const slot0 = bytesToBigInt(read(32))
  const supplyCap = bytesToNumber(read(4))
  // The creator, who is also an argument of the event.
  read(20)
  const mintFee = bytesToBigInt(read(7)) * GWEI
  const notice = bytesToNumber(read(3))
  const royaltyBps = bytesToNumber(read(2))
  const royaltyCeilingBps = bytesToNumber(read(2))
  const flags = bytesToNumber(read(1))
  const countPayees = bytesToNumber(read(1))
  // The collection id, which follows from creator and salt.
  read(16)
  const kind = flags & KIND
  if (flags > ALL_FLAGS || kind === KIND) throw new Error(`unknown flags ${flags}`)

  const hasList = (flags & HAS_LIST) !== 0
  const listRoot = hasList ? bytesToHex(read(32)) : zeroHash
  const listNotBefore = hasList ? bytesToNumber(read(4)) : 0
  const provenanceHash = flags & HAS_PROVENANCE ? bytesToHex(read(32)) : zeroHash
  const hasRoyaltySplit = (flags & HAS_ROYALTY_SPLIT) !== 0
  const royaltySplit = hasRoyaltySplit ? getAddress(bytesToHex(read(20))) : undefined
  const payees = Array.from({ length: countPayees }, () => ({
    account: getAddress(bytesToHex(read(20))),
    bps: bytesToNumber(read(2)),
  }))
  const readShort = () => read(bytesToNumber(read(1)))
  const name = bytesToString(readShort())
  const symbol = bytesToString(readShort())
  const contractUri = bytesToHex(readShort())
  const baseUri = bytesToHex(read())
  return {
    kind,
    transferable: (flags & IS_SOULBOUND) === 0,
    name,
    symbol,
    maxSupply: unpackSupplyCap(slot0),
    publicPhase: unpackPublicPhase(slot0, mintFee, supplyCap),
    mintFee,
    royaltyBps,
    royaltyCeilingBps,
    hasRoyaltySplit,
    notice,
    payees,
    baseUri,
    contractUri,
    provenanceHash,
    listRoot,
    listNotBefore,
    ...(royaltySplit && { royaltySplit }),
  }
}

/**
 * Returns the id that binds allowlist leaves to a collection before it is deployed: 16 bytes of
 * the hash over creator and salt.
 */
export function computeCollectionId(creator: Address, salt: Hex): Hex {
  const types = [{ type: 'address' }, { type: 'bytes32' }] as const
  return slice(keccak256(encodeAbiParameters(types, [creator, salt])), 0, 16)
}

const GWEI = parseGwei('1')

const KIND = 3
const HAS_LIST = 4
const HAS_PROVENANCE = 8
const IS_SOULBOUND = 16
const HAS_ROYALTY_SPLIT = 32
const ALL_FLAGS = 63

/** The stored cap that means no cap. */
const UNCAPPED = 2 ** 28 - 1

/** Creates a function that reads the next `size` bytes, or the rest; it throws when too few are left. */
function createReader(data: Hex): (size?: number) => Uint8Array {
  const bytes = hexToBytes(data)
  let at = 0
  return (size = bytes.length - at) => {
    if (at + size > bytes.length) {
      throw new Error(
        `collection terms are too short: got ${bytes.length} bytes, expected ${at + size}`,
      )
    }
    at += size
    return bytes.subarray(at - size, at)
  }
}

function unpackSupplyCap(slot0: bigint): number {
  const cap = field(slot0, 28n, 28n)
  return cap === BigInt(UNCAPPED) ? 0 : Number(cap)
}

function unpackPublicPhase(
  slot0: bigint,
  mintFee: bigint,
  supplyCap: number,
): CreateParams['publicPhase'] {
  const end = Number(field(slot0, 204n, 32n))
  if (end === 0) return { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  const unit = field(slot0, 116n, 56n) * GWEI
  if (unit < mintFee) throw new Error(`a unit price of ${unit} is below the mint fee`)
  return {
    price: unit - mintFee,
    start: Number(field(slot0, 172n, 32n)),
    end,
    walletLimit: Number(field(slot0, 236n, 16n)),
    supplyCap,
  }
}

/** Returns the number in `bits` bits of a word from bit `shift` on. */
function field(word: bigint, shift: bigint, bits: bigint): bigint {
  return (word >> shift) & ((1n << bits) - 1n)
}
