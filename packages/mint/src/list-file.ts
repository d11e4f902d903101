import { listLeaf, packTerms, unpackTerms, verifyProof } from '@platemark/rules/allowlist'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, type Hex, isAddress, sha256 } from 'viem'
import { isHexData, isRecord } from './rpc.ts'
import { sanitize } from './sanitize.ts'

/** A published list as its contract tells of it in `ListAdded`. */
export type PublishedList = {
  root: Hex
  /** SHA-256 of its file, which lies at `/lists/{contentHash without 0x}.json`. */
  contentHash: Hex
}

/** The public file of a list: the terms of its phases, and every wallet's place. */
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

/** One wallet's place on one list, named as in the file, with what the contract believes. */
export type ListEntry = {
  phase_id: number
  root: Hex
  /** The packed terms that stand in the leaf, as a decimal string. */
  packed: string
  proof: Hex[]
  quantity: number
  price_wei: string
}

/**
 * Fetches the file of a list from any origin. Rejects when it is not there, and when it is not
 * the one whose hash and root the contract knows, or takes longer than ten seconds.
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
  if (!response.ok) throw new Error(`The list file answered ${response.status}.`)
  return parseListFile(new Uint8Array(await response.arrayBuffer()), list)
}

/** The same of bytes that are here already. */
export function parseListFile(bytes: Uint8Array, list: PublishedList): ListFile {
  const hash = list.contentHash.toLowerCase()
  if (sha256(bytes) !== hash) {
    throw new Error('The list file is not the one that was published.')
  }
  const content: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!isRecord(content)) throw new TypeError('The list file is no list.')
  const { chain_id, collection_id, root, phases, entries } = content
  if (String(root).toLowerCase() !== list.root.toLowerCase()) {
    throw new Error('The list file is of another list.')
  }
  if (
    typeof chain_id !== 'number' ||
    !isHexData(collection_id) ||
    !Array.isArray(phases) ||
    phases.length > PUBLIC_PHASE_ID ||
    !isRecord(entries)
  ) {
    throw new TypeError('The list file is no list.')
  }
  const terms = phases.map(listedPhaseOf)
  return {
    ...list,
    chainId: chain_id,
    collectionId: collection_id,
    phases: terms,
    entries,
  }
}

/** The places of `account` whose proof leads to the root; those that do not are left out. */
export function walletEntries(file: ListFile, account: string): ListEntry[] {
  const own = file.entries[account.toLowerCase()]
  if (!isAddress(account, { strict: false }) || !Array.isArray(own)) return []
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
  // What the contract will read counts, whatever stands beside it.
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

/** Throws for terms that no contract would take. */
function listedPhaseOf(phase: unknown): ListedPhase {
  if (!isRecord(phase)) throw new TypeError('The list file is no list.')
  const { title, max_supply } = phase
  const read = {
    phaseId: wholeIn(phase, 'phase_id'),
    title: typeof title === 'string' ? sanitize(title) : '',
    start: secondsIn(phase, 'start'),
    end: secondsIn(phase, 'end'),
    priceWei: BigInt(String(phase.price_wei)),
    maxPerWallet: wholeIn(phase, 'max_per_wallet'),
    maxSupply: max_supply === null ? null : wholeIn(phase, 'max_supply'),
  }
  packTerms({ ...read, limit: read.maxPerWallet, phaseCap: read.maxSupply })
  return read
}

function wholeIn(phase: Record<string, unknown>, name: string): number {
  const value = Number(phase[name])
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} is no whole number.`)
  return value
}

function secondsIn(phase: Record<string, unknown>, name: string): number {
  const time = Date.parse(String(phase[name]))
  if (Number.isNaN(time)) throw new TypeError(`${name} is no time.`)
  return Math.floor(time / 1000)
}
