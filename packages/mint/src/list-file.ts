import {
  LIST_PIECE_SIZE,
  listLeaf,
  packTerms,
  proofInPiece,
  verifyProof,
} from '@platemark/rules/allowlist'
import { cleanText } from '@platemark/rules/characters'
import { MAX_NAME_CHARACTERS } from '@platemark/rules/limits'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, type Hex, sha256 } from 'viem'
import { anySignal } from './abort-signals.ts'
import { isHexData, isRecord } from './rpc.ts'

/** A published list, from the event `ListAdded` of its contract. */
export type PublishedList = {
  root: Hex
  /** SHA-256 of its file, which is served at `/lists/{contentHash without 0x}.json`. */
  contentHash: Hex
}

/** The public file of a list (docs/list-files.md): the terms of its phases, and its entries. */
export type ListFile = PublishedList & {
  chainId: number
  collectionId: Hex
  phases: readonly ListedPhase[]
  /** In the order of their leaves in the tree. */
  entries: readonly FileEntry[]
  /** The root of each piece of the tree. */
  pieceRoots: readonly Hex[]
}

/** One wallet in one phase: lower-case address, phase, and its own limit and price, if any. */
type FileEntry = readonly [
  address: Address,
  phaseId: number,
  quantity: number | null,
  priceWei: string | null,
]

/** The version of the format that this reader takes. */
const VERSION = 2

/** The terms of one phase of a list; unix seconds, wei. */
export type ListedPhase = {
  phaseId: number
  title: string
  start: number
  end: number
  priceWei: bigint
  maxPerWallet: number
  maxSupply: number | null
}

/** One wallet's entry on one list, named as in the file, with the terms that its leaf proves. */
export type ListEntry = {
  phase_id: number
  root: Hex
  /** The packed terms of the leaf, as a decimal string. */
  packed: string
  proof: Hex[]
  quantity: number
  price_wei: string
}

/**
 * Fetches the file of a list from any origin. Rejects when it is missing, takes longer than ten
 * seconds, or does not match the hash and root of the contract.
 */
export async function readListFile(
  url: string,
  list: PublishedList,
  signal?: AbortSignal,
): Promise<ListFile> {
  const limit = AbortSignal.timeout(10_000)
  const response = await fetch(url, {
    credentials: 'omit',
    signal: signal ? anySignal(signal, limit) : limit,
  })
  if (!response.ok)
    throw new Error(`list file request failed: got status ${response.status}`)
  return parseListFile(new Uint8Array(await response.arrayBuffer()), list)
}

/** Parses and verifies the bytes of a list file, like `readListFile`. */
export function parseListFile(bytes: Uint8Array, list: PublishedList): ListFile {
  const hash = list.contentHash.toLowerCase()
  if (sha256(bytes) !== hash) {
    throw new Error(`list file hash mismatch: expected ${hash}`)
  }
  const content: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!isRecord(content)) throw new TypeError('list file is not a JSON object')
  const { version, chain_id, collection_id, root, phases, entries, nodes } = content
  if (version !== VERSION) {
    throw new TypeError(
      `list file version is not supported: expected ${VERSION}, got ${String(version).slice(0, 20)}`,
    )
  }
  if (String(root).toLowerCase() !== list.root.toLowerCase()) {
    throw new Error(`list file root mismatch: expected ${list.root}`)
  }
  if (
    typeof chain_id !== 'number' ||
    !isHexData(collection_id) ||
    !Array.isArray(phases) ||
    phases.length > PUBLIC_PHASE_ID ||
    !Array.isArray(entries) ||
    !Array.isArray(nodes) ||
    !nodes.every(isHexData) ||
    nodes.length !== Math.ceil(entries.length / LIST_PIECE_SIZE)
  ) {
    throw new TypeError('list file has missing or malformed fields')
  }
  const terms = phases.map(parseListedPhase)
  return {
    ...list,
    chainId: chain_id,
    collectionId: collection_id,
    phases: terms,
    entries: entries.map((entry, index) => parseEntry(entry, index, terms)),
    pieceRoots: nodes,
  }
}

/** Checks the shape of one entry; its terms count only if its proof leads to the root. */
function parseEntry(
  entry: unknown,
  index: number,
  phases: readonly ListedPhase[],
): FileEntry {
  const [address, phaseId, quantity, priceWei] = Array.isArray(entry) ? entry : []
  const isEntry =
    typeof address === 'string' &&
    /^0x[0-9a-f]{40}$/.test(address) &&
    phases.some((phase) => phase.phaseId === phaseId) &&
    (quantity === null || isLimit(quantity)) &&
    (priceWei === null || isPrice(priceWei))
  if (!isEntry) throw new TypeError(`list file entry ${index} is malformed`)
  return [address as Address, phaseId, quantity, priceWei]
}

function isLimit(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 65_535
}

function isPrice(value: unknown): boolean {
  return (
    typeof value === 'string' && /^\d{1,25}$/.test(value) && BigInt(value) >> 80n === 0n
  )
}

/** Returns the entries of `account` whose proof leads to the root; others are left out. */
export function walletEntries(file: ListFile, account: string): ListEntry[] {
  const own = account.toLowerCase()
  return file.entries.flatMap(([address], position) =>
    address === own ? (provenEntry(file, position) ?? []) : [],
  )
}

function provenEntry(file: ListFile, position: number): ListEntry | undefined {
  const start = position - (position % LIST_PIECE_SIZE)
  const piece = file.entries.slice(start, start + LIST_PIECE_SIZE)
  const leaves = piece.map((entry) => listLeaf(file, entry[0], packEntry(file, entry)))
  const entry = piece[position - start]
  const leaf = leaves[position - start]
  if (!entry || !leaf) return undefined
  const proof = proofInPiece(leaves, file.pieceRoots, position)
  if (!verifyProof(file.root, leaf, proof)) return undefined
  const [, phaseId, quantity, priceWei] = entry
  const phase = file.phases.find((one) => one.phaseId === phaseId)
  return {
    phase_id: phaseId,
    root: file.root,
    packed: packEntry(file, entry).toString(),
    proof,
    quantity: quantity ?? phase?.maxPerWallet ?? 0,
    price_wei: priceWei ?? String(phase?.priceWei ?? 0),
  }
}

/** Packs the terms of an entry: those of its phase, but for its own limit and price. */
function packEntry(file: ListFile, [, phaseId, quantity, priceWei]: FileEntry): bigint {
  const phase = file.phases.find((one) => one.phaseId === phaseId)
  if (!phase) throw new TypeError(`list file has no phase ${phaseId}`)
  return packTerms({
    phaseId,
    start: phase.start,
    end: phase.end,
    priceWei: priceWei === null ? phase.priceWei : BigInt(priceWei),
    limit: quantity ?? phase.maxPerWallet,
    phaseCap: phase.maxSupply,
  })
}

/** Parses the terms of one phase. Throws for terms that no contract would accept. */
function parseListedPhase(phase: unknown): ListedPhase {
  if (!isRecord(phase)) throw new TypeError('list file phase is not an object')
  const { title, max_supply } = phase
  const read = {
    phaseId: parseInteger(phase, 'phase_id'),
    title: typeof title === 'string' ? cleanText(title, MAX_NAME_CHARACTERS) : '',
    start: parseSeconds(phase, 'start'),
    end: parseSeconds(phase, 'end'),
    priceWei: BigInt(String(phase.price_wei)),
    maxPerWallet: parseInteger(phase, 'max_per_wallet'),
    maxSupply: max_supply === null ? null : parseInteger(phase, 'max_supply'),
  }
  packTerms({ ...read, limit: read.maxPerWallet, phaseCap: read.maxSupply })
  return read
}

function parseInteger(phase: Record<string, unknown>, name: string): number {
  const value = Number(phase[name])
  if (!Number.isSafeInteger(value))
    throw new TypeError(`list file ${name} is not an integer: got ${value}`)
  return value
}

function parseSeconds(phase: Record<string, unknown>, name: string): number {
  const time = Date.parse(String(phase[name]))
  if (Number.isNaN(time)) throw new TypeError(`list file ${name} is not a time`)
  return Math.floor(time / 1000)
}
