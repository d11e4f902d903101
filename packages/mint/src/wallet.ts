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

/** What a wallet holds, and what each phase of a sale offers it, as `mintState` takes it. */
export type MintWalletState = { balanceWei: bigint; phases: WalletPhase[] }

/**
 * Asks the contract what `account` may mint in each phase of `sale`. `entries` are its places on
 * lists, those of the newest list first. Rejects like `rpc`.
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

type Place = { rpc: Rpc; contract: Address; sale: OnChainCollection; account: Address }

/** One phase as the API's `eligibility` tells it. */
async function readPhase(
  place: Place,
  phase: MintPhase,
  entries: readonly ListEntry[],
): Promise<WalletPhase> {
  const isPublic = phase.phaseId === PUBLIC_PHASE_ID
  const entry = isPublic
    ? undefined
    : entries.find(({ phase_id }) => phase_id === phase.phaseId)
  const { reasons, used, list } = await askPhase(place, phase, entry)
  const isProven = list !== undefined && !reasons.includes('not_listed')
  const isListed = isPublic || (isProven && !reasons.includes('bad_terms'))
  const own = entry ? { ...phase, ...ownTermsIn(entry) } : phase
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

/** Why a mint by `entry` would not go through, what was used, and when its list is in force. */
async function askPhase(
  { rpc, contract, sale, account }: Place,
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

/** The terms to ask about: those of the wallet's place, else those that its phase has. */
function packedTerms(phase: MintPhase, entry: ListEntry | undefined): bigint {
  if (phase.phaseId === PUBLIC_PHASE_ID) return 0n
  if (entry) return BigInt(entry.packed)
  return packTerms({ ...phase, limit: phase.maxPerWallet, phaseCap: phase.maxSupply })
}

function ownTermsIn({ packed }: ListEntry) {
  const { start, end, priceWei, limit, phaseCap } = unpackTerms(BigInt(packed))
  return { start, end, priceWei, maxPerWallet: limit, maxSupply: phaseCap }
}
