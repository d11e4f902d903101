import { NEVER_ENDS } from '@platemark/rules/collection-state'
import type { Address, Hex } from 'viem'
import { randomOf } from '../random.ts'
import type { MintCase } from './mint-case.ts'

/** What a node is told to take for the code and the storage of one address. */
export type Override = {
  address: Address
  code: Hex
  stateDiff: { slot: Hex; value: Hex }[]
}

/** The code behind each kind of collection. */
export type Implementations = Record<MintCase['kind'], Address>

const GWEI = 1_000_000_000n
const UNCAPPED = 2 ** 28 - 1
const HOLDER_ZONE = 1n << 201n
const PHASE_ZONE = 1n << 202n
const WALLET_ZONE = 1n << 203n
const LIST_ZONE = 1n << 205n
/** The part of a root that does not fit the key of its word. */
const LIST_REST = (1n << 128n) - 1n
const KINDS = { drop: 0, soulbound: 0, edition: 2 } as const
const OPEN_EDITION = 1
const HAS_LIST = 4
const IS_SOULBOUND = 16

/** The state that makes a collection at `address` be as in the case. */
export function overrideOf(
  mintCase: MintCase,
  address: Address,
  implementations: Implementations,
): Override {
  const words = new Map([
    [0n, hotWord(mintCase)],
    [1n, publicWord(mintCase)],
    [HOLDER_ZONE | BigInt(mintCase.wallet), holderWord(mintCase)],
  ])
  for (const { terms, minted, used } of mintCase.listedSales) {
    const id = BigInt(terms.phaseId)
    const phaseKey = PHASE_ZONE | (id >> 3n)
    const others = words.get(phaseKey) ?? 0n
    words.set(phaseKey, others | (BigInt(minted) << (28n * (id & 7n))))
    const walletKey = WALLET_ZONE | (id << 160n) | BigInt(mintCase.wallet)
    if (id >= 8n) words.set(walletKey, BigInt(used))
  }
  for (const { root, notBefore, until, place } of mintCase.lists) {
    if (place !== 'storage' && place !== 'amended') continue
    const rest = BigInt(root) & LIST_REST
    const window = BigInt(notBefore) | (BigInt(until) << 32n) | (rest << 64n)
    words.set(LIST_ZONE | (BigInt(root) >> 128n), window)
  }
  return {
    address,
    code: codeOf(mintCase, implementations[mintCase.kind]),
    stateDiff: [...words].map(([slot, value]) => ({
      slot: `0x${hex(slot, 32)}`,
      value: `0x${hex(value, 32)}`,
    })),
  }
}

function hotWord(mintCase: MintCase): bigint {
  const { publicSale, lists } = mintCase
  const terms = publicSale?.terms
  const noise = randomOf(mintCase.seed, ~mintCase.index)
  const areListsStored = lists[0]?.place !== 'code'
  return packed([
    [mintCase.minted, 28],
    [mintCase.maxSupply ?? UNCAPPED, 28],
    // What the platform and referrers earned bears on no mint.
    [noise.between(0, 2 ** 32 - 1), 32],
    [noise.between(0, 2 ** 28 - 1), 28],
    [((terms?.priceWei ?? 0n) + mintCase.mintFeeWei) / GWEI, 56],
    [terms?.start ?? 0, 32],
    [terms?.end ?? 0, 32],
    [terms?.limit ?? 0, 16],
    [!terms?.priceWei, 1],
    [mintCase.isPaused, 1],
    [Boolean(terms?.phaseCap), 1],
    [areListsStored, 1],
  ])
}

function publicWord({ publicSale }: MintCase): bigint {
  const cap = publicSale?.terms.phaseCap ?? 0
  return packed([
    [publicSale?.minted ?? 0, 32],
    [cap, 32],
  ])
}

function holderWord({ seed, index, publicSale, listedSales }: MintCase): bigint {
  const noise = randomOf(seed, ~index)
  const counts = Array.from({ length: 8 }, (_, id) => {
    const sale = listedSales.find(({ terms }) => terms.phaseId === id)
    return [sale?.used ?? 0, 13] as const
  })
  return packed([
    // Balance and hints bear on no mint.
    [noise.between(0, 2 ** 28 - 1), 28],
    [publicSale?.used ?? 0, 16],
    [noise.between(0, 2 ** 53 - 1), 108],
    ...counts,
  ])
}

/** A proxy of ERC-1167 with the terms behind it that can never change. */
function codeOf(mintCase: MintCase, implementation: Address): Hex {
  const [first] = mintCase.lists
  const hasList = first?.place === 'code' || first?.place === 'amended'
  const isOpenEdition = mintCase.kind !== 'edition' && mintCase.maxSupply === null
  const kind = isOpenEdition ? OPEN_EDITION : KINDS[mintCase.kind]
  // An amended list keeps in the code what it opened with; what counts is its own word.
  const codeNotBefore = first?.place === 'code' ? first.notBefore : NEVER_ENDS
  return `0x${[
    '363d3d373d3d3d363d73',
    implementation.slice(2),
    '5af43d82803e903d91602b57fd5bf3',
    mintCase.creator.slice(2),
    hex(mintCase.mintFeeWei / GWEI, 7),
    hex(3600, 3),
    hex(500, 2),
    hex(1000, 2),
    hex(
      kind |
        (hasList ? HAS_LIST : 0) |
        (mintCase.kind === 'soulbound' ? IS_SOULBOUND : 0),
      1,
    ),
    hex(0, 1),
    mintCase.collectionId.slice(2),
    hasList ? `${first.root.slice(2)}${hex(codeNotBefore, 4)}` : '',
    text('Prints'),
    text('PRINT'),
    text(''),
    text('https://example.org/').slice(2),
  ].join('')}`
}

function text(value: string): string {
  return `${hex(value.length, 1)}${Buffer.from(value).toString('hex')}`
}

/** Values with their widths, the first in the lowest bits. */
function packed(
  fields: readonly (readonly [bigint | number | boolean, number])[],
): bigint {
  let word = 0n
  let shift = 0n
  for (const [value, bits] of fields) {
    const whole = BigInt(value)
    if (whole >> BigInt(bits)) throw new RangeError(`${whole} has more than ${bits} bits`)
    word |= whole << shift
    shift += BigInt(bits)
  }
  return word
}

function hex(value: bigint | number, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0')
}
