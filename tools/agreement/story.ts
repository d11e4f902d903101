import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { type CreateParams, collectionIdOf } from '@platemark/abi/create-params'
import {
  type ListScope,
  type ListTerms,
  listLeaf,
  listTree,
  packTerms,
} from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Random } from '../random.ts'

/** Accounts of the chain that sign by themselves. */
export type People = { owner: Address; creator: Address; wallet: Address; other: Address }

/** A wallet's place in one phase of a list. */
export type ListedPlace = {
  account: Address
  phaseId: number
  packed: bigint
  proof: Hex[]
}

export type PublishedList = {
  root: Hex
  notBefore: number
  phases: ListTerms[]
  places: ListedPlace[]
}

/** What someone sends, and when. */
export type Step = { at: number; from: Address; to: Address; data: Hex; value: bigint }

/** What becomes of one collection until the wallet wants to mint. */
export type Story = {
  /** The operator sets the fee, then the creator makes the collection. */
  beginning: Step[]
  lists: PublishedList[]
  stepsAt: (collection: Address) => Step[]
  /** When the wallet wants to mint, and how many. */
  now: number
  quantity: number
}

const GWEI = 1_000_000_000n
/** The seconds in which everything happens. */
const SPAN = 60
const MOST_STEPS = 12

/** A story that begins at `began`, the same for the same choices. */
export function storyOf(
  random: Random,
  people: People,
  began: number,
  chain: { id: number; contracts: { factory: Address } },
): Story {
  const { owner, creator, wallet, other } = people
  const to = chain.contracts.factory
  const salt = keccak256(toHex(`${began} ${random.between(0, 2 ** 40)}`))
  const scope = { chainId: chain.id, collectionId: collectionIdOf(creator, salt) }
  const feeGwei = BigInt(random.oneOf([0, 0, 2, 7, 100_000]))
  const mintFeeWei = feeGwei * GWEI
  const instant = () => began + random.between(2, SPAN)
  const terms = (phaseId: number) => anyTerms(random, phaseId, feeGwei, instant)

  const publicTerms = random.isLucky(75) ? terms(PUBLIC_PHASE_ID) : null
  const lists = Array.from({ length: random.between(0, 2) }, (_, at): PublishedList => {
    // Both lists may publish the same phase; the one added last is what the page tells of.
    const ids = at === 0 ? [0, 9] : [random.oneOf([0, 7]), random.between(10, 254)]
    const phases = ids.slice(0, random.between(1, 2)).map(terms)
    const notBefore = random.isLucky(70) ? 0 : instant()
    return { notBefore, phases, ...publish(random, scope, phases, [wallet, other]) }
  })
  const first = random.isLucky(70) ? lists[0] : undefined
  const now = anyNow(random, began, [
    ...(publicTerms ? [publicTerms.start, publicTerms.end] : []),
    ...lists.flatMap(({ notBefore, phases }) => [
      notBefore,
      ...phases.flatMap(({ start, end }) => [start, end]),
    ]),
  ])
  const params = paramsOf(random, { mintFeeWei, publicTerms, first })
  const plot = { random, people, mintFeeWei, publicTerms, lists, first, terms }
  return {
    beginning: [
      { at: began, from: owner, to, data: feeData(mintFeeWei), value: 0n },
      { at: began + 1, from: creator, to, data: creationData(params, salt), value: 0n },
    ],
    lists,
    stepsAt: (collection) =>
      timesBetween(random, began + 2, now - 1).map((at) => ({
        at,
        to: collection,
        ...anyStep(plot),
      })),
    now,
    quantity: random.oneOf([1, 1, 2, 3, 5, 50]),
  }
}

/** The call by which `account` mints up to `quantity`, at least one. */
export function mintData(
  account: Address,
  quantity: number,
  { packed, proof }: { packed: bigint; proof: readonly Hex[] },
): Hex {
  const most = BigInt(quantity)
  if (packed === 0n) {
    return encodeFunctionData({
      abi: collectionAbi,
      functionName: 'mintTo',
      args: [account, 1n, most, zeroAddress],
    })
  }
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'mintAllowlist',
    args: [1n, most, zeroAddress, packed, proof],
  })
}

type Plot = {
  random: Random
  people: People
  mintFeeWei: bigint
  publicTerms: ListTerms | null
  lists: PublishedList[]
  first: PublishedList | undefined
  terms: (phaseId: number) => ListTerms
}

type Call = Pick<Step, 'from' | 'data' | 'value'>

/** Mostly a mint; whether it goes through is for the contract to say. */
function anyStep(plot: Plot): Call {
  const { random, people, lists, first } = plot
  const { creator } = people
  const owned = (data: Hex): Call => ({ from: creator, data, value: 0n })
  const list = lists[random.between(0, lists.length - 1)]
  const later = lists.find((one) => one !== first)
  const chance = random.between(0, 99)
  if (chance < 20 && later) return owned(addListData(later, later.notBefore))
  if (chance < 24 && list) return owned(addListData(list, 0))
  if (chance < 30 && list) return owned(removeListData(list))
  if (chance < 36) return owned(pauseData(random.isLucky(50)))
  if (chance < 40) return owned(lowerCapData(random.between(1, 8)))
  if (chance < 44) return owned(airdropData(people.other, random.between(1, 3)))
  if (chance < 54) {
    plot.publicTerms = random.isLucky(20) ? null : plot.terms(PUBLIC_PHASE_ID)
    return owned(publicPhaseData(plot.publicTerms))
  }
  return anyMint(plot, list)
}

function anyMint(plot: Plot, list: PublishedList | undefined): Call {
  const { random, people, mintFeeWei, publicTerms } = plot
  const quantity = random.between(1, 3)
  const from = random.isLucky(60) ? people.wallet : people.other
  const own = list?.places.filter(({ account }) => account === from) ?? []
  const place = own[random.between(0, own.length - 1)]
  const price = place ? place.packed & (2n ** 80n - 1n) : (publicTerms?.priceWei ?? 0n)
  const question = place ?? { packed: 0n, proof: [] }
  return {
    from,
    data: mintData(from, quantity, question),
    value: (price + mintFeeWei) * BigInt(quantity),
  }
}

function anyTerms(
  random: Random,
  phaseId: number,
  feeGwei: bigint,
  instant: () => number,
): ListTerms {
  const start = random.isLucky(40) ? 0 : instant()
  return {
    phaseId,
    start,
    end: random.isLucky(30) ? NEVER_ENDS : Math.max(instant(), start + 1),
    priceWei: random.oneOf([0n, (feeGwei + 1n) / 2n, feeGwei + 3n]) * GWEI,
    limit: random.oneOf([1, 2, 3, 5, 65_535]),
    phaseCap: random.isLucky(50) ? null : random.between(1, 6),
  }
}

/** Puts most of the accounts on most of the phases, some on terms of their own. */
function publish(
  random: Random,
  scope: ListScope,
  phases: readonly ListTerms[],
  accounts: readonly Address[],
): Pick<PublishedList, 'root' | 'places'> {
  const granted = accounts.flatMap((account) =>
    phases
      .filter(() => random.isLucky(75))
      .map((phase) => {
        const limit = random.isLucky(70) ? phase.limit : random.between(1, 4)
        const packed = packTerms({ ...phase, limit })
        const leaf = listLeaf(scope, account, packed)
        return { account, phaseId: phase.phaseId, packed, leaf }
      }),
  )
  const nobody = listLeaf(scope, zeroAddress, 1n)
  const tree = listTree([...granted.map(({ leaf }) => leaf), nobody])
  const places = granted.map(({ leaf, ...place }) => ({
    ...place,
    proof: tree.proofOf(leaf) ?? [],
  }))
  return { root: tree.root, places }
}

/** A second before a boundary, on it or a second after. */
function anyNow(random: Random, began: number, times: readonly number[]): number {
  const boundaries = times.filter((at) => at > began && at < NEVER_ENDS)
  const at = random.oneOf([began + SPAN, ...boundaries]) + random.between(-1, 1)
  return Math.max(at, began + 3)
}

/** Some instants in their order, each once. */
function timesBetween(random: Random, least: number, most: number): number[] {
  const count = random.between(0, MOST_STEPS)
  const times = Array.from({ length: count }, () => random.between(least, most))
  return [...new Set(times)].filter((at) => at <= most).sort((a, b) => a - b)
}

function paramsOf(
  random: Random,
  start: {
    mintFeeWei: bigint
    publicTerms: ListTerms | null
    first: PublishedList | undefined
  },
): CreateParams {
  const { mintFeeWei, publicTerms, first } = start
  const kind = random.oneOf([0, 0, 1, 2])
  const isUncapped = kind === 1 || (kind === 2 && random.isLucky(30))
  return {
    kind,
    transferable: kind === 2 || random.isLucky(70),
    name: 'Prints',
    symbol: 'PRINT',
    maxSupply: isUncapped ? 0 : random.between(1, 12),
    publicPhase: publicPhaseOf(publicTerms),
    mintFee: mintFeeWei,
    royaltyBps: 0,
    royaltyCeilingBps: 0,
    notice: random.oneOf([0, 0, 5]),
    payees: [],
    baseUri: stringToHex('https://example.org/'),
    contractUri: '0x',
    provenanceHash: zeroHash,
    listRoot: first?.root ?? zeroHash,
    listContentHash: first ? keccak256(first.root) : zeroHash,
    listNotBefore: first?.notBefore ?? 0,
  }
}

function publicPhaseOf(terms: ListTerms | null): CreateParams['publicPhase'] {
  if (!terms) return { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  const { priceWei: price, start, end, limit: walletLimit, phaseCap } = terms
  return { price, start, end, walletLimit, supplyCap: phaseCap ?? 0 }
}

function feeData(mintFeeWei: bigint): Hex {
  return encodeFunctionData({
    abi: collectionFactoryAbi,
    functionName: 'setMintFee',
    args: [mintFeeWei],
  })
}

function creationData(params: CreateParams, salt: Hex): Hex {
  return encodeFunctionData({
    abi: collectionFactoryAbi,
    functionName: 'create',
    args: [params, salt, BigInt(NEVER_ENDS)],
  })
}

function addListData({ root }: PublishedList, notBefore: number): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'addList',
    args: [root, keccak256(root), notBefore],
  })
}

function removeListData({ root }: PublishedList): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'removeList',
    args: [root],
  })
}

function pauseData(isPaused: boolean): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'setPaused',
    args: [isPaused],
  })
}

function lowerCapData(maxSupply: number): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'lowerCap',
    args: [BigInt(maxSupply)],
  })
}

function airdropData(recipient: Address, quantity: number): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'airdrop',
    args: [[recipient], [BigInt(quantity)]],
  })
}

function publicPhaseData(terms: ListTerms | null): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: 'setPublicPhase',
    args: [publicPhaseOf(terms)],
  })
}
