import { collectionAbi } from '@platemark/abi/collection'
import { packTerms, unpackTerms } from '@platemark/rules/allowlist'
import { walletLimit } from '@platemark/rules/limits'
import type { MintPhase, WalletPhase } from '@platemark/rules/mint-phase'
import { listMintReasons, PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { Address } from 'viem'
import type { ListEntry } from './list-file.ts'
import { listWindow, type OnChainCollection } from './on-chain-collection.ts'
import { parseQuantity, readContract } from './read-contract.ts'
import type { Rpc } from './rpc.ts'

/** The balance of a wallet and its terms in each phase, as `mintState` takes them. */
export type MintWalletState = { balanceWei: bigint; phases: WalletPhase[] }

/**
 * Reads from the contract how many tokens `account` may mint in each phase of `sale`. `entries`
 * are its list entries, those of the newest list first. Rejects like `rpc`.
 */
export async function readWallet(
  rpc: Rpc,
  contract: Address,
  sale: OnChainCollection,
  account: Address,
  entries: readonly ListEntry[],
): Promise<MintWalletState> {
  const { terms, blockTag } = sale
  const [balance, ...phases] = await Promise.all([
    rpc('eth_getBalance', [account, blockTag]),
    ...terms.phases.map((phase) =>
      readPhase({ rpc, contract, sale, account }, phase, entries),
    ),
  ])
  return { balanceWei: parseQuantity(balance), phases }
}

type ReadContext = {
  rpc: Rpc
  contract: Address
  sale: OnChainCollection
  account: Address
}

/** Reads one phase in the shape of the API's `eligibility`. */
async function readPhase(
  context: ReadContext,
  phase: MintPhase,
  entries: readonly ListEntry[],
): Promise<WalletPhase> {
  const isPublic = phase.phaseId === PUBLIC_PHASE_ID
  const entry = isPublic
    ? undefined
    : entries.find(({ phase_id }) => phase_id === phase.phaseId)
  const { reasons, used, list } = await queryPhase(context, phase, entry)
  const isProven = list !== undefined && !reasons.includes('not_listed')
  const isListed = isPublic || (isProven && !reasons.includes('bad_terms'))
  const own = entry ? { ...phase, ...unpackEntry(entry) } : phase
  const window = isProven ? list : undefined
  return {
    phaseId: phase.phaseId,
    start: Math.max(own.start, Number(window?.[0] ?? 0)),
    end: Math.min(own.end, Number(window?.[1] ?? own.end)),
    priceWei: own.priceWei,
    maxSupply: own.maxSupply,
    minted: phase.minted,
    isListed,
    used,
    allowed: isListed ? walletLimit(phase.phaseId, own.maxPerWallet) : 0,
  }
}

/** Reads why a mint by `entry` would fail, the used count, and when its list is in force. */
async function queryPhase(
  { rpc, contract, sale, account }: ReadContext,
  phase: MintPhase,
  entry: ListEntry | undefined,
) {
  const { blockTag } = sale
  const [[bits], used, list] = await Promise.all([
    readContract(rpc, contract, blockTag, {
      abi: collectionAbi,
      functionName: 'checkMint',
      args: [account, 1n, packedTerms(phase, entry), entry?.proof ?? []],
    }),
    readContract(rpc, contract, blockTag, {
      abi: collectionAbi,
      functionName: 'walletMinted',
      args: [account, phase.phaseId],
    }),
    entry && listWindow(rpc, contract, blockTag, entry.root),
  ])
  return { reasons: listMintReasons(bits), used: Number(used), list }
}

/** Returns the terms to check: those of the wallet's entry, else those of the phase. */
function packedTerms(phase: MintPhase, entry: ListEntry | undefined): bigint {
  if (phase.phaseId === PUBLIC_PHASE_ID) return 0n
  if (entry) return BigInt(entry.packed)
  return packTerms({ ...phase, limit: phase.maxPerWallet, phaseCap: phase.maxSupply })
}

function unpackEntry({ packed }: ListEntry) {
  const { start, end, priceWei, limit, phaseCap } = unpackTerms(BigInt(packed))
  return { start, end, priceWei, maxPerWallet: limit, maxSupply: phaseCap }
}
