import { concat, encodePacked, type Hex, keccak256 } from 'viem'
import { PUBLIC_PHASE_ID } from './states.ts'

/** The terms of one wallet in one phase of a list. */
export type ListTerms = {
  /** 0 to 254. */
  phaseId: number
  /** Unix seconds, half-open [start, end). */
  start: number
  end: number
  /** Wei for one token, without the mint fee. */
  priceWei: bigint
  /** Tokens this wallet may mint in the phase, at most 65,535. */
  limit: number
  /** Tokens the whole phase may mint; null: no cap of its own. */
  phaseCap: number | null
}

/** The collection and chain that a leaf is valid for. */
export type ListScope = {
  chainId: number
  /** 16 bytes, known before the collection is deployed. */
  collectionId: Hex
}

export type ListTree = {
  root: Hex
  /** In their order in the tree. */
  leaves: readonly Hex[]
  /** The root of each piece of `LIST_PIECE_SIZE` leaves, the last one smaller. */
  pieceRoots: readonly Hex[]
  /** The siblings from a leaf up to the root; undefined for a leaf of another tree. */
  proofOf(leaf: Hex): Hex[] | undefined
  /** The nodes of a piece, level by level from its leaves up, without its root. */
  nodesOfPiece(piece: number): Hex[]
  /** The siblings from the root of a piece up to the root, which end its leaves' proofs. */
  proofOfPiece(piece: number): Hex[]
}

const fields = [
  { name: 'priceWei', bits: 80n },
  { name: 'start', bits: 32n },
  { name: 'end', bits: 32n },
  { name: 'limit', bits: 16n },
  { name: 'phaseCap', bits: 32n },
  { name: 'phaseId', bits: 8n },
] as const

/**
 * Packs terms into the word of the leaf, which is also an argument of the mint; from the lowest
 * bit: price 80, start 32, end 32, wallet limit 16, phase cap 32, phase id 8. Throws a RangeError
 * with the name of the field that does not fit.
 */
export function packTerms(terms: ListTerms): bigint {
  if (terms.phaseId === PUBLIC_PHASE_ID) throw new RangeError('phaseId does not fit')
  let packed = 0n
  let shift = 0n
  for (const { name, bits } of fields) {
    const value = BigInt(terms[name] ?? 0)
    if (value < 0n || value >> bits) throw new RangeError(`${name} does not fit`)
    packed |= value << shift
    shift += bits
  }
  return packed
}

/** Unpacks the terms of a word made by `packTerms`. */
export function unpackTerms(packed: bigint): ListTerms {
  const read = (from: bigint, bits: bigint) => (packed >> from) & ((1n << bits) - 1n)
  return {
    priceWei: read(0n, 80n),
    start: Number(read(80n, 32n)),
    end: Number(read(112n, 32n)),
    limit: Number(read(144n, 16n)),
    phaseCap: Number(read(160n, 32n)) || null,
    phaseId: Number(read(192n, 8n)),
  }
}

/** Returns the leaf of one wallet: hashed twice, so that no inner node is a valid leaf. */
export function listLeaf(scope: ListScope, account: Hex, packed: bigint): Hex {
  const bound = (BigInt(scope.chainId) << 128n) | BigInt(scope.collectionId)
  const words = encodePacked(
    ['uint256', 'uint256', 'uint256'],
    [bound, BigInt(account), packed],
  )
  return keccak256(keccak256(words))
}

/**
 * Builds the tree over `leaves` in any order; equal leaves count once. Pairs are hashed in order of
 * size; a node without a partner moves up as it is. Throws without a leaf.
 */
export function listTree(leaves: readonly Hex[]): ListTree {
  const sorted = [...new Set(leaves)].sort()
  if (sorted.length === 0) throw new RangeError('a list needs at least one wallet')

  const levels = levelsOf(sorted)
  const positions = new Map(sorted.map((leaf, position) => [leaf, position]))

  return {
    root: levels.at(-1)?.[0] ?? '0x',
    leaves: sorted,
    pieceRoots: levels[PIECE_LEVELS] ?? levels.at(-1) ?? [],
    proofOf(leaf) {
      const position = positions.get(leaf)
      if (position === undefined) return undefined
      return siblingsOf(levels, position)
    },
    nodesOfPiece: (piece) =>
      levels.slice(0, PIECE_LEVELS).flatMap((level, height) => {
        const size = LIST_PIECE_SIZE >> height
        const nodes = level.slice(piece * size, (piece + 1) * size)
        // A node alone is the root of the piece.
        return nodes.length > 1 || height === 0 ? nodes : []
      }),
    proofOfPiece: (piece) => siblingsOf(levels.slice(PIECE_LEVELS), piece),
  }
}

const PIECE_LEVELS = 8

/** Leaves of a piece of a tree: with the roots of the others, its proofs need no other leaf. */
export const LIST_PIECE_SIZE = 2 ** PIECE_LEVELS

/**
 * Proves the leaf at `position` of the list from the leaves of its piece, in order, and the roots
 * of all pieces: some 600 hashes, however long the list is.
 */
export function proofInPiece(
  piece: readonly Hex[],
  pieceRoots: readonly Hex[],
  position: number,
): Hex[] {
  return [
    ...siblingsOf(levelsOf(piece), position % LIST_PIECE_SIZE),
    ...siblingsOf(levelsOf(pieceRoots), Math.floor(position / LIST_PIECE_SIZE)),
  ]
}

/**
 * Returns the places of the siblings of the leaf at `position` (of its piece) among the nodes of
 * a piece of `leaves` leaves, as `nodesOfPiece` lists them: the part of the proof below the root of
 * the piece, read instead of hashed.
 */
export function siblingPlaces(leaves: number, position: number): number[] {
  const places: number[] = []
  let [first, width, at] = [0, leaves, position]
  while (width > 1) {
    const sibling = at ^ 1
    if (sibling < width) places.push(first + sibling)
    first += width
    width = Math.ceil(width / 2)
    at >>= 1
  }
  return places
}

/** Returns whether `proof` leads from `leaf` to `root`, as the contracts check it. */
export function verifyProof(root: Hex, leaf: Hex, proof: readonly Hex[]): boolean {
  return proof.reduce(parentOf, leaf) === root
}

function levelsOf(leaves: readonly Hex[]): (readonly Hex[])[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; ) {
    level = parentsOf(level)
    levels.push(level)
  }
  return levels
}

function siblingsOf(levels: readonly (readonly Hex[])[], position: number): Hex[] {
  return levels.flatMap((level, height) => level[(position >> height) ^ 1] ?? [])
}

function parentsOf(level: readonly Hex[]): Hex[] {
  const parents: Hex[] = []
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at]
    const right = level[at + 1]
    if (left) parents.push(right ? parentOf(left, right) : left)
  }
  return parents
}

function parentOf(a: Hex, b: Hex): Hex {
  return keccak256(a < b ? concat([a, b]) : concat([b, a]))
}
