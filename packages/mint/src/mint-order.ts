import type { MintState } from '@platemark/rules/mint-state-types'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { Address } from 'viem'

/** One mint as the contract is asked for it. */
export type MintOrder = {
  contract: Address
  account: Address
  phaseId: number
  quantity: number
  /** Price and fee of one token, in wei. */
  unitWei: bigint
  /** The wallet's place on the list, for an allowlist phase: decimal terms, and hashes. */
  entry: { packed: string; proof: readonly string[] } | null
  referrer: Address | null
}

type Place = { phase_id: number; packed: string; proof: readonly string[] }

type Parts = Pick<MintOrder, 'contract' | 'account' | 'referrer'> & {
  /** The wallet's places on lists, as far as they are known. */
  entries: readonly Place[] | undefined
}

/** What a panel in this state would send; null where nothing, or while the proof is not here. */
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
