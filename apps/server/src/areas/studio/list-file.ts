import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { toInstant, toSeconds } from '@platemark/api/collection-terms'
import type { PricedPhase } from '@platemark/api/studio'
import {
  LIST_PIECE_SIZE,
  type ListScope,
  type ListTree,
  listLeaf,
  listTree,
  packTerms,
} from '@platemark/rules/allowlist'
import type { Address, Hex } from 'viem'
import type { TaskOwner } from '../../bounded-queue.ts'
import { runInWorker } from '../../worker-task.ts'
import type { DraftList, StoredEntry } from './check-list.ts'

/** Terms of a list's phases, as in its file and the table `lists`. */
export type ListTerms = {
  phases: {
    phase_id: number
    title: string
    /** ISO 8601 in UTC; the end is exclusive. */
    start: string
    end: string
    price_wei: string
    max_per_wallet: number
    max_supply: number | null
  }[]
}

/** Wallet in one phase; null takes the phase's value. */
type ListedWallet = {
  phase_id: number
  /** Lower case. */
  address: string
  quantity: number | null
  price_wei: string | null
}

/** 256 leaves of the tree, fewer in the last piece, with their entries. */
export type ListPiece = {
  piece: number
  /** Its nodes of 32 bytes, level by level from its leaves up, without its root. */
  nodes: Uint8Array
  /** Nodes of 32 bytes from the root of the piece up to the root of the list. */
  proof: Uint8Array
  /** JSON array of the columns of `list_entries`, without the root. */
  entries: string
}

export type ListToBuild = {
  scope: ListScope
  phases: readonly PricedPhase[]
  lists: readonly Pick<DraftList, 'phase_id' | 'content'>[]
}

export type BuiltList = {
  root: Hex
  terms: ListTerms
  /** How many there are. */
  entries: number
  /** Public file; deterministic for the same list. */
  file: Uint8Array
}

/** Stored bytes up to which hashing does not block other requests noticeably. */
const MAX_INLINE_BYTES = 8192

/**
 * Builds a list, in a worker thread if it is long, and passes its parts to `take` one by
 * one, as `buildList` yields them: each is built after the one before is stored, so that
 * a long list is never whole in the memory of the main thread. Throws as `runInWorker`.
 */
export async function buildListOffThread(
  list: ListToBuild,
  owner: TaskOwner,
  take: (part: BuiltList | ListPiece) => Promise<void>,
): Promise<void> {
  const bytes = list.lists.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes <= MAX_INLINE_BYTES) {
    for (const part of buildList(list)) await take(part)
    return
  }
  const file = new URL('./list-worker.ts', import.meta.url)
  // Safe: the worker sends the parts of `buildList`.
  await runInWorker(file, list, {
    owner,
    take: (part) => take(part as BuiltList | ListPiece),
  })
}

/**
 * Builds the Merkle tree over all allowlist phases and the public file that allows
 * minting without this server; yields the list, and then each of its pieces. The file
 * names the collection by id, because its address depends on the hash of the file.
 */
export function* buildList({
  scope,
  phases,
  lists,
}: ListToBuild): Generator<BuiltList | ListPiece, void> {
  const byId = new Map(phases.map((phase) => [phase.phase_id, phase]))
  const granted = lists.flatMap(readWallets).flatMap((wallet) => {
    const phase = byId.get(wallet.phase_id)
    return phase?.kind === 'allowlist' ? [grant(scope, phase, wallet)] : []
  })
  const tree = listTree(granted.map(({ leaf }) => leaf))
  const terms = termsOf(phases)
  yield {
    root: tree.root,
    terms,
    entries: tree.leaves.length,
    file: fileOf(scope, tree, terms, granted),
  }
  const byLeaf = new Map(granted.map((entry) => [entry.leaf, entry]))
  for (const piece of tree.pieceRoots.keys()) {
    const start = piece * LIST_PIECE_SIZE
    const leaves = tree.leaves.slice(start, start + LIST_PIECE_SIZE)
    const entries = leaves.map((leaf, place) => {
      const { leaf: _leaf, wallet: _wallet, ...columns } = byLeaf.get(leaf) ?? {}
      return { ...columns, position: start + place }
    })
    yield {
      piece,
      nodes: joinNodes(tree.nodesOfPiece(piece)),
      proof: joinNodes(tree.proofOfPiece(piece)),
      entries: JSON.stringify(entries),
    }
  }
}

function joinNodes(nodes: readonly Hex[]): Uint8Array {
  return Buffer.from(nodes.map((node) => node.slice(2)).join(''), 'hex')
}

function readWallets({
  phase_id,
  content,
}: ListToBuild['lists'][number]): ListedWallet[] {
  // Safe: `checkList` writes contents.
  const entries = JSON.parse(gunzipSync(content).toString()) as StoredEntry[]
  return entries.map(([address, quantity, price_wei]) => ({
    phase_id,
    address,
    quantity,
    price_wei,
  }))
}

function grant(scope: ListScope, phase: PricedPhase, wallet: ListedWallet) {
  const quantity = wallet.quantity ?? phase.max_per_wallet
  const price_wei = wallet.price_wei ?? phase.price_wei
  const packed = packTerms({
    phaseId: phase.phase_id,
    start: toSeconds(phase.start),
    end: toSeconds(phase.end),
    priceWei: BigInt(price_wei),
    limit: quantity,
    phaseCap: phase.max_supply,
  })
  // Safe: rows hold addresses the API contract has checked.
  const account = wallet.address as Address
  return {
    phase_id: phase.phase_id,
    address: account,
    quantity,
    price_wei,
    packed: packed.toString(),
    leaf: listLeaf(scope, account, packed),
    wallet,
  }
}

function termsOf(phases: readonly PricedPhase[]): ListTerms {
  const onChain = (instant: string) => toInstant(toSeconds(instant))
  return {
    phases: phases
      .filter(({ kind }) => kind === 'allowlist')
      .sort((a, b) => a.phase_id - b.phase_id)
      .map((phase) => ({
        phase_id: phase.phase_id,
        title: phase.title,
        start: onChain(phase.start),
        end: onChain(phase.end),
        price_wei: phase.price_wei,
        max_per_wallet: phase.max_per_wallet,
        max_supply: phase.max_supply,
      })),
  }
}

/**
 * Returns the file as docs/list-files.md describes it. Keys and entries have a fixed
 * order, because the file's hash is stored on the chain.
 */
function fileOf(
  scope: ListScope,
  tree: ListTree,
  terms: ListTerms,
  granted: readonly { leaf: Hex; wallet: ListedWallet }[],
): Uint8Array {
  const byLeaf = new Map(granted.map(({ leaf, wallet }) => [leaf, wallet]))
  const content = {
    version: 2,
    chain_id: scope.chainId,
    collection_id: scope.collectionId,
    root: tree.root,
    phases: terms.phases,
    nodes: tree.pieceRoots,
    entries: tree.leaves.map((leaf) => {
      const wallet = byLeaf.get(leaf)
      return (
        wallet && [wallet.address, wallet.phase_id, wallet.quantity, wallet.price_wei]
      )
    }),
  }
  return Buffer.from(JSON.stringify(content))
}

/** Returns the SHA-256 of a list file, which stands on the chain and names the file. */
export function hashListFile(bytes: Uint8Array): Hex {
  return `0x${createHash('sha256').update(bytes).digest('hex')}`
}
