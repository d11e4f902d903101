import { listLeaf, packTerms, unpackTerms, verifyProof } from '@platemark/rules/allowlist'
import { parseAddress } from '@platemark/rules/parse-address'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, type Hex, sha256 } from 'viem'
import { isHexData, isRecord } from './rpc.ts'
import { sanitize } from './sanitize.ts'

/** A published list, from the event `ListAdded` of its contract. */
export type PublishedList = {
  root: Hex
  /** SHA-256 of its file, which is served at `/lists/{contentHash without 0x}.json`. */
  contentHash: Hex
}

/** The public file of a list: the terms of its phases, and the entries of every wallet. */
export type ListFile = PublishedList & {
  chainId: number
  collectionId: Hex
  phases: readonly ListedPhase[]
  /** By lower-case address. */
  entries: Readonly<Record<string, unknown>>
}

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
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
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
  const { chain_id, collection_id, root, phases, entries } = content
  if (String(root).toLowerCase() !== list.root.toLowerCase()) {
    throw new Error(`list file root mismatch: expected ${list.root}`)
  }
  if (
    typeof chain_id !== 'number' ||
    !isHexData(collection_id) ||
    !Array.isArray(phases) ||
    phases.length > PUBLIC_PHASE_ID ||
    !isRecord(entries)
  ) {
    throw new TypeError('list file has missing or malformed fields')
  }
  const terms = phases.map(parseListedPhase)
  return {
    ...list,
    chainId: chain_id,
    collectionId: collection_id,
    phases: terms,
    entries,
  }
}

/** Returns the entries of `wallet` whose proof leads to the root; others are left out. */
export function walletEntries(file: ListFile, wallet: string): ListEntry[] {
  const account = parseAddress(wallet.toLowerCase())
  const own = file.entries[wallet.toLowerCase()]
  if (!account || !Array.isArray(own)) return []
  return own.flatMap((entry) => provenEntry(file, account, entry) ?? [])
}

function provenEntry(
  file: ListFile,
  account: Address,
  entry: unknown,
): ListEntry | undefined {
  if (!isRecord(entry) || typeof entry.packed !== 'string') return undefined
  if (!/^\d{1,78}$/.test(entry.packed) || !Array.isArray(entry.proof)) return undefined
  const packed = BigInt(entry.packed)
  if (packed >> 256n) return undefined
  const proof = entry.proof.filter(isHexData)
  const root = file.root
  if (!verifyProof(root, listLeaf(file, account, packed), proof)) return undefined
  // Only the packed terms count: the contract reads no others.
  const { phaseId, limit, priceWei } = unpackTerms(packed)
  return {
    phase_id: phaseId,
    root,
    packed: entry.packed,
    proof,
    quantity: limit,
    price_wei: priceWei.toString(),
  }
}

/** Parses the terms of one phase. Throws for terms that no contract would accept. */
function parseListedPhase(phase: unknown): ListedPhase {
  if (!isRecord(phase)) throw new TypeError('list file phase is not an object')
  const { title, max_supply } = phase
  const read = {
    phaseId: parseInteger(phase, 'phase_id'),
    title: typeof title === 'string' ? sanitize(title) : '',
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
