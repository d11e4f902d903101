import type { OwnerSettings, SerializedPhase } from '../collection-events.ts'

/** On-chain state of one collection. */
export type CollectionState = FixedTerms &
  Counters &
  OwnerSettings & { phases: Map<number, PhaseState> }

type FixedTerms = {
  id: string
  creator: string
  kind: 'drop' | 'open_edition' | 'edition'
  is_transferable: boolean
  mint_fee_wei: string
  royalty_ceiling_bps: number
}

type Counters = {
  minted: number
  burned: number
  holders: number
  unique_minters: number
  volume_wei: bigint
}

/** Phase with its times as dates. */
export type PhaseState = Omit<SerializedPhase, 'starts_at' | 'ends_at'> & {
  starts_at: Date
  ends_at: Date
}

type PhaseTerms = Omit<PhaseState, 'kind' | 'minted' | 'minted_uncapped' | 'list_root'>

/** Phase of a published list. */
export type ListPhase = PhaseTerms & { phase_id: number }
