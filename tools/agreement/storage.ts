import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { type Address, concat, type Hex, numberToHex } from 'viem'
import type { MintCase } from './mint-case.ts'

/** The code and storage that a call assumes at one address. */
export type Override = {
  address: Address
  code: Hex
  stateDiff: { slot: Hex; value: Hex }[]
}

/** The code behind each kind of collection. */
export type Implementations = Record<MintCase['kind'], Address>

const GWEI = 1_000_000_000n
const UNCAPPED = 2 ** 28 - 1
const HOLDER_PREFIX = 1n << 201n
const PHASE_PREFIX = 1n << 202n
const WALLET_PREFIX = 1n << 203n
const LIST_PREFIX = 1n << 205n
/** Mask for the part of a root that its storage key has no room for. */
const LIST_REST = (1n << 128n) - 1n
const KINDS = { drop: 0, soulbound: 0, edition: 2 } as const
const OPEN_EDITION = 1
const HAS_LIST = 4
const IS_SOULBOUND = 16

/** Returns the state override that gives the collection at `address` the state of the case. */
export function createOverride(
  mintCase: MintCase,
  address: Address,
  implementations: Implementations,
): Override {
  const { publicSale } = mintCase
  const words = new Map([
    [0n, packSlot0(mintCase)],
    [
      1n,
      packFields([
        [publicSale?.minted ?? 0, 32],
        [publicSale?.terms.phaseCap ?? 0, 32],
      ]),
    ],
    [HOLDER_PREFIX | BigInt(mintCase.wallet), packHolder(mintCase)],
  ])
  for (const { terms, minted, used } of mintCase.listedSales) {
    const id = BigInt(terms.phaseId)
    const phaseKey = PHASE_PREFIX | (id >> 3n)
    const others = words.get(phaseKey) ?? 0n
    words.set(phaseKey, others | (BigInt(minted) << (28n * (id & 7n))))
    const walletKey = WALLET_PREFIX | (id << 160n) | BigInt(mintCase.wallet)
    if (id >= 8n) words.set(walletKey, BigInt(used))
  }
  for (const { root, notBefore, until, place } of mintCase.lists) {
    if (place !== 'storage' && place !== 'amended') continue
    const rest = BigInt(root) & LIST_REST
    const window = BigInt(notBefore) | (BigInt(until) << 32n) | (rest << 64n)
    words.set(LIST_PREFIX | (BigInt(root) >> 128n), window)
  }
  return {
    address,
    code: buildCode(mintCase, implementations[mintCase.kind]),
    stateDiff: [...words].map(([slot, value]) => ({
      slot: numberToHex(slot, { size: 32 }),
      value: numberToHex(value, { size: 32 }),
    })),
  }
}

function packSlot0(mintCase: MintCase): bigint {
  const { publicSale, lists } = mintCase
  const terms = publicSale?.terms
  return packFields([
    [mintCase.minted, 28],
    [mintCase.maxSupply ?? UNCAPPED, 28],
    // No mint reads the earnings of the platform and of referrers.
    [mintCase.noise, 32],
    [mintCase.noise, 28],
    [((terms?.priceWei ?? 0n) + mintCase.mintFeeWei) / GWEI, 56],
    [terms?.start ?? 0, 32],
    [terms?.end ?? 0, 32],
    [terms?.limit ?? 0, 16],
    [!terms?.priceWei, 1],
    [mintCase.isPaused, 1],
    [Boolean(terms?.phaseCap), 1],
    [lists[0]?.place !== 'code', 1],
  ])
}

function packHolder({ noise, publicSale, listedSales }: MintCase): bigint {
  const counts = Array.from({ length: 8 }, (_, id) => {
    const sale = listedSales.find(({ terms }) => terms.phaseId === id)
    return [sale?.used ?? 0, 13] as const
  })
  return packFields([
    // No mint reads balance and hints.
    [noise, 28],
    [publicSale?.used ?? 0, 16],
    [noise, 108],
    ...counts,
  ])
}

/** Returns the code of an ERC-1167 proxy followed by the immutable terms. */
function buildCode(mintCase: MintCase, implementation: Address): Hex {
  const [first] = mintCase.lists
  const hasList = first?.place === 'code' || first?.place === 'amended'
  const isOpenEdition = mintCase.kind !== 'edition' && mintCase.maxSupply === null
  const kind = isOpenEdition ? OPEN_EDITION : KINDS[mintCase.kind]
  // The code of an amended list is stale: its window is read from the storage.
  const codeNotBefore = first?.place === 'code' ? first.notBefore : NEVER_ENDS
  const flags =
    kind | (hasList ? HAS_LIST : 0) | (mintCase.kind === 'soulbound' ? IS_SOULBOUND : 0)
  return concat([
    '0x363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    mintCase.creator,
    numberToHex(mintCase.mintFeeWei / GWEI, { size: 7 }),
    // No notice, no royalty.
    numberToHex(0, { size: 7 }),
    numberToHex(flags, { size: 1 }),
    // No payees.
    '0x00',
    mintCase.collectionId,
    hasList ? concat([first.root, numberToHex(codeNotBefore, { size: 4 })]) : '0x',
    // No name, symbol and URIs.
    '0x000000',
  ])
}

/** Packs values of the given widths into a word, the first in the lowest bits. */
function packFields(
  fields: readonly (readonly [bigint | number | boolean, number])[],
): bigint {
  let word = 0n
  let shift = 0n
  for (const [value, bits] of fields) {
    const whole = BigInt(value)
    if (whole >> BigInt(bits))
      throw new RangeError(`value is too wide: got ${whole}, expected ${bits} bits`)
    word |= whole << shift
    shift += BigInt(bits)
  }
  return word
}
