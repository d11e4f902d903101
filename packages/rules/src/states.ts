/** The states of a collection; derived by `collectionState`, except `draft` and `deploying`. */
export const collectionStates = [
  'draft',
  'deploying',
  'upcoming',
  'live',
  'paused',
  'sold_out',
  'ended',
  'failed',
  'unreadable',
] as const
export type CollectionState = (typeof collectionStates)[number]

/** Returns whether nothing can be minted any more: all is minted, or every phase has closed. */
export function isOver(state: CollectionState): boolean {
  return state === 'sold_out' || state === 'ended'
}

/** The phase that anyone may mint in; allowlist phases are 0 to 254. */
export const PUBLIC_PHASE_ID = 255

/**
 * Why a mint would not go through, in the order of the bits of `checkMint`: bit 0 is the
 * first word of this list. `ended` also means that the phase or its list was taken away.
 */
export const mintReasons = [
  'not_started',
  'ended',
  'paused',
  'sold_out',
  'wallet_limit',
  'phase_sold_out',
  'not_listed',
  'bad_terms',
  'quantity',
] as const
export type MintReason = (typeof mintReasons)[number]

/** Decodes the bitmask that `checkMint` returns; empty: the mint would succeed. */
export function listMintReasons(bits: bigint): MintReason[] {
  return mintReasons.filter((_, bit) => (bits >> BigInt(bit)) & 1n)
}
