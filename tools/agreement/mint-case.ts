import { type ListTerms, listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, type Hex, keccak256, toHex } from 'viem'
import type { Random } from './random.ts'

/** State of one collection at one instant, and a wallet that mints from it. */
export type MintCase = {
  /** Time of the block, unix seconds. */
  now: number
  kind: 'drop' | 'soulbound' | 'edition'
  chainId: number
  collectionId: Hex
  creator: Address
  wallet: Address
  mintFeeWei: bigint
  minted: number
  /** Null: no cap. */
  maxSupply: number | null
  isPaused: boolean
  publicSale: Sale | null
  /** In the order in which they were added. */
  lists: AddedList[]
  listedSales: ListedSale[]
  /** Requested by the wallet; may be 0. */
  quantity: number
  /** 28 random bits for the storage fields that no mint reads. */
  noise: number
}

/** A phase with its counters. */
export type Sale = {
  terms: ListTerms
  /** Minted under its cap. */
  minted: number
  /** Minted in it by the wallet. */
  used: number
}

export type ListedSale = Sale & {
  /** Index in `lists` of the last list with this phase. */
  list: number
  /** The wallet's places on lists, the newest list first. */
  entries: {
    list: number
    packed: bigint
    proof: Hex[]
    /** True for a valid proof of allowed terms, which the contract must accept. */
    isGood: boolean
  }[]
}

export type AddedList = {
  root: Hex
  /** In force in [notBefore, until). */
  notBefore: number
  until: number
  /**
   * Location of the window: the first list's is in the code until it is amended, all others are in
   * the storage; `nowhere` stands for a list that a reorganisation removed.
   */
  place: 'code' | 'amended' | 'storage' | 'nowhere'
}

const GWEI = 1_000_000_000n
/** In gwei: the highest fee, and the highest price that 80 bits of wei can hold. */
const MAX_FEE = 2n ** 55n - 1n
const MAX_PRICE = (2n ** 80n - 1n) / GWEI
const MAX_SUPPLY = 2 ** 28 - 2
const MAX_COUNTED = 2 ** 28 - 1
const MAX_PHASE_CAP = 2 ** 32 - 1

/** Values shared by all parts of one case. */
type Setting = {
  random: Random
  mintFeeWei: bigint
  scope: { chainId: number; collectionId: Hex }
  wallet: Address
  /** The instants at which something begins or ends. */
  times: [number, ...number[]]
}

/** Returns a random case whose `now` is at a boundary of its schedule or a second beside it. */
export function anyMintCase(
  random: Random,
  chainId: number,
  {
    now = random.between(1_000_000, 4_294_000_000),
    collectionId = anyHash(random, 16),
    wallet = anyHash(random, 20),
  }: Partial<MintCase> = {},
): MintCase {
  const scope = { chainId, collectionId }
  const gwei = random.oneOf([0n, 1n, 2n, 3n, 1_000n, 100_001n, 100_001n, MAX_FEE])
  const setting: Setting = {
    random,
    mintFeeWei: gwei * GWEI,
    scope,
    wallet,
    times: anyTimes(random, now),
  }
  const { mintFeeWei } = setting
  const supplies = [1, 2, 3, 10, 50, 51, 100, 10_000, MAX_SUPPLY] as const
  const maxSupply = random.isLucky(25) ? null : random.oneOf(supplies)
  const publicSale = random.isLucky(75) ? anySale(setting, PUBLIC_PHASE_ID) : null
  // The contract rejects a public phase with limit 0.
  if (publicSale) publicSale.terms.limit ||= 1
  const count = random.isLucky(20) ? 0 : random.between(1, 3)
  const listedSales = anyPhaseIds(random, count === 0 ? 0 : random.between(1, 4)).map(
    (id): ListedSale => ({
      ...anySale(setting, id),
      list: random.between(0, count - 1),
      entries: [],
    }),
  )
  return {
    now,
    kind: random.oneOf(['drop', 'soulbound', 'edition']),
    ...scope,
    creator: anyHash(random, 20),
    wallet,
    mintFeeWei,
    maxSupply,
    minted: anyMinted(random, maxSupply),
    isPaused: random.isLucky(10),
    publicSale,
    lists: Array.from({ length: count }, (_, at) => anyList(setting, at, listedSales)),
    listedSales,
    quantity: random.oneOf([0, 1, 1, 1, 2, 3, 49, 50, 51, random.between(1, 200)]),
    noise: random.between(0, 2 ** 28 - 1),
  }
}

/** Returns all phases of the case, the public one first. */
export function listSales({ publicSale, listedSales }: MintCase): Sale[] {
  return publicSale ? [publicSale, ...listedSales] : listedSales
}

/** Returns three consecutive seconds around `now`, and others near and far. */
function anyTimes(random: Random, now: number): [number, ...number[]] {
  const first = now + random.between(-3, 1)
  const near = first + random.between(-500, 500)
  return [first, first + 1, first + 2, near, now + random.between(-1000, 1000)]
}

function anySale({ random, mintFeeWei, times }: Setting, phaseId: number): Sale {
  const start = random.isLucky(15) ? 0 : random.oneOf(times)
  const [first = NEVER_ENDS, ...later] = times.filter((time) => time > start)
  const end = random.isLucky(15) ? NEVER_ENDS : random.oneOf([first, ...later])
  const phaseCap = random.isLucky(50) ? null : anyPhaseCap(random)
  const limit = anyLimit(random)
  const priceWei = anyPrice(random, mintFeeWei)
  return {
    terms: { phaseId, start, end, priceWei, limit, phaseCap },
    used: anyCountNear(random, limit, phaseId < 8 ? 8_191 : NO_WALLET_LIMIT),
    minted: phaseCap === null ? 0 : anyCountNear(random, phaseCap, MAX_COUNTED),
  }
}

/** Returns a list after adding the wallet's entries on it to the phases. */
function anyList(setting: Setting, at: number, sales: readonly ListedSale[]): AddedList {
  const { random, times } = setting
  const root = publish(setting, at, sales)
  if (random.isLucky(4))
    return { root, place: 'nowhere', notBefore: 0, until: NEVER_ENDS }
  const places = ['code', 'code', 'amended', 'storage'] as const
  const place = at === 0 ? random.oneOf(places) : 'storage'
  const notBefore = random.isLucky(60) ? 0 : random.oneOf(times)
  // The list in the code has no end: ending it moves it to the storage.
  const hasEnd = place !== 'code' && random.isLucky(30)
  return { root, place, notBefore, until: hasEnd ? random.oneOf(times) : NEVER_ENDS }
}

/** Builds the tree of a list, adds the wallet's entries to their phases, returns the root. */
function publish(setting: Setting, at: number, sales: readonly ListedSale[]): Hex {
  const { random, scope } = setting
  // A phase of a later list may also be on an earlier one.
  const drafts = sales
    .filter((sale) => sale.list === at || (sale.list > at && random.isLucky(20)))
    .filter(() => random.isLucky(75))
    .map((sale) => ({ sale, ...anyEntry(setting, sale.terms) }))
  // A list is never empty, even without an entry of the wallet.
  const strangers = Array.from({ length: random.between(1, 4) }, () =>
    listLeaf(scope, anyHash(random, 20), 1n),
  )
  const tree = listTree([...drafts.map(({ leaf }) => leaf), ...strangers])
  for (const { sale, leaf, packed, isGood } of drafts) {
    const good = tree.proofOf(leaf) ?? []
    const isBroken = random.isLucky(6)
    const proof = isBroken ? brokenProof(random, good) : good
    sale.entries.unshift({ list: at, packed, proof, isGood: isGood && !isBroken })
  }
  return tree.root
}

/** Returns the wallet's entry; one in four is refused by the contract or is another wallet's. */
function anyEntry(setting: Setting, phase: ListTerms) {
  const { random, scope, wallet, mintFeeWei } = setting
  const own = anyOwnTerms(setting, phase)
  const good = { ...scope, account: wallet, packed: packTerms(own) }
  const faults = [
    { chainId: scope.chainId + 1 },
    { collectionId: anyHash(random, 16) },
    { account: anyHash(random, 20) },
    { packed: good.packed | (1n << BigInt(random.between(200, 255))) },
    { packed: good.packed | (BigInt(PUBLIC_PHASE_ID) << 192n) },
    { packed: packTerms({ ...own, priceWei: badPrice(random, mintFeeWei) }) },
  ]
  const fault = faults[24 - random.between(0, 24)]
  const { account, packed, ...place } = { ...good, ...fault }
  return { packed, leaf: listLeaf(place, account, packed), isGood: !fault }
}

/** Returns the terms of the phase, some of them replaced for this wallet. */
function anyOwnTerms(
  { random, mintFeeWei, times }: Setting,
  phase: ListTerms,
): ListTerms {
  return {
    ...phase,
    limit: random.isLucky(50) ? anyLimit(random) : phase.limit,
    priceWei: random.isLucky(50) ? anyPrice(random, mintFeeWei) : phase.priceWei,
    start: random.isLucky(5) ? random.oneOf(times) : phase.start,
    end: random.isLucky(5) ? random.oneOf(times) : phase.end,
    phaseCap: random.isLucky(10) ? anyPhaseCap(random) : phase.phaseCap,
  }
}

/** Returns a proof of another root: with a node more, one less or another. */
function brokenProof(random: Random, [first, ...rest]: Hex[]): Hex[] {
  const node = anyHash(random, 32)
  return random.oneOf([[node, first ?? node, ...rest], rest, [node, ...rest]])
}

/** Returns a valid price: whole gwei, and 0 or at least half the fee. */
function anyPrice(random: Random, mintFeeWei: bigint): bigint {
  const least = minPriceGwei(mintFeeWei)
  const any = BigInt(random.between(1, 1_000_000_000)) + least
  const gwei = random.oneOf([0n, least, least, least + 1n, any, MAX_PRICE])
  // Under the highest fees no price but 0 fits.
  return least > MAX_PRICE ? 0n : gwei * GWEI
}

/** Returns an invalid price. */
function badPrice(random: Random, mintFeeWei: bigint): bigint {
  const least = minPriceGwei(mintFeeWei)
  if (least > MAX_PRICE) return MAX_PRICE * GWEI
  const isTooLow = least > 1n && random.isLucky(50)
  return isTooLow ? (least - 1n) * GWEI : least * GWEI + 1n
}

function minPriceGwei(mintFeeWei: bigint): bigint {
  return (mintFeeWei / GWEI + 1n) / 2n
}

function anyMinted(random: Random, maxSupply: number | null): number {
  if (maxSupply === null) return random.oneOf([0, 1, 77, MAX_SUPPLY - 1000])
  const left = random.oneOf([maxSupply, maxSupply, 0, 1, 1, 2, 3, 49, 50, 51, 100, 1000])
  return Math.max(maxSupply - left, 0)
}

function anyPhaseCap(random: Random): number {
  return random.oneOf([1, 2, 5, 50, 51, 100, 10_000, MAX_COUNTED, MAX_PHASE_CAP])
}

/** Returns a limit at a boundary of counters and single mints; 0 admits no wallet. */
function anyLimit(random: Random): number {
  const low = [1, 1, 2, 3, 5, 5, 10, 50, 51, 100] as const
  return random.oneOf([...low, 0, 8_190, 8_191, 8_192, 65_534, 65_535, 65_535])
}

/** Returns 0 or a count of at most `most` near `limit`. */
function anyCountNear(random: Random, limit: number, most: number): number {
  const count = random.oneOf([0, 0, 0, limit - random.between(-1, 3), limit - 50])
  return Math.min(Math.max(count, 0), most)
}

/** Returns ids on both sides of the boundary between packed and own counters. */
function anyPhaseIds(random: Random, count: number): number[] {
  const ids = Array.from({ length: count }, () =>
    random.oneOf([0, 1, 6, 7, 8, 9, 15, 16, 254, random.between(0, 254)]),
  )
  return [...new Set(ids)]
}

function anyHash(random: Random, bytes: number): Hex {
  const hash = keccak256(toHex(random.between(0, 2 ** 32)))
  // Safe: the first digits of a hash are hexadecimal too.
  return hash.slice(0, 2 + bytes * 2) as Hex
}
