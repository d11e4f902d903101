import type { PricedFields } from '@platemark/api/studio'
import {
  LIST_PIECE_SIZE,
  type ListScope,
  siblingPlaces,
} from '@platemark/rules/allowlist'
import { type Address, getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import type { TaskOwner } from '../../../bounded-queue.ts'
import type { DraftList } from '../check-list.ts'
import { buildListOffThread, hashListFile, type ListPiece } from '../list-file.ts'

/** A wallet of a list with everything that its mint needs. */
export type ListedMinter = {
  phase_id: number
  address: Address
  quantity: number
  priceWei: bigint
  packed: bigint
  proof: Hex[]
}

/** Sums of the list of one phase. */
type ListSums = {
  wallets: number
  asked: number
  lowestWei: bigint
  highestWei: bigint
}

export type RehearsedLists = {
  root: Hex
  contentHash: Hex
  /** By phase id. */
  sums: Map<number, ListSums>
  /** The first wallets of each phase in the order of the list file. */
  minters: ListedMinter[]
}

const pieceEntries = z.array(
  z.object({
    phase_id: z.number(),
    address: z.string(),
    quantity: z.number(),
    price_wei: z.string(),
    packed: z.string(),
    position: z.number(),
  }),
)

/**
 * Builds the lists of a draft as its deployment publishes them, without publishing them, and keeps
 * the first `most` wallets of each phase. Throws as `buildListOffThread`.
 */
export async function readLists(
  lists: readonly Pick<DraftList, 'phase_id' | 'content'>[],
  draft: { scope: ListScope; phases: PricedFields['phases']; owner: TaskOwner },
  most: number,
): Promise<RehearsedLists | undefined> {
  if (lists.length === 0) return undefined
  const { scope, phases, owner } = draft
  let file: { root: Hex; contentHash: Hex } | undefined
  const sums = new Map<number, ListSums>()
  const minters: ListedMinter[] = []
  await buildListOffThread({ scope, phases, lists }, owner, async (part) => {
    if ('file' in part) {
      file = { root: part.root, contentHash: hashListFile(part.file) }
      return
    }
    for (const minter of readPiece(part)) {
      const sum = addTo(sums.get(minter.phase_id), minter)
      sums.set(minter.phase_id, sum)
      if (sum.wallets <= most) minters.push(minter)
    }
  })
  return file && { ...file, sums, minters }
}

function readPiece({ entries, nodes, proof }: ListPiece): ListedMinter[] {
  const read = pieceEntries.parse(JSON.parse(entries))
  const inPiece = splitHashes(nodes)
  const above = splitHashes(proof)
  return read.map(({ phase_id, address, quantity, price_wei, packed, position }) => {
    const places = siblingPlaces(read.length, position % LIST_PIECE_SIZE)
    const siblings = places.flatMap((place) => inPiece[place] ?? [])
    return {
      ...{ phase_id, quantity, address: getAddress(address) },
      ...{ priceWei: BigInt(price_wei), packed: BigInt(packed) },
      proof: [...siblings, ...above],
    }
  })
}

function splitHashes(nodes: Uint8Array): Hex[] {
  const text = Buffer.from(nodes).toString('hex')
  return Array.from(
    { length: nodes.length / 32 },
    (_, at): Hex => `0x${text.slice(at * 64, at * 64 + 64)}`,
  )
}

function addTo(
  sum: ListSums | undefined,
  { quantity, priceWei }: ListedMinter,
): ListSums {
  if (!sum) {
    return { wallets: 1, asked: quantity, lowestWei: priceWei, highestWei: priceWei }
  }
  return {
    wallets: sum.wallets + 1,
    asked: sum.asked + quantity,
    lowestWei: priceWei < sum.lowestWei ? priceWei : sum.lowestWei,
    highestWei: priceWei > sum.highestWei ? priceWei : sum.highestWei,
  }
}
