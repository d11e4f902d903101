import { type ListTerms, listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { type Random, randomOf } from '../random.ts'

/** One collection at one instant, and one wallet that wants to mint. */
export type MintCase = {
  seed: number
  index: number
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
  /** What the wallet asks for; 0 too. */
  quantity: number
}

/** A phase with its counters. */
export type Sale = {
  terms: ListTerms
  /** Minted under its cap. */
  minted: number
  /** What the wallet has of it. */
  used: number
}

export type ListedSale = Sale & {
  /** Place in `lists` of the one that published it last. */
  list: number
  /** The wallet's places on lists, the newest list first. */
  entries: CaseEntry[]
}

export type CaseEntry = {
  list: number
  packed: bigint
  proof: Hex[]
  /** Whether the contract should take it: the right proof of terms that it allows. */
  isGood: boolean
}

export type AddedList = {
  root: Hex
  /** In force in [notBefore, until). */
  notBefore: number
  until: number
  /**
   * Where the contract keeps the window: in its code, as of the list it was made with; in its
   * storage, once that was changed, as of all others; nowhere after a reorganisation.
   */
  place: 'code' | 'amended' | 'storage' | 'nowhere'
}

const GWEI = 1_000_000_000n
/** The most gwei that a fee can be, and that a price of 80 bits can hold. */
const MOST_FEE = 2n ** 55n - 1n
const MOST_PRICE = (2n ** 80n - 1n) / GWEI
const MOST_SUPPLY = 2 ** 28 - 2
const MOST_COUNTED = 2 ** 28 - 1
const MOST_PHASE_CAP = 2 ** 32 - 1

/** Times around an origin, before the case is moved to its instant. */
const ALWAYS = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

/** The case of a seed and an index at a block time: always the same. */
export function mintCase(
  seed: number,
  index: number,
  now: number,
  chainId: number,
): MintCase {
  const random = randomOf(seed, index)
  const name = (what: string) => keccak256(toHex(`${what} ${seed} ${index}`))
  const scope = { chainId, collectionId: short(name('collection'), 16) }
  const wallet = short(name('wallet'), 20)
  const mintFeeWei = anyFee(random)
  const maxSupply = random.isLucky(25) ? null : anySupply(random)
  const sales = anySales(random, mintFeeWei, now)
  const { publicSale, listedSales, moved } = sales
  const lists = sales.lists.map((list, at): AddedList => {
    const stranger = (what: string) => short(name(`${what} ${at}`), 20)
    const about = { scope, wallet, mintFeeWei, at, listedSales, stranger }
    const root = publish(random, { ...about, anyTime: sales.anyTime })
    return { ...list, root, notBefore: moved(list.notBefore), until: moved(list.until) }
  })
  return {
    seed,
    index,
    now,
    kind: random.oneOf(['drop', 'soulbound', 'edition']),
    ...scope,
    creator: short(name('creator'), 20),
    wallet,
    mintFeeWei,
    maxSupply,
    minted: anyMinted(random, maxSupply),
    isPaused: random.isLucky(10),
    publicSale,
    lists,
    listedSales,
    quantity: random.oneOf([0, 1, 1, 1, 2, 3, 49, 50, 51, random.between(1, 200)]),
  }
}

/** Phases and lists, moved in time so that `now` is at one of their boundaries or beside it. */
function anySales(random: Random, mintFeeWei: bigint, now: number) {
  const times = anyTimes(random)
  const { lists, sales } = anyDrafts(random, times, mintFeeWei)
  const open = random.isLucky(75) ? anyPublicSale(random, times, mintFeeWei) : null

  const all = open ? [open, ...sales] : sales
  const origin = anyInstant(random, [
    ...all.flatMap(({ terms }) => [terms.start, terms.end]),
    ...lists.flatMap(({ notBefore, until }) => [notBefore, until]),
  ])
  const moved = (time: number) => movedTo(now, origin, time)
  return {
    lists,
    moved,
    publicSale: open && { ...open, terms: movedTerms(open.terms, moved) },
    listedSales: sales.map(
      ({ terms, ...sale }): ListedSale => ({
        ...sale,
        terms: movedTerms(terms, moved),
        entries: [],
      }),
    ),
    anyTime: () => moved(anyTime(random, times)),
  }
}

type ListDraft = Omit<AddedList, 'root'>
type SaleDraft = Sale & { list: number }

/** Lists and the phases they publish; none in one of five cases. */
function anyDrafts(random: Random, times: number[], mintFeeWei: bigint) {
  const count = random.isLucky(20) ? 0 : random.between(1, 3)
  const first = random.oneOf(['code', 'code', 'amended', 'storage'] as const)
  const lists: ListDraft[] = Array.from({ length: count }, (_, at) => {
    if (random.isLucky(4)) return { place: 'nowhere', notBefore: ALWAYS, until: NEVER }
    const place = at === 0 ? first : 'storage'
    return { place, ...anyListWindow(random, times, place) }
  })
  const ids = distinctIds(random, count === 0 ? 0 : random.between(1, 4))
  const sales: SaleDraft[] = ids.map((phaseId) => ({
    ...anySale(random, times, mintFeeWei, phaseId),
    list: random.between(0, count - 1),
  }))
  return { lists, sales }
}

function anyListWindow(random: Random, times: number[], place: AddedList['place']) {
  const notBefore = random.isLucky(60) ? ALWAYS : anyTime(random, times)
  // The list in the code has no end: ending it moves it to the storage.
  const until = place === 'code' || random.isLucky(70) ? NEVER : anyTime(random, times)
  return { notBefore, until }
}

function anyPublicSale(random: Random, times: number[], mintFeeWei: bigint): Sale {
  const sale = anySale(random, times, mintFeeWei, PUBLIC_PHASE_ID)
  return { ...sale, terms: { ...sale.terms, limit: Math.max(sale.terms.limit, 1) } }
}

function anySale(
  random: Random,
  times: number[],
  mintFeeWei: bigint,
  phaseId: number,
): Sale {
  const start = random.isLucky(15) ? ALWAYS : anyTime(random, times)
  const later = times.filter((time) => time > start)
  const end = random.isLucky(15) ? NEVER : anyTime(random, later)
  const phaseCap = random.isLucky(50) ? null : anyPhaseCap(random)
  const limit = anyLimit(random)
  return {
    terms: {
      phaseId,
      start,
      end,
      priceWei: anyPrice(random, mintFeeWei),
      limit,
      phaseCap,
    },
    used: near(random, limit, phaseId < 8 ? 8_191 : NO_WALLET_LIMIT),
    minted: phaseCap === null ? 0 : near(random, phaseCap, MOST_COUNTED),
  }
}

type ListToPublish = {
  scope: { chainId: number; collectionId: Hex }
  wallet: Address
  mintFeeWei: bigint
  /** Its place among the lists. */
  at: number
  listedSales: readonly ListedSale[]
  stranger: (what: string) => Address
  anyTime: () => number
}

/** Builds the tree of a list, notes the wallet's entries with their phases and answers the root. */
function publish(random: Random, list: ListToPublish): Hex {
  const { scope, wallet, at } = list
  // A phase that a later list published again may stand on an earlier one too.
  const drafts = list.listedSales
    .filter((sale) => sale.list === at || (sale.list > at && random.isLucky(20)))
    .filter(() => random.isLucky(75))
    .map((sale) => ({ sale, ...anyEntry(random, sale.terms, list) }))
  const strangers = Array.from({ length: random.between(0, 3) }, (_, each) =>
    listLeaf(scope, list.stranger(`stranger ${each}`), 1n),
  )
  const tree = listTree([
    ...drafts.map(({ leaf }) => leaf),
    ...strangers,
    // A list needs somebody, also where the wallet is not on it.
    listLeaf(scope, list.stranger('nobody'), 2n),
  ])
  for (const { sale, leaf, packed, isGood } of drafts) {
    const proof = tree.proofOf(leaf) ?? []
    const isBroken = isGood && random.isLucky(6)
    sale.entries.unshift({
      list: at,
      packed,
      proof: isBroken ? broken(random, proof, wallet) : proof,
      isGood: isGood && !isBroken,
    })
  }
  return tree.root
}

/** What a list grants the wallet; sometimes what no contract takes, or what is another's. */
function anyEntry(random: Random, phase: ListTerms, list: ListToPublish) {
  const { scope, wallet, mintFeeWei } = list
  const own = anyOwnTerms(random, phase, list)
  const packed = packTerms(own)
  const of = (isGood: boolean, terms = packed, account = wallet, place = scope) => ({
    packed: terms,
    leaf: listLeaf(place, account, terms),
    isGood,
  })
  switch (random.between(0, 24)) {
    case 0:
      return of(false, packed, wallet, { ...scope, chainId: scope.chainId + 1 })
    case 1: {
      const collectionId = short(keccak256(wallet), 16)
      return of(false, packed, wallet, { ...scope, collectionId })
    }
    case 2:
      return of(false, packed, list.stranger('other'))
    case 3:
      return of(false, packed | (1n << BigInt(random.between(200, 255))))
    case 4:
      return of(false, packed | (BigInt(PUBLIC_PHASE_ID) << 192n))
    case 5:
      return of(false, packTerms({ ...own, priceWei: badPrice(random, mintFeeWei) }))
    default:
      return of(true)
  }
}

/** Often the terms of the phase; each may be the wallet's own. */
function anyOwnTerms(
  random: Random,
  phase: ListTerms,
  { mintFeeWei, anyTime }: ListToPublish,
): ListTerms {
  return {
    ...phase,
    limit: random.isLucky(50) ? anyLimit(random) : phase.limit,
    priceWei: random.isLucky(50) ? anyPrice(random, mintFeeWei) : phase.priceWei,
    start: random.isLucky(5) ? anyTime() : phase.start,
    end: random.isLucky(5) ? anyTime() : phase.end,
    phaseCap: random.isLucky(10) ? anyPhaseCap(random) : phase.phaseCap,
  }
}

/** A proof that leads elsewhere: a node more, one less or another. */
function broken(random: Random, proof: Hex[], wallet: Address): Hex[] {
  const node = keccak256(wallet)
  const [first, ...rest] = proof
  if (!first || random.isLucky(30)) return [...proof, node]
  return random.isLucky(50) ? rest : [node, ...rest]
}

function anyFee(random: Random): bigint {
  const gwei = random.oneOf([0n, 1n, 2n, 3n, 1_000n, 100_001n, 100_001n, MOST_FEE])
  return gwei * GWEI
}

/** One that the contracts take: whole gwei, and 0 or at least half the fee. */
function anyPrice(random: Random, mintFeeWei: bigint): bigint {
  const least = (mintFeeWei / GWEI + 1n) / 2n
  const gwei = random.oneOf([
    0n,
    least,
    least,
    least + 1n,
    BigInt(random.between(1, 1_000_000_000)) + least,
    MOST_PRICE,
  ])
  // Under the highest fees nothing but a gift has a price that fits.
  return least > MOST_PRICE ? 0n : gwei * GWEI
}

/** One that they refuse. */
function badPrice(random: Random, mintFeeWei: bigint): bigint {
  const least = (mintFeeWei / GWEI + 1n) / 2n
  if (least > MOST_PRICE) return MOST_PRICE * GWEI
  const isTooLow = least > 1n && random.isLucky(50)
  return isTooLow ? (least - 1n) * GWEI : least * GWEI + 1n
}

function anySupply(random: Random): number {
  return random.oneOf([1, 2, 3, 10, 50, 51, 100, 10_000, MOST_SUPPLY])
}

function anyMinted(random: Random, maxSupply: number | null): number {
  if (maxSupply === null) return random.oneOf([0, 1, 77, MOST_SUPPLY - 1000])
  const left = random.oneOf([0, 1, 1, 2, 3, 49, 50, 51, 100, 1000, maxSupply, maxSupply])
  return Math.max(maxSupply - left, 0)
}

function anyPhaseCap(random: Random): number {
  return random.oneOf([1, 2, 5, 50, 51, 100, 10_000, MOST_COUNTED, MOST_PHASE_CAP])
}

/** 0 admits nobody; the others lie where counters and single mints end. */
function anyLimit(random: Random): number {
  return random.oneOf([
    ...([1, 1, 2, 3, 5, 5, 10, 50, 51, 100] as const),
    ...([0, 8_190, 8_191, 8_192, 65_534, 65_535, 65_535] as const),
  ])
}

/** A count up to `most` that lies about `limit`, or where it began. */
function near(random: Random, limit: number, most: number): number {
  const count = random.oneOf([0, 0, 0, limit - random.between(-1, 3), limit - 50])
  return Math.min(Math.max(count, 0), most)
}

/** A few instants, some of them neighbours. */
function anyTimes(random: Random): number[] {
  const first = random.between(-1000, 1000)
  const times = [first, first + 1, first + 2, first + random.between(3, 500)]
  return [...times, random.between(-1000, 1000)].slice(0, random.between(2, 5))
}

function anyTime(random: Random, times: number[]): number {
  const [first, ...rest] = times
  return first === undefined ? NEVER : random.oneOf([first, ...rest])
}

/** A boundary of the case, a second before or a second after. */
function anyInstant(random: Random, boundaries: number[]): number {
  const [first = 0, ...rest] = boundaries.filter(Number.isFinite)
  return random.oneOf([first, ...rest]) + random.between(-1, 1)
}

function movedTo(now: number, atOrigin: number, time: number): number {
  if (time === ALWAYS) return 0
  if (time === NEVER) return NEVER_ENDS
  return now + time - atOrigin
}

function movedTerms(terms: ListTerms, moved: (time: number) => number): ListTerms {
  return { ...terms, start: moved(terms.start), end: moved(terms.end) }
}

/** Ids on both sides of where counters change their place. */
function distinctIds(random: Random, count: number): number[] {
  const ids = new Set<number>()
  while (ids.size < count) {
    ids.add(random.oneOf([0, 1, 6, 7, 8, 9, 15, 16, 254, random.between(0, 254)]))
  }
  return [...ids]
}

function short(hash: Hex, bytes: number): Hex {
  // Safe: the first digits of a hash are hexadecimal too.
  return hash.slice(0, 2 + bytes * 2) as Hex
}
