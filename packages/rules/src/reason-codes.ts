import type { MintCode } from './mint-state-types.ts'
import type { MintReason } from './states.ts'

/**
 * What a mint panel says for each reason of `checkMint`, in the order in which they count: a
 * phase speaks by the first of its reasons, and a panel for the phase that comes furthest down
 * this table; a phase without a reason is `ready`.
 */
export const reasonCodes = {
  sold_out: 'sold_out',
  ended: 'ended',
  paused: 'paused',
  not_started: 'not_started',
  not_listed: 'not_eligible',
  bad_terms: 'not_eligible',
  wallet_limit: 'wallet_limit',
  phase_sold_out: 'phase_sold_out',
  // A panel never asks for nothing: the least it offers is one.
  quantity: 'ready',
} as const satisfies Record<MintReason, MintCode>
