import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DraftPhase } from '@platemark/api/studio'
import { type ListScope, listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import type { Address, Hex } from 'viem'
import { parseUnixSeconds } from './readiness.ts'

/** Terms of the phases of one list, as its file and the table `lists` hold them. */
export type ListTerms = {
  phases: {
    phase_id: number
    title: string
    /** ISO-8601 UTC, half-open. */
    start: string
    end: string
    price_wei: string
    max_per_wallet: number
    max_supply: number | null
  }[]
}

/** One wallet in one phase; null: what the phase says. */
export type ListedWallet = {
  phase_id: number
  /** Lower case. */
  address: string
  quantity: number | null
  price_wei: string | null
}

/** What a wallet was granted, with what the contract needs to believe it. */
export type ProvenEntry = {
  phase_id: number
  address: string
  quantity: number
  price_wei: string
  /** Decimal string. */
  packed: string
  /** The nodes of the proof from the leaf up, 64 hex digits each, one after the other. */
  proof: string
}

export type ListToBuild = {
  scope: ListScope
  phases: readonly DraftPhase[]
  wallets: readonly ListedWallet[]
}

type BuiltList = {
  root: Hex
  terms: ListTerms
  entries: ProvenEntry[]
  /** The public file, the same bytes for the same list. */
  file: Uint8Array
}

/** Hashing more wallets than this would keep other callers waiting. */
const MAX_INLINE_WALLETS = 1000

/** `buildList`; long lists are built in a thread of their own. */
export async function buildListOffThread(list: ListToBuild): Promise<BuiltList> {
  if (list.wallets.length <= MAX_INLINE_WALLETS) return buildList(list)
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
    workerData: list,
  })
  try {
    const [built] = await once(worker, 'message')
    return built
  } finally {
    await worker.terminate()
  }
}

/**
 * Builds the Merkle tree over all allowlist phases of a collection and the file that lets
 * anybody mint without this server: the terms of every phase, and of every wallet the
 * quantity, price, packed terms and proof. It names the collection by its id only, because the
 * address follows from the hash of this file too.
 */
export function buildList({ scope, phases, wallets }: ListToBuild): BuiltList {
  const byId = new Map(phases.map((phase) => [phase.phase_id, phase]))
  const granted = wallets.flatMap((wallet) => {
    const phase = byId.get(wallet.phase_id)
    return phase?.kind === 'allowlist' ? [grant(scope, phase, wallet)] : []
  })
  const tree = listTree(granted.map(({ leaf }) => leaf))
  const entries = granted.map(({ leaf, ...entry }) => ({
    ...entry,
    proof: (tree.proofOf(leaf) ?? []).map((node) => node.slice(2)).join(''),
  }))
  const terms = termsOf(phases)
  return {
    root: tree.root,
    terms,
    entries,
    file: fileOf(scope, tree.root, terms, entries),
  }
}

function grant(scope: ListScope, phase: DraftPhase, wallet: ListedWallet) {
  const quantity = wallet.quantity ?? phase.max_per_wallet
  const price_wei = wallet.price_wei ?? phase.price_wei
  const packed = packTerms({
    phaseId: phase.phase_id,
    start: parseUnixSeconds(phase.start),
    end: parseUnixSeconds(phase.end),
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
  }
}

function termsOf(phases: readonly DraftPhase[]): ListTerms {
  const onChain = (instant: string) =>
    new Date(parseUnixSeconds(instant) * 1000).toISOString()
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

/** Keys and entries in a fixed order: the file's hash goes on the chain. */
function fileOf(
  scope: ListScope,
  root: Hex,
  terms: ListTerms,
  entries: readonly ProvenEntry[],
): Uint8Array {
  const wallets: Record<string, unknown[]> = {}
  const inOrder = [...entries].sort((a, b) =>
    a.address === b.address ? a.phase_id - b.phase_id : a.address < b.address ? -1 : 1,
  )
  for (const { address, phase_id, quantity, price_wei, packed, proof } of inOrder) {
    const own = wallets[address] ?? []
    own.push({ phase_id, quantity, price_wei, packed, proof: nodesOf(proof) })
    wallets[address] = own
  }
  const content = {
    version: 1,
    chain_id: scope.chainId,
    collection_id: scope.collectionId,
    root,
    phases: terms.phases,
    entries: wallets,
  }
  return Buffer.from(JSON.stringify(content))
}

function nodesOf(proof: string): string[] {
  return (proof.match(/.{64}/g) ?? []).map((node) => `0x${node}`)
}
