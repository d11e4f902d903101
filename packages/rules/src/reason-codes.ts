import type { MintCode } from './mint-state-types.ts'
import type { MintReason } from './states.ts'

/**
 * The state of a mint panel for each reason of `checkMint`, in order of precedence: the first
 * reason decides for a phase, and the phase furthest down this table for the panel. A phase
 * without a reason is `ready`.
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
  // A panel never offers a quantity of zero.
  quantity: 'ready',
} as const satisfies Record<MintReason, MintCode>
