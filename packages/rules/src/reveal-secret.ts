import { type Hex, keccak256, slice } from 'viem'

/** Collection that a secret belongs to; the contract id is that of its draft. */
export type SecretScope = {
  /** Host of the site, as its address has it. */
  site: string
  chainId: number
  factory: Hex
  contractId: string
}

/**
 * Returns the typed data (EIP-712) from whose signature the secret of a reveal is derived: the
 * same for the same collection at any time, so that the secret can be derived again.
 */
export function revealTypedData({ site, chainId, factory, contractId }: SecretScope) {
  return {
    domain: {
      name: 'Platemark reveal',
      version: '1',
      chainId,
      verifyingContract: factory,
    },
    types: {
      RevealSecret: [
        { name: 'purpose', type: 'string' },
        { name: 'site', type: 'string' },
        { name: 'contractId', type: 'string' },
      ],
    },
    primaryType: 'RevealSecret',
    message: {
      purpose: `Derive the secret order of this collection. This signature shows the order before the reveal: sign on ${site} only.`,
      site,
      contractId,
    },
  } as const
}

/**
 * Returns the secret of 32 bytes that follows from a signature of 65 bytes: keccak256 of its r
 * and s, because wallets write the last byte differently.
 */
export function deriveRevealSecret(signature: Hex): Hex {
  return keccak256(slice(signature, 0, 64))
}
