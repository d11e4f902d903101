import type { MintState } from '@platemark/rules/mint-state-types'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { Address } from 'viem'

/** One mint in the terms of the contract. */
export type MintOrder = {
  contract: Address
  account: Address
  phaseId: number
  quantity: number
  /** Price and fee of one token, in wei. */
  unitWei: bigint
  /** The wallet's entry on the list, for an allowlist phase: decimal terms, and hashes. */
  entry: { packed: string; proof: readonly string[] } | null
  referrer: Address | null
}

type ProvenEntry = { phase_id: number; packed: string; proof: readonly string[] }

type Parts = Pick<MintOrder, 'contract' | 'account' | 'referrer'> & {
  /** The wallet's entries on lists, as far as they are known. */
  entries: readonly ProvenEntry[] | undefined
}

/** Returns the mint that a panel in this state would send; null for none, or without its proof. */
export function parseMintOrder(state: MintState, parts: Parts): MintOrder | null {
  if (state.code !== 'ready' && state.code !== 'insufficient_funds') return null
  const { contract, account, referrer, entries } = parts
  const { phase, quantity, totalWei } = state.params
  const { phaseId } = phase
  const entry = entries?.find(({ phase_id }) => phase_id === phaseId) ?? null
  if (phaseId !== PUBLIC_PHASE_ID && !entry) return null
  const unitWei = totalWei / BigInt(quantity)
  return { contract, account, phaseId, quantity, unitWei, entry, referrer }
}
