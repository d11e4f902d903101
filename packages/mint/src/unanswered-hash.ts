import { type Hex, zeroHash } from 'viem'

/** The hash of a request that the wallet has not answered; no transaction has it. */
export const UNANSWERED_HASH: Hex = zeroHash
